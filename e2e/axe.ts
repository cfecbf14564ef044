import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Finding {
  id: string;
  where: string[];
}

/**
 * Fails if axe finds a problem in the current page, by the rules of WCAG 2.2 AA. `also`: further sets of axe's rules.
 * `isDecided`: also fails if axe cannot decide, with the exceptions in `undecided`.
 */
export async function expectClean(
  page: Page,
  what: string,
  { also = [], isDecided = false }: { also?: string[]; isDecided?: boolean } = {},
): Promise<void> {
  // The address changes before the page does.
  await page.waitForLoadState();
  // The script is evaluated and not added to the page, because the pages' policy applies in tests too.
  await page.evaluate(axeSource);
  if (isDecided) await showTilesPlainly(page);
  const values = [...wcag, ...also];
  const violations = await page.evaluate(async (values): Promise<Finding[]> => {
    // The script above sets it.
    const { axe } = window as unknown as { axe: typeof axeCore };
    const result = await axe.run(document, { runOnly: { type: 'tag', values } });
    // For `undecided`, which runs in the page too.
    Object.assign(window, { undecidedByAxe: result.incomplete });
    return result.violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html }) => html.slice(0, 200)),
    }));
  }, values);
  expect(violations, what).toEqual([]);
  if (isDecided) expect(await page.evaluate(undecided), `${what}: what axe cannot decide`).toEqual([]);
}

/**
 * axe stops with an error at the blend mode with which Leaflet hides the seams between tiles. No text of the page is in a tile, so
 * without it the text has the same colours.
 */
async function showTilesPlainly(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const tile of document.querySelectorAll<HTMLElement>('img.leaflet-tile'))
      tile.style.mixBlendMode = 'normal';
  });
}

/**
 * Runs in the page: what axe could not decide, without two exceptions, each with its proof here. A button whose only
 * text is a sign, such as an arrow, has no words that a name could lack. And text that axe does not judge, for example
 * because it is a sign, has its contrast measured with the nearest opaque background: 4.5 to 1, or 3 to 1 for a sign.
 */
function undecided(): Finding[] {
  const { undecidedByAxe } = window as unknown as { undecidedByAxe: axeCore.Result[] };
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour: string) => {
    if (canvas === null) return [0, 0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([red = 0, green = 0, blue = 0]: number[]) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isSign = (element: Element) => !/[\p{L}\p{N}]/u.test(element.textContent ?? '');
  const isReadable = (element: Element) => {
    let below: Element | null = element;
    while (below !== null && rgba(getComputedStyle(below).backgroundColor)[3] !== 255)
      below = below.parentElement;
    if (below === null) return false;
    const [a, b] = [getComputedStyle(element).color, getComputedStyle(below).backgroundColor].map((colour) =>
      luminance(rgba(colour)),
    );
    const [low = 0, high = 0] = [a ?? 0, b ?? 0].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05) >= (isSign(element) ? 3 : 4.5);
  };
  const isProven = (id: string, element: Element | null) => {
    if (element === null) return false;
    if (id === 'label-content-name-mismatch') return isSign(element);
    return id === 'color-contrast' && isReadable(element);
  };
  return undecidedByAxe
    .map(({ id, nodes }) => ({
      id,
      where: nodes
        .filter(({ target }) => !isProven(id, document.querySelector(String(target[0]))))
        .map(({ html }) => html.slice(0, 200)),
    }))
    .filter(({ where }) => where.length > 0);
}
