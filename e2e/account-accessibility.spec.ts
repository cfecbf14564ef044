import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { enterPassword, memberWho, signIn } from './sign-in';

/** These pages depend on the member's standing. */
const standingPages = ['/account', '/account/card', '/account/public-entry', '/members-only?q=van'];
const otherPages = [
  '/account/details',
  '/account/devices',
  '/account/sites',
  '/account/privacy?edit=audiences',
  '/account/privacy/data',
  // This member has the role of owner in the office.
  '/members-only/members/1001-zoe-van-der-berg',
];
const members = [
  /is financial/,
  /owes money/,
  /has lapsed/,
  /expires soon/,
  /contact of a practice/,
  /sub-member/,
  /not approved/,
];

const rules = { also: ['best-practice'] };

test('axe finds no problem in the sign-in pages', async ({ page, demonstration }) => {
  for (const path of [
    '/sign-in',
    '/sign-in?problem=denied',
    '/sign-in?signed-out=1',
    '/verify/x',
    '/verify?code=x',
  ]) {
    await page.goto(path);
    await expectClean(page, path, rules);
  }
  await page.goto('/account');
  await expect(page.getByLabel('Password')).toBeVisible();
  await expectClean(page, 'the service’s sign-in', rules);
  await enterPassword(page, memberWho(demonstration, /is financial/));
  await page.waitForURL('/account');
  await expectClean(page, '/account', rules);
});

for (const [at, description] of members.entries()) {
  test(`axe finds no problem in the account of a member (${description.source})`, async ({
    page,
    demonstration,
  }) => {
    await signIn(page, memberWho(demonstration, description));
    for (const path of at === 0 ? [...standingPages, ...otherPages] : standingPages) {
      await page.goto(path);
      await expectClean(page, path, rules);
    }
  });
}

test('the pages and forms of a member fit into every window, and axe finds no problem in the narrowest, nor in forms in the widest', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /several memberships/));
  await page.goto('/account/public-entry');
  const links = page.getByRole('link', {
    name: /^(Edit: |Add a place|Manage the staff|End this membership)/,
  });
  const addresses = () =>
    links.evaluateAll((all) => all.map((element) => element.getAttribute('href') ?? ''));
  const forms = await addresses();
  await page.goto('/account');
  forms.push(...(await addresses()));
  expect(forms.length).toBeGreaterThan(6);
  for (const path of [...standingPages, ...forms, ...otherPages, '/sign-in', '/verify/x', '/verify?code=x']) {
    await page.goto(path);
    // 320 px is the same as 1280 px at 400 % zoom.
    for (const width of [1440, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 840 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, path).toBeLessThanOrEqual(width);
      // The other tests of this file look at the other pages in a wide window.
      if (width === 320 || (width === 1440 && forms.includes(path)))
        await expectClean(page, `${path} at ${width} px`, rules);
    }
  }
});
