import { expect, test } from './fixtures';
import { memberWho, signIn } from './sign-in';

test('a member who owes money signs in, sees the amount and how to pay, and signs out of both', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /owes money/));
  const membership = page.getByRole('article').first();
  await expect(membership).toContainText('Payment outstanding');
  await expect(membership).toContainText('$545.00');
  const pay = membership.getByRole('link', { name: 'Pay now' });
  await expect(pay).toHaveAttribute('href', /^https?:\/\//);
  await expect(pay).toHaveAttribute('rel', /noopener/);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  // The sign-out has also ended the person's session at the service. So the service asks for the password.
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('a lapsed member can sign in and sees how to renew, but not the page for members', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /has lapsed/));
  await expect(page.getByText(/has ended\. See below for what to do/)).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText('Renew it to restore it.');
  await page.goto('/members-only');
  await expect(page.getByText('This page is for members')).toBeVisible();
  await page.goto('/account/card');
  await expect(page.getByText('you have no valid membership today')).toBeVisible();
});

test('a member with a valid membership reaches the page for members', async ({ page, demonstration }) => {
  await signIn(page, memberWho(demonstration, /is financial/), '/members-only');
  await expect(page.getByText('because you have a valid membership today')).toBeVisible();
});

test('a practice’s contact sees its membership, and a sub-member sees who manages theirs, but no payment', async ({
  page,
  browser,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /contact of a practice/));
  const firm = page.getByRole('article', { name: 'Corio Bay Physiotherapy' });
  await expect(firm).toContainText('Organisation you are the contact for');

  const other = await (await browser.newContext()).newPage();
  await signIn(other, memberWho(demonstration, /sub-member/));
  const own = other.getByRole('article').first();
  await expect(own).toContainText('Managed by Corio Bay Physiotherapy');
  await expect(own.getByRole('link', { name: /pay|invoice|renew/i })).toHaveCount(0);
  await other.context().close();
});

test('a person whose application is pending is informed', async ({ page, demonstration }) => {
  await signIn(page, memberWho(demonstration, /not approved/));
  const membership = page.getByRole('article').first();
  await expect(membership).toContainText('The association has not approved it yet.');
  await expect(membership.getByRole('link', { name: /Renew|Pay/ })).toHaveCount(0);
  await page.goto('/members-only');
  await expect(page.getByText('This page is for members')).toBeVisible();
});

test('a person with several memberships sees each', async ({ page, demonstration }) => {
  await signIn(page, memberWho(demonstration, /several memberships/));
  await expect(page.getByRole('article')).toHaveCount(3);
});

test('anybody can check a card, and it becomes invalid when its owner says so', async ({
  page,
  browser,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /is financial/), '/account/card');
  const card = page.getByRole('article', { name: /Membership card of/ });
  const scan = card.getByRole('link', { name: 'What a scan shows' });
  const address = (await scan.getAttribute('href')) ?? '';
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(address);
  await expect(stranger.getByRole('heading', { name: 'Valid', exact: false })).toBeVisible();
  await expect(stranger.getByText('Zoë van der Berg')).toBeVisible();
  const code = (await card.getByText(/^\w{4}-\w{4}-\w{5}$/).textContent()) ?? '';
  await stranger.goto('/verify');
  const field = stranger.getByLabel('Code on the card');
  await field.fill(code.slice(1));
  await stranger.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(stranger.getByText('A code has 13 letters and digits')).toBeVisible();
  await field.fill(code.toLowerCase().replaceAll('-', ' '));
  await field.press('Enter');
  await expect(stranger.getByText('Zoë van der Berg')).toBeVisible();
  expect(await stranger.context().cookies()).toEqual([]);

  await page.getByText('Lost a card?').click();
  await page.getByRole('button', { name: 'Cancel my old cards' }).click();
  await expect(page.getByText('Your old cards no longer work.')).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'Not a valid card' })).toBeVisible();
  await stranger.goto((await scan.getAttribute('href')) ?? '');
  await expect(stranger.getByRole('heading', { name: 'Valid' })).toBeVisible();
  await stranger.context().close();
});

test('the preview shows what the public sees: the same bytes in the list and on the profile', async ({
  page,
  browser,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /is financial/), '/account/public-entry');
  const outerHtml = (element: Element) => element.outerHTML;
  const card = page.locator('article[data-entry]').first();
  const profile = page.locator('[inert] article').first();
  const id = await card.getAttribute('data-entry');
  const address = (await page.getByRole('link', { name: 'your public page' }).getAttribute('href')) ?? '';

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto('/?q=van+der+Berg');
  const listed = stranger.locator(`article[data-entry="${id}"]`);
  expect(await card.evaluate(outerHtml)).toBe(await listed.evaluate(outerHtml));
  // After a search, the first link of the page leads back to the search. In a new tab, it does not.
  const newTab = await stranger.context().newPage();
  await newTab.goto(address);
  expect(await profile.evaluate(outerHtml)).toBe(await newTab.getByRole('article').evaluate(outerHtml));
  await stranger.context().close();
});

test.describe('a member who opts out of the directory', () => {
  test.use({ expectedConsoleErrors: [/status of 410/] });

  test('the public sees a member’s choices within a minute, and a member who opts out disappears', async ({
    page,
    demonstration,
  }) => {
    const member = memberWho(demonstration, /expires soon/);
    await signIn(page, member, '/account/public-entry');
    const profile = (await page.getByRole('link', { name: 'your public page' }).getAttribute('href')) ?? '';
    await page.getByRole('link', { name: 'Change what is shown' }).click();
    await page.getByLabel('Email', { exact: true }).selectOption('Everybody');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'See your profile' }).click();
    const email = page
      .getByRole('definition')
      .filter({ hasText: `${member.email}Shown because you or the association switched it on` });
    await expect(async () => {
      await page.reload();
      await page.getByText('What is public, and why').click();
      await expect(email).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });

    await page.getByRole('link', { name: 'Change what is shown' }).click();
    await page.getByLabel('Who sees my entry').selectOption('The office only');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'See your profile' }).click();
    await expect(async () => {
      await page.reload();
      await expect(
        page.getByText('Visitors cannot see this membership. It is hidden, by your choice'),
      ).toBeVisible({
        timeout: 1_000,
      });
    }).toPass({ timeout: 60_000 });
    const hiddenResponse = await page.goto(profile);
    expect(hiddenResponse?.status()).toBe(410);
    await expect(page.getByRole('heading', { name: 'This member is no longer listed' })).toBeVisible();
    expect((await page.request.get(`${profile}/vcard`)).status()).toBe(410);
  });
});

test('members see an answer for members only in a profile; the public page has the same bytes as before', async ({
  page,
  browser,
  demonstration,
}) => {
  const owner = memberWho(demonstration, /owner in the office/);
  await signIn(page, owner, '/office/settings');
  const profile = '/members/1001-zoe-van-der-berg';
  /**
   * Returns the profile and the vCard that a visitor without cookies gets. The "Data as of" text is removed, because
   * other tests change members.
   */
  const publicBytes = async () => {
    const stranger = await (await browser.newContext()).newPage();
    const get = async (address: string) => (await stranger.request.get(address)).text();
    for (const address of ['/?q=van+der+berg', '/directory/search.json?q=zoe', '/sitemap.xml'])
      expect(await get(address)).not.toMatch(/glassblowing|hobby/i);
    expect(JSON.parse(await get('/directory/search.json?q=glassblowing'))).toMatchObject({ total: 0 });
    await stranger.goto(`/members-only${profile}`);
    await expect(stranger.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    const bytes = [await get(profile), await get(`${profile}/vcard`)];
    await stranger.context().close();
    return bytes.map((text) => text.replace(/<time[^>]*>Data as of.*?<\/time>/g, ''));
  };
  const before = await publicBytes();

  await page.getByRole('link', { name: 'Add a question' }).click();
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('What is your hobby?');
  await page
    .getByLabel('Who sees the answers')
    .selectOption({ label: 'Members only: signed-in members, in each other’s profiles' });
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('The directory shows it within a few seconds.')).toBeVisible();
  await page.goto('/office/members/1001');
  await page.getByLabel('What is your hobby?').fill('Glassblowing');
  await page.getByRole('button', { name: 'Save answers' }).click();
  await page.waitForURL(/done=answers/);

  const member = await (await browser.newContext()).newPage();
  await signIn(member, memberWho(demonstration, /owes money/), '/members-only');
  await member.getByRole('searchbox').fill('Zoë van der Berg');
  await member.getByRole('button', { name: 'Search' }).click();
  await member.getByRole('link', { name: 'Zoë van der Berg' }).click();
  await expect(member.getByText('Glassblowing')).toBeVisible();
  const sent = await member.request.get(`/members-only${profile}`);
  expect(sent.headers()['cache-control']).toContain('no-store');
  await member.goto(profile);
  await expect(member.getByRole('heading', { name: 'Zoë van der Berg', exact: true })).toBeVisible();
  await expect(member.getByText('Glassblowing')).toHaveCount(0);
  await member.context().close();
  expect(await publicBytes()).toEqual(before);

  const lapsed = await (await browser.newContext()).newPage();
  await signIn(lapsed, memberWho(demonstration, /has lapsed/), `/members-only${profile}`);
  await expect(lapsed.getByText('This page is for members')).toBeVisible();
  await expect(lapsed.getByText('Glassblowing')).toHaveCount(0);
  await lapsed.context().close();

  // The question is removed, so that other tests do not see it.
  await page.goto('/office/members/1001');
  await page.getByLabel('What is your hobby?').fill('');
  await page.getByRole('button', { name: 'Save answers' }).click();
  await page.waitForURL(/done=answers/);
  await page.goto('/office/settings');
  await page.getByRole('link', { name: 'What is your hobby?' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('What is your hobby? is removed.')).toBeVisible();
});
