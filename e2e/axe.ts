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

const inColours = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const;

/**
 * Fails if axe finds a problem on the current page by the rules of WCAG 2.2 AA. Also fails if axe cannot decide
 * something and `undecided` has no exception for it. `also` adds more rule sets of axe. The page is checked in each of
 * the `colours` and keeps the last of them. In the first, axe looks at everything. In the others, it looks only at what
 * `findUnproven` finds, because axe takes a second of the processor's time for the contrast of all texts.
 */
export async function expectClean(
  page: Page,
  what: string,
  { also = [], colours = ['dark', 'light'] }: { also?: string[]; colours?: (keyof typeof inColours)[] } = {},
): Promise<void> {
  // The address changes before the new page has loaded.
  await page.waitForLoadState();
  // axe is evaluated, because the pages' content security policy also applies in tests and would block an added script.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource);
    await page.evaluate(addContrast);
  }
  await showTilesPlainly(page);
  let runOnly: axeCore.RunOnly = { type: 'tag', values: [...wcag, ...also] };
  for (const name of colours) {
    await page.emulateMedia(inColours[name]);
    if (runOnly.type === 'tag' || (await page.evaluate(findUnproven)) > 0)
      await expectNothing(page, `${what} in ${name} colours`, runOnly);
    // No other rules of axe check colours.
    runOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
  }
}

/** What the functions of this file add to the page. */
interface Added {
  axe: typeof axeCore;
  hasContrast: (element: Element, least: number) => boolean;
  unproven: Element[];
  undecidedByAxe: axeCore.Result[];
}

async function expectNothing(page: Page, what: string, runOnly: axeCore.RunOnly): Promise<void> {
  const violations = await page.evaluate(async (runOnly): Promise<Finding[]> => {
    // `expectClean` has added these to the window.
    const added = window as unknown as Added;
    const result = await added.axe.run(runOnly.type === 'tag' ? document : { include: added.unproven }, {
      runOnly,
      resultTypes: ['violations', 'incomplete'],
    });
    added.undecidedByAxe = result.incomplete;
    return result.violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html }) => html.slice(0, 200)),
    }));
  }, runOnly);
  expect(violations, what).toEqual([]);
  expect(await page.evaluate(undecided), `${what}: what axe cannot decide`).toEqual([]);
}

/**
 * Leaflet hides the seams between tiles with a blend mode at which axe stops with an error. Tiles contain no text of
 * the page, so text has the same colours without the blend mode.
 */
async function showTilesPlainly(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('img.leaflet-tile { mix-blend-mode: normal !important; }');
    document.adoptedStyleSheets = [sheet];
  });
}

/**
 * This function runs in the page. It returns the findings that axe could not decide, except those that `exceptions`
 * allows.
 */
function undecided(): Finding[] {
  const { undecidedByAxe, hasContrast } = window as unknown as Added;

  /** Each exception has axe's rule, axe's reason and a proof. Any other undecided finding fails the test. */
  const exceptions: [rule: string, reason: string | null, proof: (element: Element) => boolean][] = [
    // If a button's only text is a symbol such as an arrow, there are no words that the button's name must contain.
    ['label-content-name-mismatch', null, isSymbol],
    // axe does not check the contrast of symbols, which must be at least 3 to 1 (WCAG 1.4.11).
    ['color-contrast', 'nonBmp', (element) => isSymbol(element) && hasContrast(element, 3)],
    // The text is a single letter or digit, such as a count.
    ['color-contrast', 'shortTextContent', (element) => hasContrast(element, 4.5)],
    // A popup, a sheet or a bar covers a part of the element. It hides text, but does not change the text's colours.
    ['color-contrast', 'bgOverlap', (element) => hasContrast(element, 4.5)],
    ['color-contrast', 'elmPartiallyObscuring', (element) => hasContrast(element, 4.5)],
    // The map's frame cuts off the tiles that reach below it. axe takes them for the background of the first cards.
    [
      'color-contrast',
      'imgNode',
      (element) => element.closest('article') !== null && hasContrast(element, 4.5),
    ],
    ['color-contrast', 'elmPartiallyObscured', (element) => hasContrast(element, 4.5)],
    // axe does not know forced colours, nor the browser's own background of a page that sets none.
    ['color-contrast', 'equalRatio', (element) => hasContrast(element, 4.5)],
    // An empty field has the same colours as typed text.
    ['color-contrast', 'emptyValue', (element) => hasContrast(element, 4.5)],
  ];

  return undecidedByAxe
    .map(({ id, nodes }) => ({
      id,
      where: nodes.flatMap((node) => (isProven(id, node) ? [] : describe(node))),
    }))
    .filter(({ where }) => where.length > 0);

  function isProven(id: string, node: axeCore.NodeResult): boolean {
    const element = document.querySelector(String(node.target[0]));
    return (
      element !== null &&
      reasonsOf(node).every((reason) =>
        exceptions.some(([rule, itsReason, proof]) => rule === id && itsReason === reason && proof(element)),
      )
    );
  }

  function reasonsOf({ any, all, none }: axeCore.NodeResult): (string | null)[] {
    // axe documents `messageKey`, but the type of `data` is `any`.
    return [...any, ...all, ...none].map(
      ({ data }) => (data as { messageKey?: string } | null)?.messageKey ?? null,
    );
  }

  function describe(node: axeCore.NodeResult): string {
    return `${reasonsOf(node).join()}: ${node.html.slice(0, 200)}`;
  }

  function isSymbol(element: Element): boolean {
    return !/[\p{L}\p{N}]/u.test(element.textContent ?? '');
  }
}

/**
 * This function runs in the page, after axe has looked at the page in other colours and has found what is behind each
 * text. It returns the number of texts that may have too little contrast, and of links that only a colour may
 * distinguish from the text around them.
 */
function findUnproven(): number {
  const added = window as unknown as Added;
  added.unproven = [...document.querySelectorAll('body, body *')].filter(
    (element) =>
      (element.matches('input, select, textarea') || hasText(element)) &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !(added.hasContrast(element, 4.5) && isDistinct(element)),
  );
  return added.unproven.length;

  function hasText(element: Element): boolean {
    return [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  }

  function isDistinct(element: Element): boolean {
    const isInText = element.matches('a') && element.parentElement !== null && hasText(element.parentElement);
    return !isInText || getComputedStyle(element).textDecorationLine === 'underline';
  }
}

/** This function runs in the page, and adds `hasContrast` to the window. */
function addContrast(): void {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const pixels = new Map<string, number[]>();
  Object.assign(window, { hasContrast });

  /**
   * Compares the element with the nearest opaque background. If an image is in between, or if the text or anything
   * around it is translucent, returns false.
   */
  function hasContrast(element: Element, least: number): boolean {
    let background: string | null = null;
    for (let below: Element | null = element; below !== null; below = below.parentElement) {
      const { opacity, backgroundImage, backgroundColor } = getComputedStyle(below);
      if (opacity !== '1' || (background === null && backgroundImage !== 'none')) return false;
      if (background === null && rgba(backgroundColor)[3] === 255) background = backgroundColor;
    }
    const colour = rgba(getComputedStyle(element).color);
    const a = luminance(colour);
    const b = luminance(rgba(background ?? ownBackground()));
    return colour[3] === 255 && (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= least;
  }

  /** Returns the browser's own background colour, which is behind a page without a background. */
  function ownBackground(): string {
    const probe = document.createElement('i');
    probe.style.backgroundColor = 'Canvas';
    document.body.append(probe);
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  }

  function rgba(colour: string): number[] {
    const known = pixels.get(colour);
    if (known !== undefined) return known;
    if (canvas === null) return [0, 0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const pixel = [...canvas.getImageData(0, 0, 1, 1).data];
    pixels.set(colour, pixel);
    return pixel;
  }

  function luminance([red = 0, green = 0, blue = 0]: number[]): number {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
}
