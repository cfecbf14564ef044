import { isLong } from '@/lib/base/test-strength';
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
/** One member with a valid membership, and one without. For the others, only the long run looks at every page. */
const examples = [/is financial/, /has lapsed/].map(({ source }) => source);

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
    const isExample = isLong || examples.includes(description.source);
    const pages = isExample ? standingPages : standingPages.slice(0, 1);
    for (const path of at === 0 ? [...pages, ...otherPages] : pages) {
      if (path !== '/account') await page.goto(path);
      await expectClean(page, path, rules);
    }
  });
}

test('the pages and forms of a member fit into every window, and axe finds no problem in forms in the narrowest', async ({
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
  const every = await addresses();
  await page.goto('/account');
  every.push(...(await addresses()));
  // Each membership has the same forms. The usual run looks at one of each.
  const kinds = new Map(every.map((path) => [path.replace(/\d+/g, ''), path]));
  const forms = isLong ? every : [...kinds.values()];
  expect(forms.length).toBeGreaterThan(6);
  for (const path of [...standingPages, ...forms, ...otherPages, '/sign-in', '/verify/x', '/verify?code=x']) {
    await page.goto(path);
    // 320 px is the same as 1280 px at 400 % zoom.
    for (const width of [1440, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 840 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, path).toBeLessThanOrEqual(width);
      // The other tests of this file look at the other pages in a wide window, and beyond-axe.spec.ts measures the
      // targets on narrow ones.
      const isForm = forms.includes(path);
      if ((width === 320 && (isForm || isLong)) || (width === 1440 && isForm && isLong))
        await expectClean(page, `${path} at ${width} px`, rules);
    }
  }
});
