/** Checks criteria of WCAG 2.2 AA that axe cannot decide, on the main pages. docs/accessibility.md lists all checks. */
import type { Page } from '@playwright/test';
import { isLong } from '@/lib/base/test-strength';
import { expect, test } from './fixtures';
import {
  findNamesWithoutTheirText,
  findProblemsOfNames,
  findSmallTargets,
  findTextThatDoesNotFit,
  spacing,
} from './measured';
import { memberWho, signIn } from './sign-in';

// The test adds styles, as a visitor's browser may do. The page's CSP would refuse the styles of the test.
test.use({ contextOptions: { reducedMotion: 'reduce' }, bypassCSP: true });

interface Opened {
  path: string;
  /** Opens a sheet or a popup. Returns the selector of the part of the page that can be used while it is open. */
  open?: (page: Page) => Promise<string>;
}

const publicPages: Opened[] = [
  { path: '/' },
  { path: '/?q=physio&near=Geelong&radius=25', open: openFilters },
  { path: '/?q=zzzzqqqq&near=Geelong' },
  { path: '/map?near=Geelong&radius=25' },
  { path: '/map?q=Marco+Kowalczyk', open: openPin },
  { path: '/print?in=au-tas' },
  { path: '/sign-in' },
];
const privatePages = [
  '/account',
  '/account/card',
  '/members-only?q=van',
  '/office',
  '/office/members',
  '/office/members/1001',
  '/office/members/1001/membership',
  '/office/settings',
];

for (const [device, viewport] of [
  ['a wide window', { width: 1280, height: 900 }],
  ['320 pixels, which is 1280 at 400 %', { width: 320, height: 640 }],
] as const) {
  // A narrow page breaks first. In a wide window, the usual run looks at what opens, a profile and the office.
  const isEvery = isLong || viewport.width === 320;
  test(`public pages, on ${device}: texts fit with wider spacing, targets are large enough, and everything has a name`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    for (const opened of publicPages) if (isEvery || opened.open !== undefined) await expectAll(page, opened);
    await page.goto('/?sort=name');
    const card = page.getByRole('article').first();
    await card.locator('summary').click();
    await card.getByRole('button', { name: /^Shortlist / }).click();
    const profile = (await card.getByRole('link').first().getAttribute('href')) ?? '';
    await expectAll(page, { path: profile });
    await page.goto('/');
    const shortlist = await page.locator('[data-shortlist-link]').getAttribute('href');
    await expectAll(page, { path: shortlist ?? '' });
  });

  test(`pages for members and the office, on ${device}, stand wider text spacing and have large targets and names`, async ({
    page,
    demonstration,
  }) => {
    await page.setViewportSize(viewport);
    await signIn(page, memberWho(demonstration, /owner in the office/));
    const paths = isEvery ? privatePages : ['/office/members', '/office/members/1001'];
    for (const path of paths) await expectAll(page, { path });
  });
}

for (const width of [768, 1440])
  test(`at ${width} pixels, the focus goes through the form and the filters as they are seen, and a link leads past them`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/?q=physio&near=Geelong&radius=25');
    const words = page.getByRole('searchbox', { name: 'Name, organisation or field' });
    await words.focus();
    const passed: { name: string; left: number; top: number }[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const focused = document.activeElement as HTMLInputElement | null; // Only inputs have labels.
        const { left = 0, top = 0 } = focused?.getBoundingClientRect() ?? {};
        const isPast = focused?.closest('section') !== null;
        const name = focused?.ariaLabel ?? focused?.labels?.[0]?.textContent ?? focused?.textContent ?? '';
        return { name, left, top: top + scrollY, isPast };
      });
      if (at.isPast) break;
      passed.push(at);
    }
    expect(passed.map(({ name }) => name)).toEqual([
      'Near',
      'Show distances in miles',
      'Within',
      'Search',
      'Use my location',
      'Skip to the results',
      'Filters',
      expect.stringMatching(/^Remove filter: .*physio/),
      expect.stringMatching(/^Remove filter: Within 25 km/),
      'Remove all',
      expect.stringMatching(/^Accepting new patients\d+ members?$/),
      expect.stringMatching(/^Telehealth\d+ members?$/),
      expect.stringMatching(/^Home visits\d+ members?$/),
    ]);
    const row = passed.slice(6);
    const inOrder = row.every(({ left, top }, at) => {
      const before = row[at - 1];
      return before === undefined || left > before.left || top > before.top + 20;
    });
    expect(inOrder, JSON.stringify(row)).toBe(true);
    await page.getByRole('link', { name: 'Skip to the results' }).press('Enter');
    await expect(page.locator('#results')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Sort by')).toBeFocused();
  });

test('the focus can be seen, and nothing covers it: map, profile, sign-in, account and the office', async ({
  page,
  demonstration,
}) => {
  await page.goto('/?sort=name');
  const profile = await page.getByRole('article').getByRole('link').first().getAttribute('href');
  for (const path of ['/map?near=Geelong&radius=25', profile ?? '', '/sign-in'])
    await expectVisibleFocus(page, path);
  await signIn(page, memberWho(demonstration, /owner in the office/));
  const others = ['/account', '/office/members', '/office/settings'];
  for (const path of [...(isLong ? others : others.slice(0, 1)), '/office/members/1001'])
    await expectVisibleFocus(page, path);
});

async function expectAll(first: Page, { path, open }: Opened): Promise<void> {
  // Each path has its own page: Chromium sometimes crashes when it leaves a page with an open sheet whose texts were
  // read and given other spaces.
  const page = await first.context().newPage();
  await page.setViewportSize(first.viewportSize() ?? { width: 1280, height: 900 });
  await page.goto(path, { waitUntil: 'load' });
  const within = (await open?.(page)) ?? 'body';
  expect.soft(await page.evaluate(findSmallTargets, within), `small targets: ${path}`).toEqual([]);
  expect.soft(await page.evaluate(findNamesWithoutTheirText), `names: ${path}`).toEqual([]);
  for (const call of await page.locator('a[href^="tel:"]').filter({ visible: true }).all()) {
    const { width, height } = (await call.boundingBox()) ?? { width: 0, height: 0 };
    expect.soft(Math.min(width, height), `a call: ${path}`).toBeGreaterThanOrEqual(44);
  }
  expect.soft(await findProblemsOfNames(page), `the accessibility tree: ${path}`).toEqual([]);
  await page.addStyleTag({ content: spacing });
  // The map takes its new size a moment after the texts.
  await expect
    .poll(() => page.evaluate(findTextThatDoesNotFit), { message: `texts with wider spacing: ${path}` })
    .toEqual([]);
  await page.close();
}

async function openFilters(page: Page): Promise<string> {
  const filters = page.getByText('Filters', { exact: true });
  if (!(await filters.isVisible())) return 'body';
  await filters.click();
  return '.facets-sheet';
}

async function openPin(page: Page): Promise<string> {
  await page.locator('.mark[role=button]').first().press('Enter');
  await expect(page.locator('.leaflet-popup, .map-cards')).toBeVisible();
  return '.leaflet-popup, .map-cards';
}

async function expectVisibleFocus(page: Page, path: string): Promise<void> {
  await page.goto(path);
  if (path.startsWith('/map')) await expect(page.locator('.mark').first()).toBeVisible();
  let last = '';
  for (let presses = 0; presses < 300; presses += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return null;
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      // The map's frame cuts off everything outside it, so its focus ring is inside, in `::after`.
      const inside = getComputedStyle(focused, '::after');
      const hasOutline = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
      // In a date field, the button of the calendar has the browser's own focus ring.
      const isCalendar = focused.matches('[type=date]:not(:focus-visible)');
      return {
        what: `${focused.outerHTML.slice(0, 160)} ${Math.round(left)} ${Math.round(top + scrollY)}`,
        isSkipLink: focused.matches('[href="#content"]'),
        isSecondSkipLink: focused.matches('[href="#results"]'),
        isCovered: above === null || !(focused.contains(above) || above.contains(focused)),
        hasRing:
          hasOutline || isCalendar || (inside.content !== 'none' && parseFloat(inside.borderTopWidth) >= 2),
      };
    });
    if (at === null || (presses > 0 && at.isSkipLink)) break;
    // Headless Chromium sometimes draws these links late. everywhere.spec.ts checks the first one.
    if (at.isSkipLink || at.isSecondSkipLink) continue;
    expect.soft(at.isCovered, `covered: ${path} ${at.what}`).toBe(false);
    expect.soft(at.hasRing, `no ring: ${path} ${at.what}`).toBe(true);
    last = at.what;
  }
  expect(last, path).not.toBe('');
}
