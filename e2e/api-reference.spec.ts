import { expect, test } from './fixtures';

test('the API’s reference calls the API with a token and shows the response', async ({
  page,
  request,
  demonstration,
}) => {
  const { id, secret } = demonstration.apiClient;
  const issued = await request.post('/api/v2/organisation/100/token', {
    headers: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    form: { grant_type: 'client_credentials' },
  });
  const { access_token: token } = (await issued.json()) as { access_token: string };

  await page.goto('/docs/api');
  await page.getByLabel('Access token').fill(token);
  const locations = page.getByRole('region', { name: /^Search locations/ });
  await expect(locations).toContainText('Beta');
  await locations.getByLabel('Geolocation[Lat]').fill('-38.15');
  await locations.getByLabel('Geolocation[Lng]').fill('144.36');
  await locations.getByLabel('Geolocation[Distance]').fill('5');
  await locations.getByRole('button', { name: 'Send request' }).click();
  await expect(locations.getByRole('status')).toContainText('"Distance": "0.');

  await locations.getByLabel('Geolocation[Distance]').fill('-1');
  await locations.getByRole('button', { name: 'Send request' }).click();
  await expect(locations.getByRole('status')).toContainText('"error": "invalid_request"');

  const record = page.getByRole('region', { name: /^One member record/ });
  await record.getByLabel('MembershipID').fill('1001');
  await record.getByRole('button', { name: 'Send request' }).click();
  await expect(record.getByRole('status')).toContainText(/200 OK\s+ETag: "[^]*"ID": "1001"/);

  // The token belongs to a client that may not write.
  const change = page.getByRole('region', { name: /^Change a member/ });
  await expect(change.getByLabel('Validate-Only')).toHaveValue('true');
  await change.getByLabel('MembershipID').fill('1001');
  await change.getByLabel('If-Match').fill('*');
  await change.getByRole('button', { name: 'Send request' }).click();
  await expect(change.getByRole('status')).toContainText('PATCH /api/v2/organisation/100/members/1001');
  await expect(change.getByRole('status')).toContainText('"error": "insufficient_scope"');
});

test.use({ expectedConsoleErrors: [/status of 40[03]/] });
