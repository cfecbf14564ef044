/**
 * Measures the map in a Chromium that is set up as a mid-range phone: 390 px wide, touch, a slower processor. Chromium
 * itself creates the touch events of fingers that drag and pinch.
 */
import type { CDPSession, Page } from 'playwright';
import { startBrowser } from './browser';

// Melbourne, the most crowded place, is in the centre.
const crowdedPath = '/map?box=-39.30,143.50,-36.30,146.50';
const screen = { width: 390, height: 844 };
const emptyTile = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

export type Drawn = 'members' | 'tiles' | 'nothing';

export interface GestureCost {
  gesture: string;
  /**
   * Milliseconds between the frames in which the map moves. During the animation of a zoom, the browser itself draws
   * these frames. In all other movements, scripts draw them.
   */
  moving: number[];
  /** Milliseconds between the frames that scripts draw, until half a second after the gesture. */
  scripted: number[];
  longTasks: number[];
  marks: number;
}

const loads = 5;
const listPath = '/?near=Geelong&radius=25';

export interface FirstCard {
  /** The time from the start of the navigation until a card is in view. This is the median of five loads. */
  ms: number;
  /**
   * The compressed size in kilobytes of everything that the page loads except the map. This is the largest of five
   * loads.
   */
  kilobytes: number;
}

/** Opens a search near a place, each time in a new browser. On a phone's screen, the list has no map. */
export async function measureFirstCard(base: string, slowdown: number): Promise<FirstCard> {
  const seen: FirstCard[] = [];
  for (let load = 0; load < loads; load += 1)
    seen.push(
      await withPhone(slowdown, async (page) => {
        await page.goto(`${base}${listPath}`, { waitUntil: 'networkidle' });
        return page.evaluate(() => {
          const loaded = [
            ...performance.getEntriesByType('navigation'),
            ...performance.getEntriesByType('resource'),
          ] as PerformanceResourceTiming[]; // Navigation entries and resource entries both have these fields.
          const bytes = loaded.reduce((sum, { transferSize }) => sum + transferSize, 0);
          return {
            ms: performance.getEntriesByName('first card')[0]?.startTime ?? NaN,
            kilobytes: bytes / 1000,
          };
        });
      }),
    );
  seen.sort((a, b) => a.ms - b.ms);
  return {
    ms: seen[Math.floor(loads / 2)]?.ms ?? NaN,
    kilobytes: Math.max(...seen.map(({ kilobytes }) => kilobytes)),
  };
}

/**
 * Measures the time from the first paint to the first marker, each time in a new browser. Returns the median of five
 * times, in milliseconds.
 */
export async function measureFirstMark(base: string, slowdown: number): Promise<number> {
  const times: number[] = [];
  for (let load = 0; load < loads; load += 1)
    times.push(await withMap(base, { drawn: 'members', slowdown }, readFirstMark));
  return times.sort((a, b) => a - b)[Math.floor(loads / 2)] ?? NaN;
}

export async function measureGestures(base: string, drawn: Drawn, slowdown: number): Promise<GestureCost[]> {
  const withAll = <Result>(measure: (page: Page, session: CDPSession, gesture: Gesture) => Promise<Result>) =>
    withMap(base, { drawn, slowdown }, async (page, session) => {
      const results: Result[] = [];
      for (const gesture of hands) results.push(await measure(page, session, gesture));
      return results;
    });
  // These are separate runs, because recording the browser's frames slows the page.
  const costs = await withAll(watched);
  const animations = await withAll(traced);
  return costs.map(({ ofScripts, ...cost }, number) => ({
    ...cost,
    moving: [...ofScripts, ...(animations[number] ?? [])],
  }));
}

// The middle of the area that the test's streets cover.
const streetsPath = '/map?lat=-31.943&lng=115.829&radius=0.5';

/**
 * The time from the start of the navigation until the tiles, streets and marks of the first view are drawn. Returns the
 * median of five, in milliseconds.
 */
export async function measureFirstStreets(base: string, slowdown: number): Promise<number> {
  const times: number[] = [];
  for (let load = 0; load < loads; load += 1)
    times.push(await withMap(base, { drawn: 'members', slowdown, path: streetsPath }, readComplete));
  return times.sort((a, b) => a - b)[Math.floor(loads / 2)] ?? NaN;
}

export async function measureStreetGestures(base: string, slowdown: number): Promise<GestureCost[]> {
  return withMap(base, { drawn: 'members', slowdown, path: streetsPath }, async (page, session) => {
    await readComplete(page);
    const costs: GestureCost[] = [];
    for (const hand of streetHands) {
      const { ofScripts, ...cost } = await watched(page, session, hand);
      costs.push({ ...cost, moving: ofScripts });
    }
    return costs;
  });
}

async function readComplete(page: Page): Promise<number> {
  const complete = () => performance.getEntriesByName('complete')[0]?.startTime ?? 0;
  await page.waitForFunction(complete);
  return page.evaluate(complete);
}

async function withMap<Result>(
  base: string,
  { drawn, slowdown, path = crowdedPath }: { drawn: Drawn; slowdown: number; path?: string },
  measure: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  return withPhone(slowdown, async (page, session) => {
    await leaveOut(page, drawn);
    await page.goto(`${base}${path}`);
    await page.locator('.member-map').scrollIntoViewIfNeeded();
    await page.locator('.leaflet-tile-loaded').first().waitFor();
    if (drawn === 'members') await page.locator('.mark').first().waitFor();
    return measure(page, session);
  });
}

async function withPhone<Result>(
  slowdown: number,
  measure: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const browser = await startBrowser();
  try {
    const context = await browser.newContext({
      viewport: screen,
      deviceScaleFactor: 2,
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    // tsx changes our scripts so that they call a helper function, `__name`. The page does not have this function, so
    // this line adds it.
    await page.addInitScript('globalThis.__name = (named) => named');
    await page.addInitScript(watch);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return await measure(page, session);
  } finally {
    await browser.close();
  }
}

async function readFirstMark(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const [mark] = performance.getEntriesByName('first mark');
    return (mark?.startTime ?? NaN) - (paint?.startTime ?? NaN);
  });
}

function watch(): void {
  const cards = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    performance.mark('first card');
    cards.disconnect();
  });
  const finding = new MutationObserver(() => {
    const card = document.querySelector('article');
    if (card === null) return;
    finding.disconnect();
    cards.observe(card);
  });
  finding.observe(document, { subtree: true, childList: true });
  const note = (mark: string) => (event: Event) => {
    if (event.target instanceof HTMLElement && event.target.matches('.leaflet-proxy')) performance.mark(mark);
  };
  document.addEventListener('transitionstart', note('zoom starts'));
  // Leaflet's own timer may end the zoom before the browser's animation ends.
  for (const type of ['transitionend', 'transitioncancel'])
    document.addEventListener(type, note('zoom ends'));
  const isComplete = () => {
    const tiles = [...document.querySelectorAll('.leaflet-tile')];
    const isLoaded = tiles.every((tile) => tile.classList.contains('leaflet-tile-loaded'));
    return (
      isLoaded && tiles.some((tile) => tile.tagName === 'CANVAS') && document.querySelector('.mark') !== null
    );
  };
  const completion = new MutationObserver(() => {
    if (!isComplete()) return;
    performance.mark('complete');
    completion.disconnect();
  });
  completion.observe(document, { subtree: true, childList: true, attributeFilter: ['class'] });
  const observer = new MutationObserver(() => {
    if (document.querySelector('.mark') === null) return;
    performance.mark('first mark');
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true });
}

async function leaveOut(page: Page, drawn: Drawn): Promise<void> {
  if (drawn === 'members') return;
  await page.route('**/directory/clusters.json?*', (route) => route.fulfill({ json: { features: [] } }));
  if (drawn === 'nothing')
    await page.route('**/tiles/**', (route) => route.fulfill({ contentType: 'image/gif', body: emptyTile }));
}

type Hand = (session: CDPSession, page: Page) => Promise<void>;
interface Gesture {
  gesture: string;
  make: Hand;
  /**
   * The part of the gesture during which scripts move the map. At other times, the browser's zoom animation moves the
   * map, or the map does not move.
   */
  scriptsMove: 'throughout' | 'while held' | 'never';
}

const middle = async (page: Page, selector = '.member-map') => {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`there is no ${selector}`);
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
};

// A phone sends one touch event for each frame.
const frameMs = 1000 / 60;
const steps = 30;

/** Moves a finger this many pixels in half a second. */
const drag =
  (right: number, down: number): Hand =>
  async (session, page) => {
    const from = await middle(page);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
    for (let step = 1; step <= steps; step += 1) {
      const at = { x: from.x + (right * step) / steps, y: from.y + (down * step) / steps };
      await Promise.all([
        session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] }),
        page.waitForTimeout(frameMs),
      ]);
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };

const pinch =
  (scaleFactor: number): Hand =>
  async (session, page) => {
    await session.send('Input.synthesizePinchGesture', {
      ...(await middle(page)),
      scaleFactor,
      relativeSpeed: 400,
      gestureSourceType: 'touch',
    });
  };

const press =
  (name: string): Hand =>
  async (_session, page) => {
    // Finding a button by its role would make the page compute every marker's name, which takes a quarter of a second.
    const { x, y } = await middle(page, `.map-buttons [aria-label="${name}"]`);
    await page.touchscreen.tap(x, y);
    await page.waitForTimeout(600);
  };

const dragged = (right: number, down: number) =>
  ({ make: drag(right, down), scriptsMove: 'throughout' }) as const;
const pinched = (scaleFactor: number) => ({ make: pinch(scaleFactor), scriptsMove: 'while held' }) as const;
const pressed = (name: string) => ({ make: press(name), scriptsMove: 'never' }) as const;

// The gestures zoom in from a state to a city, and out again.
const hands: Gesture[] = [
  { gesture: 'drag, state', ...dragged(-170, 60) },
  { gesture: 'drag back, state', ...dragged(170, -60) },
  { gesture: 'pinch in', ...pinched(2.5) },
  { gesture: 'drag, city', ...dragged(-170, 60) },
  { gesture: 'drag back, city', ...dragged(170, -60) },
  { gesture: 'pinch in again', ...pinched(2.5) },
  { gesture: 'drag, suburbs', ...dragged(-170, 60) },
  { gesture: 'button in', ...pressed('Zoom in') },
  { gesture: 'pinch out', ...pinched(0.4) },
  { gesture: 'button out', ...pressed('Zoom out') },
];

const streetHands: Gesture[] = [
  { gesture: 'drag, streets', ...dragged(-170, 60) },
  { gesture: 'drag back, streets', ...dragged(170, -60) },
  { gesture: 'drag up, streets', ...dragged(40, -170) },
  { gesture: 'drag down, streets', ...dragged(-40, 170) },
];

interface Noted {
  frames: number[];
  /** How many frames had been drawn when the fingers left the screen. */
  held: number;
  longTasks: number[];
  isOn: boolean;
}

/** The frames and long tasks during a gesture and the half second after it, in which responses and tiles arrive. */
async function watched(page: Page, session: CDPSession, { gesture, make, scriptsMove }: Gesture) {
  await page.evaluate(() => {
    const noted: Noted = { frames: [], held: 0, longTasks: [], isOn: true };
    Object.assign(window, { noted });
    const observer = new PerformanceObserver((list) => {
      for (const task of list.getEntries()) noted.longTasks.push(task.duration);
    });
    observer.observe({ type: 'longtask' });
    const leave = () => {
      noted.held = noted.frames.length;
    };
    window.addEventListener('touchend', leave, true);
    let last = performance.now();
    const tick = (now: number) => {
      noted.frames.push(now - last);
      last = now;
      if (noted.isOn) return requestAnimationFrame(tick);
      observer.disconnect();
      window.removeEventListener('touchend', leave, true);
    };
    requestAnimationFrame((now) => {
      last = now;
      requestAnimationFrame(tick);
    });
  });
  await make(session, page);
  await page.waitForTimeout(500);
  const { frames, held, longTasks } = await page.evaluate(() => {
    const { noted } = window as unknown as { noted: Noted }; // The script in the page has set `noted`.
    noted.isOn = false;
    return noted;
  });
  const ofScripts = { throughout: frames, 'while held': frames.slice(0, held), never: [] }[scriptsMove];
  const marks = await page.locator('.mark').count();
  return { gesture, ofScripts, scripted: frames, longTasks, marks };
}

interface TraceEvent {
  name: string;
  /** Microseconds. */
  ts: number;
}

/** Milliseconds between the frames that the browser draws for the zoom's animation after a gesture. */
async function traced(page: Page, session: CDPSession, { make }: Gesture): Promise<number[]> {
  const events: TraceEvent[] = [];
  // The protocol's types do not describe the events of a trace.
  const note = ({ value }: { value: unknown[] }) => events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', note);
  const includedCategories = ['disabled-by-default-devtools.timeline.frame', 'blink.user_timing'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await make(session, page);
  await page.waitForTimeout(500);
  const isComplete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await isComplete;
  session.off('Tracing.dataCollected', note);
  const at = (name: string) => events.filter((event) => event.name === name).map(({ ts }) => ts / 1000);
  const [[start = NaN], [end = NaN]] = [at('zoom starts'), at('zoom ends')];
  const drawn = at('DrawFrame')
    .filter((ms) => ms >= start && ms <= end)
    .sort((a, b) => a - b);
  return drawn.slice(1).map((ms, number) => ms - (drawn[number] ?? ms));
}
