import type { APIRequestContext } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { memberWho, signIn } from './sign-in';

/** Whether the service accepts this client and secret. */
async function works(
  request: APIRequestContext,
  issuer: string,
  [id, secret]: readonly [string, string],
): Promise<boolean> {
  const response = await request.post(`${issuer}/introspect`, {
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    form: { token: 'none' },
  });
  return response.status() === 200;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('5 interactions: connect a site, then replace its secret while the old one works, and disconnect it', async ({
      page,
      request,
      demonstration,
    }) => {
      const name = `Library ${javaScriptEnabled ? 'one' : 'two'}`;
      await signIn(page, memberWho(demonstration, /owner in the office/), '/office');
      await page.getByRole('link', { name: 'Sites' }).click();
      await expect(page.getByText('This is the directory itself.')).toBeVisible();
      if (javaScriptEnabled) await expectClean(page, 'the sites');
      await page.getByRole('link', { name: 'Connect a site' }).click();
      if (javaScriptEnabled) await expectClean(page, 'a new site');
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('Addresses to return to after sign-in').fill('http://library.example/');
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect(page.getByText('http://library.example/ cannot be used')).toBeVisible();
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
      await page.getByLabel('Addresses to return to after sign-in').fill('https://library.example/callback');
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect(page.getByText('The secret is shown only now')).toBeVisible();
      if (javaScriptEnabled) await expectClean(page, 'a new secret');
      const fact = (label: string) =>
        page.locator('dt', { hasText: label }).first().locator('xpath=following-sibling::dd[1]').innerText();
      const [issuer, id] = [await fact('Issuer'), await fact('Client ID')];
      const first = await page.getByRole('status').locator('code').innerText();
      const discovery = await (await request.get(await fact('Discovery document'))).json();
      expect(discovery.issuer).toBe(issuer);
      const signInThere = async (secret: string) => {
        const back = 'https://library.example/callback';
        const asked = new URLSearchParams({
          client_id: id,
          response_type: 'code',
          scope: 'openid',
          // Our page asks each time, so that the test can wait for the request to the site.
          prompt: 'select_account',
          state: 's',
        });
        asked.set('redirect_uri', back);
        await page.goto(`${discovery.authorization_endpoint}?${asked}`);
        // No server listens at the site's address, but the browser still sends the request.
        const returned = page.waitForRequest((one) => one.url().startsWith(back));
        await page.getByRole('button', { name: /^(Allow|Continue)/ }).click();
        const code = new URL((await returned).url()).searchParams.get('code') ?? '';
        await page.waitForURL((url) => url.protocol === 'chrome-error:' || url.href.startsWith(back));
        const response = await request.post(discovery.token_endpoint, {
          headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
          form: { grant_type: 'authorization_code', code, redirect_uri: back },
        });
        expect([response.status(), typeof (await response.json()).id_token]).toEqual([200, 'string']);
      };
      await signInThere(first);

      await page.goto('/office/sites');
      await page.getByRole('link', { name }).click();
      await expect(page.getByText(first)).toHaveCount(0);
      await page.getByRole('button', { name: 'Make a new secret' }).click();
      const second = await page.getByRole('status').locator('code').innerText();
      // The site uses the old secret at first, and then the new one. No sign-in fails.
      await signInThere(first);
      await signInThere(second);
      expect(await works(request, issuer, [id, 'wrong'])).toBe(false);

      await page.goto(`/office/sites/${id}`);
      await expect(page.getByText(/^Last used on /)).toBeVisible();
      await expect(page.getByText('The secret was wrong')).toBeVisible();
      await expect(page.getByText(/^Once, last on /)).toBeVisible();
      await page.getByText('The latest requests').click();
      await expect(page.getByText('A wrong secret, sent in the header')).toBeVisible();
      if (javaScriptEnabled) await expectClean(page, 'a site that is used');
      await page.getByRole('checkbox', { name: 'Only people with a valid membership' }).check();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('It applies from now on.')).toBeVisible();
      await expect(page.getByRole('checkbox', { name: 'Only people with a valid membership' })).toBeChecked();
      await page.getByRole('checkbox', { name: 'I want to disconnect this site' }).check();
      await page.getByRole('button', { name: `Disconnect ${name}` }).click();
      await expect(page.getByText(`${name} is disconnected.`)).toBeVisible();
      expect(await works(request, issuer, [id, second])).toBe(false);
    });
  });
}

test('3 interactions: connect a site by naming its software and address, with the settings to copy', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /owner in the office/), '/office/sites/new');
  await page
    .getByLabel('Software', { exact: true })
    .selectOption({ label: 'WordPress: OpenID Connect Generic Client' });
  await page.getByLabel('Address of the site', { exact: true }).fill('blog.example');
  await page.getByRole('button', { name: 'Fill in the form' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('blog.example');
  await expect(page.getByLabel('Home address of the site')).toHaveValue('https://blog.example/');
  await expectClean(page, 'a form that is filled in');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('The secret is shown only now')).toBeVisible();
  await expect(page.getByText('Which software is it?')).toBeHidden();
  const settings = page.locator('details[open]');
  await expect(settings).toHaveCount(1);
  await expect(settings).toContainText('/authorize');
  await expect(settings).toContainText(await page.getByRole('status').locator('code').innerText());
  await page.goto('/office/sites');
  await page.getByRole('link', { name: 'blog.example' }).click();
  await expect(page.locator('details[open] summary', { hasText: 'WordPress' })).toBeVisible();
});
