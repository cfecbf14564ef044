import { expect, type Page } from '@playwright/test';
import { contrast, parseColour, type Rgb } from '@/lib/base/theme';
import { takePicture, takePictureAtRest, type Box, type Picture } from './picture';

/** The minimum contrasts of WCAG 2.2: 1.4.3 for text; 1.4.11 for symbols, markers and focus rings. */
const least = { text: 4.5, shape: 3 };

/** `part`: the share of the outline that has a contrast of at least 3 : 1. */
interface Measured {
  what: string;
  ratio?: number;
  part?: number;
}

const map = (page: Page) => page.getByRole('region', { name: 'Map of the members found' });

/**
 * Fails if a text, a marker or a focus ring on the map has too little contrast with its background. The contrast is
 * measured from the pixels of screenshots, because axe cannot see images and canvases.
 */
export async function expectReadableMap(page: Page, what: string): Promise<void> {
  // After a key press, the browser shows a focus ring even if scripts set the focus.
  await page.keyboard.press('Shift');
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  const frame = await frameOf(page);
  const shown = await takePictureAtRest(page, frame);
  const texts = await textsOf(page, frame);
  await setLetters(page, 'transparent');
  const plain = await takePicture(page, frame);
  await setLetters(page, '');
  // With forced colours, the browser draws even transparent letters. In that case, the most frequent colour is taken as
  // the background.
  const isForced = await page.evaluate(() => matchMedia('(forced-colors: active)').matches);
  const faintTexts = texts.flatMap(({ text, box }) =>
    faintText(text, box, { shown, plain: isForced ? onlyMostFrequent(shown, box) : plain }),
  );
  expect(faintTexts, `${what}: ${texts.length} texts`).toEqual([]);
  const marks = await marksOf(page, frame);
  const faintMarks = marks.flatMap(({ name, box, isDashed }) => {
    const part = edgePart(box, plain);
    // A dashed line has gaps on half of its length.
    return part >= (isDashed ? 0.4 : 0.95) ? [] : [{ what: name, part }];
  });
  expect(faintMarks, `${what}: ${marks.length} markers`).toEqual([]);
  const rings = await faintRings(page, { frame, shown });
  expect(rings.faint, `${what}: ${rings.count} focus rings`).toEqual([]);
  // If this check fails, the page has changed and nothing was measured.
  expect(Math.min(texts.length, marks.length, rings.count), `${what}: things to measure`).toBeGreaterThan(2);
}

/**
 * Fails if names on the base map or on streets have too little contrast with the most frequent colour around their
 * letters. `colours`: the colours of the letters, in the format `#rrggbb`.
 */
export async function expectReadableNames(page: Page, colours: string[], what: string): Promise<void> {
  const frame = await frameOf(page);
  await setOthersVisible(page, false);
  const picture = await takePictureAtRest(page, frame);
  await setOthersVisible(page, true);
  const wanted = new Set(colours.map((colour) => parseColour(colour)?.join()));
  const letters = pointsOf({ ...frame, x: 0, y: 0 }).filter((point) =>
    wanted.has(picture.at(...point).join()),
  );
  // Few pixels of thin letters have exactly this colour, because most are on an edge.
  expect(letters.length, `${what}: pixels of letters`).toBeGreaterThan(30);
  const faint = letters.filter(([x, y]) => {
    const around = pointsOf({ x: x - 4, y: y - 4, width: 9, height: 9 }).map((point) => picture.at(...point));
    const behind = mostFrequent(around.filter((colour) => !wanted.has(colour.join())));
    return contrast(picture.at(x, y), behind) < least.text;
  });
  // A letter may touch a darker line, and the font of the tests has thin letters, so a few faint pixels are allowed.
  expect(faint.length / letters.length, `${what}: part of the letters that are faint`).toBeLessThan(0.03);
}

/** Shows or hides everything on the map except the tiles. */
async function setOthersVisible(page: Page, areVisible: boolean): Promise<void> {
  await map(page).evaluate((root, areVisible) => {
    for (const element of root.querySelectorAll<HTMLElement | SVGElement>('*'))
      if (!element.matches('.leaflet-tile, :has(.leaflet-tile)'))
        element.style.visibility = areVisible ? '' : 'hidden';
  }, areVisible);
}

async function frameOf(page: Page): Promise<Box> {
  await map(page).evaluate((element) => element.scrollIntoView({ block: 'end' }));
  const box = await map(page).boundingBox();
  const size = page.viewportSize();
  if (box === null || size === null) throw new Error('the page shows no map');
  return commonPart(box, { x: 0, y: 0, ...size });
}

/** Returns the lines of text that nothing covers, with their boxes relative to `frame`. */
function textsOf(page: Page, frame: Box): Promise<{ text: string; box: Box }[]> {
  return map(page).evaluate((root, frame) => {
    const found: { text: string; box: Box }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const [text, owner] = [node.textContent?.trim() ?? '', node.parentElement];
      if (text === '' || owner === null || owner.closest('[aria-disabled], :disabled') !== null) continue;
      // The character `|` between two texts is decoration.
      if (text === '|') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, top, right, bottom, width, height } of range.getClientRects()) {
        const isInside =
          left >= frame.x &&
          top >= frame.y &&
          right <= frame.x + frame.width &&
          bottom <= frame.y + frame.height;
        const isOnTop = [left + 1, right - 1].every((x) => {
          const above = document.elementFromPoint(x, (top + bottom) / 2);
          return above !== null && (owner.contains(above) || above.contains(owner));
        });
        if (width > 2 && isInside && isOnTop)
          found.push({ text, box: { x: left - frame.x, y: top - frame.y, width, height } });
      }
    }
    return found;
  }, frame);
}

/** An empty `colour` restores the page's own colours. */
async function setLetters(page: Page, colour: string): Promise<void> {
  await map(page).evaluate((root, colour) => {
    for (const element of root.querySelectorAll<HTMLElement>('*'))
      if (element instanceof HTMLElement) element.style.setProperty('-webkit-text-fill-color', colour);
  }, colour);
}

function faintText(text: string, box: Box, { shown, plain }: { shown: Picture; plain: Picture }): Measured[] {
  const letters = pointsOf(box).filter(([x, y]) => contrast(shown.at(x, y), plain.at(x, y)) > 1.02);
  // The edges of letters are mixed with the background. So the letters' own colour is the colour with the highest
  // contrast.
  let [own, highest]: [Rgb | null, number] = [null, 0];
  for (const [x, y] of letters) {
    const ratio = contrast(shown.at(x, y), plain.at(x, y));
    if (ratio > highest) [own, highest] = [shown.at(x, y), ratio];
  }
  if (own === null) return [{ what: text, ratio: 1 }];
  const colour = own;
  const ratio = Math.min(...letters.map(([x, y]) => contrast(colour, plain.at(x, y))));
  return ratio >= (/[\p{L}\p{N}]/u.test(text) ? least.text : least.shape) ? [] : [{ what: text, ratio }];
}

function onlyMostFrequent(picture: Picture, box: Box): Picture {
  const colour = mostFrequent(pointsOf(box).map((point) => picture.at(...point)));
  return { ...picture, at: () => colour };
}

function mostFrequent(colours: Rgb[]): Rgb {
  const counts = new Map<string, number>();
  let [most, highest]: [Rgb, number] = [[0, 0, 0], 0];
  for (const colour of colours) {
    const count = (counts.get(colour.join()) ?? 0) + 1;
    counts.set(colour.join(), count);
    if (count > highest) [most, highest] = [colour, count];
  }
  return most;
}

/** Returns the markers that no other part of the map touches, at most eight of each kind. */
async function marksOf(page: Page, frame: Box) {
  const parts = await map(page)
    .locator('.mark, button, a, p, .leaflet-popup, .leaflet-control')
    .evaluateAll((all) =>
      all.map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        return {
          name: part.ariaLabel ?? '',
          kind: part.classList.contains('mark') ? part.className : null,
          isDashed: getComputedStyle(part).borderTopStyle === 'dashed',
          box: { x: left, y: top, width, height },
        };
      }),
    );
  const inPicture = parts.map((part) => ({
    ...part,
    box: { ...part.box, x: part.box.x - frame.x, y: part.box.y - frame.y },
  }));
  const free = inPicture.filter(
    (part) =>
      part.kind !== null &&
      isWithin(grown(part.box, 8), frame) &&
      !inPicture.some((other) => other !== part && overlap(grown(part.box, 8), other.box)),
  );
  return [...new Set(free.map(({ kind }) => kind))].flatMap((kind) =>
    free.filter((mark) => mark.kind === kind).slice(0, 8),
  );
}

const directions = Array.from({ length: 36 }, (_, step) => (step * Math.PI) / 18);

/**
 * Returns the share of directions in which a line from the middle crosses an edge with a contrast of at least 3 : 1.
 */
function edgePart({ x, y, width, height }: Box, picture: Picture): number {
  const seen = directions.filter((angle) => {
    const colours: Rgb[] = [];
    for (let radius = width / 2 - 6; radius <= width / 2 + 5; radius += 0.5)
      colours.push(
        picture.at(
          x + width / 2 + radius * Math.cos(angle) - 0.5,
          y + height / 2 + radius * Math.sin(angle) - 0.5,
        ),
      );
    return colours.some((colour) => colours.some((other) => contrast(colour, other) >= least.shape));
  });
  return seen.length / directions.length;
}

/**
 * Checks the focus ring of every kind of element that the keyboard can reach. A ring must differ from its surroundings
 * on all sides.
 */
async function faintRings(page: Page, { frame, shown }: { frame: Box; shown: Picture }) {
  const faint: Measured[] = [];
  let count = 0;
  const others = await map(page).locator('a, button, [tabindex="0"]:not(.mark)').all();
  // Markers differ only in their position, so three are enough.
  const marks = (await map(page).locator('.mark[tabindex="0"]').all()).slice(0, 3);
  for (const stop of [...others, ...marks]) {
    const around = await stop.evaluate((element: HTMLElement) => {
      element.focus({ preventScroll: true });
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left - 8, y: top - 8, width: width + 16, height: height + 16 };
    });
    const clip = commonPart(around, frame);
    if (clip.width <= 16 || clip.height <= 16) continue;
    count += 1;
    const before = movedBy(shown, { x: clip.x - frame.x, y: clip.y - frame.y });
    const part = ringPart(before, await takePicture(page, clip));
    if (part < 0.95) faint.push({ what: await stop.evaluate(nameIn), part });
  }
  return { count, faint };
}

/**
 * Checks a line from the middle in each direction. Returns the share of lines that cross the focus ring. On such a
 * line, the focus has changed a pixel, and a pixel near it has a contrast of at least 3 : 1.
 */
function ringPart(before: Picture, focused: Picture): number {
  const { width, height } = focused;
  const seen = directions.filter((angle) => {
    const reach = Math.min(width / 2 / Math.abs(Math.cos(angle)), height / 2 / Math.abs(Math.sin(angle)));
    const line = Array.from({ length: Math.floor(reach) }, (_, radius): [number, number] => [
      width / 2 + radius * Math.cos(angle),
      height / 2 + radius * Math.sin(angle),
    ]);
    return line.some((point, index) => {
      if (contrast(before.at(...point), focused.at(...point)) < 1.1) return false;
      const beside = line.slice(Math.max(0, index - 5), index + 6);
      return beside.some((other) => contrast(focused.at(...point), focused.at(...other)) >= least.shape);
    });
  });
  return seen.length / directions.length;
}

/** This function runs in the page. */
function nameIn(element: Element): string {
  return element.ariaLabel ?? element.textContent ?? '';
}

function movedBy(picture: Picture, { x, y }: { x: number; y: number }): Picture {
  return { ...picture, at: (right, down) => picture.at(right + x, down + y) };
}

/** Returns the common part of two boxes, in whole pixels. */
function commonPart(a: Box, b: Box): Box {
  const [x, y] = [Math.ceil(Math.max(a.x, b.x)), Math.ceil(Math.max(a.y, b.y))];
  const [right, bottom] = [Math.min(a.x + a.width, b.x + b.width), Math.min(a.y + a.height, b.y + b.height)];
  return { x, y, width: Math.floor(right - x), height: Math.floor(bottom - y) };
}

function pointsOf({ x, y, width, height }: Box): [number, number][] {
  const points: [number, number][] = [];
  for (let down = Math.floor(y); down < y + height; down += 1)
    for (let right = Math.floor(x); right < x + width; right += 1) points.push([right, down]);
  return points;
}

function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

function isWithin({ x, y, width, height }: Box, frame: { width: number; height: number }): boolean {
  return x >= 0 && y >= 0 && x + width <= frame.width && y + height <= frame.height;
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
