import type { CDPSession, Locator, Page } from '@playwright/test';
import type { Pin } from '../lib/directory/model/pins';
import { mapText } from '../lib/messages/map';
import { expect, test } from './fixtures';
import { holdScripts } from './held-scripts';
import { moveEast } from './move-map';

test.use({ viewport: { width: 1440, height: 900 } });

const map = (page: Page) => page.getByRole('region', { name: 'Map of the members found' });
const marks = (page: Page) => map(page).locator('.mark');
// A marker's name ends with what a press on the marker does, such as "zoom in".
const clusters = (page: Page) => map(page).locator('.mark[aria-label$="zoom in"]');
const cards = (page: Page) => map(page).getByRole('group', { name: 'Members on the map, nearest first' });
const namesOf = (found: Locator) =>
  found.evaluateAll((all) => all.map((mark) => mark.getAttribute('aria-label')));

test('a cluster opens by the keyboard, as do the members at one point; Escape returns the focus', async ({
  page,
}) => {
  await page.goto('/map');
  const cluster = clusters(page).first();
  const before = (await cluster.getAttribute('aria-label')) ?? '';
  await cluster.focus();
  await page.keyboard.press('Enter');
  await expect(map(page).getByLabel(before, { exact: true })).toHaveCount(0);
  await expect(map(page).getByRole('group', { name: /^Map of the members found/ })).toBeFocused();
  await expect(marks(page).first()).toBeVisible();

  await page.goto('/map?near=Geelong&radius=5');
  const point = map(page).locator('.mark[aria-label$="show them"], .mark-area').first();
  await point.focus();
  await page.keyboard.press('Enter');
  const list = map(page).getByRole('group', { name: /members? here$/ });
  await expect(list).toBeFocused();
  const name = await list.getByRole('link').first().innerText();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(point).toBeFocused();

  await page.keyboard.press('Enter');
  await list.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('pointing at a card raises its pin', async ({ page }) => {
  await page.goto('/?near=Geelong&radius=5');
  await expect(marks(page).first()).toBeVisible();
  await page.getByRole('article').first().hover();
  await expect(map(page).locator('.mark-raised')).not.toHaveCount(0);
  await page.getByRole('banner').hover();
  await expect(map(page).locator('.mark-raised')).toHaveCount(0);
});

const middleOf = async (found: Locator) => {
  const { x, y, width, height } = (await found.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
};

test('a marker keeps its geographic position while the map is zoomed and moved', async ({ page }) => {
  await page.goto('/map?q=Blue+Gum+Kids&near=Corio&radius=5');
  const circle = map(page).locator('.map-circle');
  const pin = map(page).locator('.mark-pin[aria-label$=" Corio VIC"]').first();
  await expect(pin).toBeVisible();
  const widthOf = async () => (await circle.boundingBox())?.width ?? 0;
  /** The pin's offset from the circle's centre, as a fraction of the circle's width. */
  const place = async () => {
    const [from, to, width] = [await middleOf(circle), await middleOf(pin), await widthOf()];
    return { x: (to.x - from.x) / width, y: (to.y - from.y) / width };
  };
  const before = { ...(await place()), width: await widthOf(), pinX: (await middleOf(pin)).x };
  const astray = async () => {
    const { x, y } = await place();
    return Math.hypot(x - before.x, y - before.y);
  };
  await map(page).getByRole('button', { name: 'Zoom in', exact: true }).click();
  await expect.poll(widthOf).toBeGreaterThan(before.width * 1.9);
  await expect.poll(astray).toBeLessThan(0.01);
  await moveEast(map(page));
  await expect.poll(async () => (await middleOf(pin)).x).toBeLessThan(before.pinX - 50);
  await expect.poll(astray).toBeLessThan(0.01);
});

test('dragging the map by a marker does not select it, and of two selected pins the second is open', async ({
  page,
}) => {
  await page.goto('/map?near=Geelong&radius=5');
  const points = map(page).locator('.mark[role=button]:not([aria-label$="zoom in"])');
  const list = map(page).getByRole('group', { name: /members? here$/ });
  await expect(points.nth(1)).toBeVisible();
  await map(page).scrollIntoViewIfNeeded();
  const from = await middleOf(points.first());
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 10, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await middleOf(points.first())).x).toBeGreaterThan(from.x + 20);
  await expect(list).toHaveCount(0);
  // The first popup may cover the second marker, which then cannot have the focus. So the marker is found by its name.
  for (const name of (await namesOf(points)).slice(0, 2)) {
    const point = map(page).locator(`.mark[aria-label="${name}"]`);
    await point.dispatchEvent('pointerdown');
    await point.dispatchEvent('click');
    await expect(list).toBeFocused();
  }
  await expect(list).toHaveCount(1);
});

test('"Search this area" is reachable by keyboard, puts the view into the address, and reload keeps it', async ({
  page,
}) => {
  await page.goto('/?near=Geelong&radius=25');
  await expect(marks(page).first()).toBeVisible();
  const pan = map(page).getByRole('button', { name: 'Move the map', exact: true });
  await pan.focus();
  await page.keyboard.press('Enter');
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Tab');
  await expect(map(page).getByRole('button', { name: 'Move the map east' })).toBeFocused();
  await expect(map(page).getByRole('button', { name: 'Search this area' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(map(page).getByRole('button', { name: 'Search this area' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(map(page).getByRole('button', { name: 'Search this area' })).toBeFocused();
  expect(page.url()).not.toContain('box=');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?box=/);
  const heading = page.locator('#results');
  await expect(heading).toHaveText(/in the map area$/);
  const text = await heading.innerText();
  await page.reload();
  await expect(heading).toHaveText(text);
});

test('Back to the previously searched area brings it into view', async ({ page }) => {
  let view: number[] = [];
  page.on('request', (request) => {
    const requested = new URL(request.url()).searchParams.get('view');
    if (requested !== null) view = requested.split(',').map(Number);
  });
  const searchHere = async () => {
    const before = page.url();
    await map(page).getByRole('button', { name: 'Search this area' }).click();
    await expect(page).not.toHaveURL(before);
    return new URL(page.url()).searchParams.get('box')?.split(',').map(Number) ?? [];
  };
  await page.goto('/map?near=Geelong&radius=25');
  await expect(marks(page).first()).toBeVisible();
  await map(page).getByRole('button', { name: 'Zoom out', exact: true }).click();
  const [, west = 0, , east = 0] = await searchHere();
  for (let times = 0; times < 5; times += 1)
    await map(page).getByRole('button', { name: 'Zoom in', exact: true }).click();
  await searchHere();
  const holdsFirst = () => (view[1] ?? 0) <= west && (view[3] ?? 0) >= east;
  await expect.poll(holdsFirst).toBe(false);
  await page.goBack();
  await expect.poll(holdsFirst).toBe(true);
});

test('buttons pressed while the map zooms take effect when it stops, both Back and further zooming', async ({
  page,
}) => {
  const zooms: number[] = [];
  page.on('request', (request) => {
    const requested = new URL(request.url()).searchParams.get('zoom');
    if (requested !== null) zooms.push(Number(requested));
  });
  await page.goto('/map?near=Geelong&radius=25');
  await expect(marks(page).first()).toBeVisible();
  const circle = map(page).locator('.map-circle');
  const widthOf = async () => Math.round((await circle.boundingBox())?.width ?? 0);
  const before = await widthOf();
  const zoomBefore = zooms.at(-1) ?? 0;
  await page.locator('select[name="radius"]').selectOption('5');
  await expect.poll(() => zooms.at(-1)).toBeGreaterThan(zoomBefore);
  const zoom = zooms.at(-1) ?? 0;
  const pressDuringZoom = (presses: number, andBack: boolean) =>
    map(page)
      .getByRole('button', { name: 'Zoom out', exact: true })
      .evaluate(
        async (button: HTMLElement, [presses, andBack]) => {
          const pane = document.querySelector('.leaflet-map-pane')!;
          const zooming = () => pane.classList.contains('leaflet-zoom-anim');
          // An observer finds every zoom. A check in each frame would miss a zoom that begins and ends during one slow
          // frame.
          const zoomStarts = () =>
            new Promise<void>((resolve) => {
              if (zooming()) return resolve();
              const observer = new MutationObserver(() => {
                if (!zooming()) return;
                observer.disconnect();
                resolve();
              });
              observer.observe(pane, { attributeFilter: ['class'] });
            });
          for (let press = 0; press < presses; press += 1) {
            const started = zoomStarts();
            button.click();
            await started;
          }
          if (andBack) history.back();
        },
        [presses, andBack] as const,
      );
  await pressDuringZoom(4, false);
  await expect.poll(() => zooms.at(-1)).toBe(zoom - 4);
  await pressDuringZoom(1, true);
  await expect(page).toHaveURL(/radius=25/);
  await expect.poll(widthOf).toBe(before);
});

test('sorting the list does not move the map', async ({ page }) => {
  await page.goto('/map?near=Geelong&radius=25');
  const circle = map(page).locator('.map-circle');
  await expect(marks(page).first()).toBeVisible();
  const before = await middleOf(circle);
  await moveEast(map(page));
  await expect.poll(async () => (await middleOf(circle)).x).toBeLessThan(before.x - 100);
  await expect(map(page).locator('.map-moving')).toHaveCount(0);
  const moved = await middleOf(circle);
  await page.getByLabel('Sort by').selectOption('name');
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.locator('section[aria-busy="false"] article').first()).toBeVisible();
  expect((await middleOf(circle)).x).toBeCloseTo(moved.x, 0);
});

test('a circle stays in view when the map is dragged across the 180th meridian', async ({ page }) => {
  await page.goto('/map?lat=-17&lng=179.9&radius=50');
  const circle = map(page).locator('.map-circle');
  await expect(circle).toBeVisible();
  await map(page).scrollIntoViewIfNeeded();
  const before = await middleOf(circle);
  await page.mouse.move(before.x, before.y);
  await page.mouse.down();
  await page.mouse.move(before.x - 200, before.y, { steps: 10 });
  await page.mouse.up();
  await expect.poll(async () => (await middleOf(circle)).x).toBeGreaterThan(before.x - 600);
  await expect.poll(async () => (await middleOf(circle)).x).toBeLessThan(before.x - 100);
});

test.describe('for a visitor who prefers less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('a button moves the map at once', async ({ page }) => {
    await page.goto('/map?near=Geelong&radius=25');
    await expect(map(page).locator('.map-circle')).toBeVisible();
    await map(page).getByRole('button', { name: 'Move the map', exact: true }).click();
    const moved = await map(page)
      .getByRole('button', { name: 'Move the map east' })
      .evaluate((button: HTMLElement) => {
        const left = () => document.querySelector('.map-circle')?.getBoundingClientRect().x ?? 0;
        const before = left();
        button.click();
        return before - left();
      });
    expect(moved).toBeGreaterThan(50);
  });
});

test('the wheel scrolls the page while the map has no focus, and zooms when it has', async ({ page }) => {
  await page.goto('/map');
  await expect(marks(page).first()).toBeVisible();
  const before = await namesOf(marks(page));
  await map(page).hover();
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  expect(await namesOf(marks(page))).toEqual(before);
  await page.getByRole('group', { name: /^Map of the members found/ }).focus();
  await map(page).hover();
  const scrolled = await page.evaluate(() => window.scrollY);
  await page.mouse.wheel(0, -300);
  await expect.poll(() => namesOf(marks(page))).not.toEqual(before);
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
});

test('the map, whose frame cuts off its content, shows the keyboard focus inside', async ({ page }) => {
  const focusRing = () =>
    page.locator('.member-map').evaluate((element) => getComputedStyle(element, '::after').borderTopWidth);
  await page.goto('/map');
  await expect(marks(page).first()).toBeVisible();
  expect(await focusRing()).toBe('0px');
  await page.getByText('Filters', { exact: true }).focus();
  const frame = page.getByRole('group', { name: /^Map of the members found/ });
  const isFocused = () => frame.evaluate((element) => element === document.activeElement);
  // In the tab order, the switches are between the filters and the map.
  for (let presses = 0; presses < 10 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
  await expect(frame).toBeFocused();
  expect(await focusRing()).toBe('3px');
  await page.keyboard.press('Tab');
  expect(await focusRing()).toBe('0px');
});

test('"See on the map" of a second location opens the pin of that location, without its neighbours', async ({
  page,
}) => {
  await page.goto('/members/1049-kookaburra-physiotherapy');
  await page.getByRole('link', { name: 'See on the map' }).nth(1).click();
  const list = map(page).getByRole('group', { name: '1 member here' });
  await expect(list.getByRole('link').first()).toHaveText('Kookaburra Physiotherapy');
  await expect(list).toContainText('Geelong West VIC');
});

test('arrow keys move the map, plus and minus zoom', async ({ page }) => {
  await page.goto('/map?near=Geelong&radius=25');
  await expect(marks(page).first()).toBeVisible();
  const circle = map(page).locator('.map-circle');
  const box = async () => (await circle.boundingBox()) ?? { x: 0, width: 0 };
  const before = await box();
  await page.getByRole('group', { name: /^Map of the members found/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await box()).x).toBeLessThan(before.x - 20);
  await page.keyboard.press('+');
  await expect.poll(async () => (await box()).width).toBeGreaterThan(before.width * 1.5);
  // During a zoom, the map accepts no other zoom.
  await expect(page.locator('.member-map')).not.toHaveClass(/map-moving/);
  await page.keyboard.press('-');
  await expect.poll(async () => Math.round((await box()).width)).toBe(Math.round(before.width));
});

test('focus on a card raises its pin, and a selected pin shows its card', async ({ page }) => {
  await page.goto('/?near=Geelong&radius=5');
  await expect(marks(page).first()).toBeVisible();
  await page.getByRole('article').first().getByRole('link').first().focus();
  await expect(map(page).locator('.mark-raised')).not.toHaveCount(0);

  await page.goto('/?q=Coastal');
  const pin = map(page).locator('.mark:not([aria-label$="zoom in"])').first();
  await pin.focus();
  await page.keyboard.press('Enter');
  const name = await map(page).getByRole('group', { name: /here$/ }).getByRole('link').first().innerText();
  const card = page.locator('article[data-raised]');
  await expect(card).toContainText(name);
  await expect(card).toBeInViewport();
});

test('focused elements on the map are completely in view, with nothing over them', async ({ page }) => {
  await page.goto('/map?near=Geelong&radius=25');
  await expect(marks(page).first()).toBeVisible();
  await map(page).getByRole('button', { name: 'Zoom in', exact: true }).click();
  await moveEast(map(page));
  const hidden = () =>
    page.locator('.mark').evaluateAll((all) =>
      all
        .filter((mark) => mark instanceof HTMLElement && mark.tabIndex === 0)
        .filter((mark) => {
          const { left, right, top, bottom } = mark.getBoundingClientRect();
          const corners = [
            [left + 2, top + 2],
            [right - 2, top + 2],
            [left + 2, bottom - 2],
            [right - 2, bottom - 2],
          ] as const;
          return corners.some(([x, y]) => {
            const at = document.elementFromPoint(x, y);
            return at === null || at.closest('.member-map') === null || at.closest('button') !== null;
          });
        })
        .map((mark) => mark.ariaLabel),
    );
  await map(page).scrollIntoViewIfNeeded();
  await expect.poll(hidden).toEqual([]);
  await expect(page.locator('.mark[role=button]')).not.toHaveCount(0);
});

async function swipe(fingers: CDPSession, from: { x: number; y: number }, to: { x: number; y: number }) {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (let part = 0.1; part <= 1; part += 0.1)
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  await touch('touchEnd', []);
}

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test('a finger moves the map, two zoom it, and a tap opens a marker', async ({ page, context }) => {
    await page.goto('/map?near=Geelong&radius=25');
    await expect(marks(page).first()).toBeVisible();
    await map(page).scrollIntoViewIfNeeded();
    const circle = map(page).locator('.map-circle');
    const box = async () => (await circle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const before = await box();
    const fingers = await context.newCDPSession(page);
    const frame = (await map(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const middle = { x: Math.round(frame.x + frame.width / 2), y: Math.round(frame.y + frame.height * 0.6) };
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [middle]);
    for (let moved = 10; moved <= 80; moved += 10)
      await touch('touchMove', [{ ...middle, x: middle.x - moved }]);
    await touch('touchEnd', []);
    await expect.poll(async () => (await box()).x).toBeLessThan(before.x - 40);
    await fingers.send('Input.synthesizePinchGesture', {
      ...middle,
      scaleFactor: 2.2,
      gestureSourceType: 'touch',
    });
    await expect.poll(async () => (await box()).width).toBeGreaterThan(before.width * 1.5);
    await page.goto('/map?near=Geelong&radius=25');
    const mark = map(page).locator('.mark[role=button]').first();
    const name = (await mark.getAttribute('aria-label')) ?? '';
    await mark.tap();
    // Opening a cluster zooms in. Members at one point open as a list.
    if (name.endsWith('zoom in')) await expect(map(page).getByLabel(name, { exact: true })).toHaveCount(0);
    else await expect(cards(page)).toBeVisible();
  });

  test('the page shows a picture of the first view before its scripts, with the tiles of the map', async ({
    page,
  }) => {
    const load = await holdScripts(page);
    await page.goto('/map?near=Geelong&radius=25', { waitUntil: 'commit' });
    const still = map(page).locator('picture img');
    const tilesOf = (found: Locator) =>
      found.evaluateAll((all) => all.map((tile) => new URL((tile as HTMLImageElement).currentSrc).pathname));
    await expect(still.first()).toBeVisible();
    await expect.poll(async () => (await tilesOf(still)).length).toBeGreaterThan(0);
    const shown = await tilesOf(still);
    expect(shown.every((path) => path.startsWith('/tiles/light/'))).toBe(true);
    load();
    await expect(marks(page).first()).toBeVisible();
    expect(await tilesOf(map(page).locator('img.leaflet-tile'))).toEqual(expect.arrayContaining(shown));
    // When the tiles are drawn, the picture is removed.
    await expect(still).toHaveCount(0);
  });

  test('the map fills the screen, and its cards go to the next member by swipe and by button', async ({
    page,
    context,
  }) => {
    await page.goto('/map?near=Geelong&radius=5');
    await expect(marks(page).first()).toBeVisible();
    expect(await map(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 800 });
    await map(page).locator('.mark-pin[role=button]').first().tap();
    await expect(cards(page)).toBeFocused();
    await expect(map(page).locator('.mark-raised')).toHaveCount(1);
    const position = cards(page).getByRole('status');
    await expect(position).toHaveText(/^1 of \d+$/);
    const raised = () => map(page).locator('.mark-raised').first().getAttribute('aria-label');
    const first = await raised();
    await cards(page).getByRole('button', { name: 'Next card' }).tap();
    await expect(position).toHaveText(/^2 of/);
    await expect.poll(raised).not.toBe(first);
    // The button scrolls the cards. During this scroll, a swipe may have no effect.
    const isStill = () =>
      cards(page)
        .locator('> ul')
        .evaluate((list) => Math.abs(list.scrollLeft - list.clientWidth) < 1);
    await expect.poll(isStill).toBe(true);
    const fingers = await context.newCDPSession(page);
    const { x, y, width, height } = (await cards(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const start = { x: x + width * 0.8, y: y + height * 0.8 };
    await swipe(fingers, start, { x: start.x - width * 0.6, y: start.y });
    await expect(position).toHaveText(/^3 of/);
    const name = await cards(page).locator('> ul > li > a').nth(2).innerText();
    await page.keyboard.press('Escape');
    await expect(cards(page)).toHaveCount(0);
    await expect(map(page).locator('.mark-raised')).toHaveCount(0);
    await map(page).locator('.mark-pin[role=button]').first().tap();
    await cards(page).getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.goBack();
    await map(page).getByRole('link', { name: 'Show as a list' }).tap();
    await expect(page).toHaveURL(/\/\?near=Geelong/);
  });

  test.describe('while the page may still be scrolling', () => {
    // Chromium logs an error when Leaflet cannot stop a scroll in progress.
    test.use({ expectedConsoleErrors: [/^Ignored attempt to cancel a touch/] });

    test('one finger scrolls the page past an embedded map, and two zoom it; focus behind a full map embeds it', async ({
      page,
      context,
    }) => {
      await page.goto('/map?near=Geelong&radius=25');
      await expect(marks(page).first()).toBeVisible();
      await page.getByRole('link', { name: 'Skip to main content' }).focus();
      const height = async () => (await map(page).boundingBox())?.height ?? 0;
      await expect.poll(height).toBeLessThan(600);
      await map(page).getByRole('button', { name: 'Fill the screen' }).tap();
      await expect.poll(height).toBe(800);
      await map(page).getByRole('button', { name: 'Leave full screen' }).tap();
      await expect.poll(height).toBeLessThan(600);
      await map(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const scrolled = () => page.evaluate(() => Math.round(scrollY));
      const from = await scrolled();
      const circle = map(page).locator('.map-circle');
      // Both positions are read in one step, because the page may still be scrolling.
      const inMap = () =>
        circle.evaluate((element) => {
          const frame = element.closest('.member-map')?.getBoundingClientRect();
          return Math.round(element.getBoundingClientRect().y - (frame?.y ?? 0));
        });
      // The map may still be moving, because its size has changed.
      let before = NaN;
      await expect
        .poll(async () => {
          const last = before;
          before = await inMap();
          return before === last;
        })
        .toBe(true);
      const middle = await middleOf(map(page));
      const fingers = await context.newCDPSession(page);
      await swipe(fingers, middle, { x: middle.x, y: middle.y - 160 });
      await expect.poll(scrolled).toBeGreaterThan(from + 100);
      await expect.poll(inMap).toBe(before);
      const width = (await circle.boundingBox())?.width ?? 0;
      // The swipe may have moved the middle of the map out of the window.
      await map(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
      // While the page is still scrolling, Chromium applies a pinch to the page and not to the map.
      let lastScroll = NaN;
      await expect
        .poll(async () => {
          const beforeScroll = lastScroll;
          lastScroll = await scrolled();
          return beforeScroll === lastScroll;
        })
        .toBe(true);
      const again = await middleOf(map(page));
      await fingers.send('Input.synthesizePinchGesture', {
        x: Math.round(again.x),
        y: Math.round(again.y),
        scaleFactor: 2.2,
        gestureSourceType: 'touch',
      });
      await expect.poll(async () => (await circle.boundingBox())?.width ?? 0).toBeGreaterThan(width * 1.5);
    });
  });

  test('a page with a mistake to report shows it before the map', async ({ page }) => {
    await page.goto('/map?near=Qqqzzz');
    await expect(marks(page).first()).toBeVisible();
    expect((await map(page).boundingBox())?.height).toBeLessThan(600);
  });
});

for (const [address, said] of [
  ['/map?lat=91&lng=0', /“lat” must be a latitude/],
  ['/map?near=Geelong&radius=-1', /“radius” must be/],
  ['/map?near=Qqqzzz', /Qqqzzz/],
  ['/map?box=1,2,3', /“box” must be four numbers/],
] as const) {
  test(`${address} reports the mistake and shows a map with members`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByText(said).first()).toBeVisible();
    await expect(marks(page).first()).toBeVisible();
  });
}

test('a box across the 180th meridian is one area, and a zoom of 40 shows the closest zoom level', async ({
  page,
  request,
}) => {
  await page.goto('/map?box=-60,110,0,-170');
  await expect(page.locator('#results')).toHaveText(/in the map area$/);
  await expect(marks(page).first()).toBeVisible();
  const response = await request.get('/directory/clusters.json?view=-60,110,0,-170&zoom=40');
  const { features } = (await response.json()) as { features: unknown[] };
  expect(features.length).toBeGreaterThan(0);
});

test('buttons move and zoom the map', async ({ page }) => {
  await page.goto('/map?near=Geelong');
  const tiles = map(page).locator('.leaflet-tile-loaded');
  await expect(tiles.first()).toBeVisible();
  const zoomOf = async () =>
    /\/tiles\/\w+\/(\d+)\//.exec((await tiles.last().getAttribute('src')) ?? '')?.[1];
  const zoom = Number(await zoomOf());
  await map(page).getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(async () => Number(await zoomOf())).toBe(zoom - 1);
  const circle = map(page).locator('.map-circle');
  const left = (await circle.boundingBox())?.x ?? 0;
  await moveEast(map(page));
  await expect.poll(async () => (await circle.boundingBox())?.x ?? left).toBeLessThan(left - 50);
});

// Two radii whose closest whole zooms cannot both fit well: 25 km is 2.5 times 10 km.
for (const radius of [10, 25])
  test(`the first view fits a circle of ${radius} km, and its tiles are drawn at their size, without gaps`, async ({
    page,
  }) => {
    await page.goto(`/map?near=Geelong&radius=${radius}`);
    await expect(marks(page).first()).toBeVisible();
    const frame = (await map(page).boundingBox()) ?? { width: 0, height: 0 };
    const circle = (await map(page).locator('.map-circle').boundingBox()) ?? { width: 0, height: 0 };
    // The buttons and a margin take 80 pixels. A quarter of a zoom enlarges by 1.19.
    expect(circle.height).toBeGreaterThan((frame.height - 80) / 1.2);
    expect(circle.height).toBeLessThan(frame.height - 80 + 4);
    const tiles = await map(page)
      .locator('img.leaflet-tile')
      .evaluateAll((all) =>
        all.map((tile) => {
          const { left, top, right, bottom } = tile.getBoundingClientRect();
          const { a: scale } = new DOMMatrix(getComputedStyle(tile.parentElement ?? tile).transform);
          const [x, y] = (/(\d+)\/(\d+)\.svg/.exec(tile.getAttribute('src') ?? '') ?? [])
            .slice(1)
            .map(Number);
          return { x, y, left, top, right, bottom, scale };
        }),
      );
    const gaps = tiles.flatMap((tile) => [
      ...tiles
        .filter(({ x, y }) => y === tile.y && x === (tile.x ?? 0) + 1)
        .map(({ left }) => left - tile.right),
      ...tiles
        .filter(({ x, y }) => x === tile.x && y === (tile.y ?? 0) + 1)
        .map(({ top }) => top - tile.bottom),
    ]);
    expect(gaps).not.toEqual([]);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(0);
    expect(Math.min(...gaps)).toBeGreaterThan(-2);
    expect(new Set(tiles.map(({ scale }) => scale))).toEqual(new Set([1]));
  });

test('every member on the map is in the list, at the same place', async ({ page }) => {
  await page.goto('/map?near=Geelong&radius=25');
  await expect(marks(page).first()).toBeVisible();
  const { search } = new URL(page.url());
  // At the closest zoom, every member has a pin, or is in the list of a cluster.
  const view = `${search}&view=-90,-180,90,180&zoom=18`;
  const { features } = (await (await page.request.get(`/directory/clusters.json${view}`)).json()) as {
    features: ({ kind: 'pin'; pin: Pin } | { kind: 'cluster'; pins: Pin[] })[];
  };
  const pins = features.flatMap((feature) => (feature.kind === 'pin' ? [feature.pin] : feature.pins));
  const cards = new Map<string, string>();
  for (;;) {
    for (const card of await page.getByRole('article').all())
      cards.set((await card.getAttribute('data-entry')) ?? '', await card.innerText());
    const next = page.getByRole('link', { name: /^next/i });
    if ((await next.count()) === 0) break;
    await page.goto(new URL((await next.first().getAttribute('href')) ?? '', page.url()).href);
  }
  expect(pins.length).toBeGreaterThan(20);
  for (const { entryId, name, place, isArea } of pins) {
    const card = cards.get(entryId) ?? '';
    expect.soft(card).toContain(name);
    expect.soft(card, name).toContain(place);
    // A pin's place may be only a state, whose name is one word here. Then the card may name a more precise place.
    if (isArea && place.includes(' ')) expect.soft(card, name).toMatch(/somewhere in/i);
  }
});

test('the map and the place search name the sources of their data', async ({ page }) => {
  await page.goto('/map');
  const onMap = map(page).locator('.leaflet-control-attribution');
  await expect(onMap).toContainText('Natural Earth');
  await expect(onMap).toContainText('© GeoNames (CC BY 4.0)');
  await expect(page.getByRole('contentinfo')).toContainText('Places © GeoNames (CC BY 4.0)');
});

test('on a phone the list loads no map, but links to it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(requests.filter((path) => /tiles|pins|clusters/.test(path))).toEqual([]);
  await page.getByRole('link', { name: 'Show on a map' }).click();
  await expect(page).toHaveURL(/\/map$/);
  await expect(marks(page).first()).toBeVisible();
});

test.describe("when the map's code cannot be loaded", () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] });

  test('a message appears in its place, and the list still works', async ({ page }) => {
    await page.route('**/*.js', async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes('leaflet-zoom-animated')) await route.abort();
      else await route.fulfill({ response });
    });
    await page.goto('/map?near=Geelong');
    await expect(map(page).getByRole('status')).toHaveText(mapText.failed);
    await expect(page.getByRole('article').first()).toBeVisible();
    // When the page closes, a script may still be loading, and its response is cut off.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test.describe('when tiles fail', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] });

  test('the map reports it, and pins and list still work', async ({ page }) => {
    await page.route('**/tiles/**', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/?near=Geelong');
    await expect(map(page).getByText('The map background could not be loaded')).toBeVisible();
    await expect(marks(page).first()).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});
