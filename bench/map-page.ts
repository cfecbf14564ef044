/**
 * The map in Chromium as a mid-range phone has it: 390 px wide, touch, a slower processor. The gestures are the browser's
 * own: fingers that drag and pinch.
 */
import type { CDPSession, Page } from 'playwright';
import { startBrowser } from './browser';

// Melbourne in the middle, as crowded as it gets.
const path = '/map?box=-39.30,143.50,-36.30,146.50';
const screen = { width: 390, height: 844 };
const emptyTile = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** What is on the map: everything, our tiles without a member, or neither. */
export type Drawn = 'members' | 'tiles' | 'nothing';

export interface GestureCost {
  gesture: string;
  /** Milliseconds between what the page's scripts could draw, and half a second on. */
  frames: number[];
  /** Milliseconds between what was drawn of an animation, which goes on beside scripts; null where scripts draw each frame. */
  animated: number[] | null;
  longTasks: number[];
  marks: number;
}

const loads = 5;

/** From the first thing painted to the first mark, each time in a new browser; the middle of five, in milliseconds. */
export async function measureFirstMark(base: string, slowdown: number): Promise<number> {
  const times: number[] = [];
  for (let load = 0; load < loads; load += 1)
    times.push(await withMap(base, { drawn: 'members', slowdown }, readFirstMark));
  return times.sort((a, b) => a - b)[Math.floor(loads / 2)] ?? NaN;
}

/** Opens the map's page anew and moves the map, on a processor so many times slower than this machine's. */
export async function measureGestures(base: string, drawn: Drawn, slowdown: number): Promise<GestureCost[]> {
  return withMap(base, { drawn, slowdown }, async (page, session) => {
    const costs = [];
    for (const [gesture, hand] of Object.entries(hands))
      costs.push(await watched(page, session, { gesture, ...hand }));
    return costs;
  });
}

async function withMap<Result>(
  base: string,
  { drawn, slowdown }: { drawn: Drawn; slowdown: number },
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
    // tsx names functions with a helper of its own, which a page does not have.
    await page.addInitScript('globalThis.__name = (named) => named');
    await page.addInitScript(watch);
    await leaveOut(page, drawn);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(`${base}${path}`);
    await page.locator('.member-map').scrollIntoViewIfNeeded();
    await page.locator('.leaflet-tile-loaded').first().waitFor();
    if (drawn === 'members') await page.locator('.mark').first().waitFor();
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

/** Runs in the page before anything else: notes the first mark, and when a zoom's animation begins and ends. */
function watch(): void {
  const note = (mark: string) => (event: Event) => {
    if (event.target instanceof HTMLElement && event.target.matches('.leaflet-proxy')) performance.mark(mark);
  };
  document.addEventListener('transitionstart', note('zoom starts'));
  // Leaflet's own clock may end it before the browser's.
  for (const type of ['transitionend', 'transitioncancel'])
    document.addEventListener(type, note('zoom ends'));
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
  /** What follows is an animation of the browser's own. */
  isAnimated: boolean;
}

const middle = async (page: Page, selector = '.member-map') => {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`there is no ${selector}`);
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
};

// A finger's events come as often as a phone draws.
const frameMs = 1000 / 60;
const steps = 30;

/** A finger that moves so far in half a second. */
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
    // A button looked for by its role would have the page name every mark, for a quarter of a second.
    const { x, y } = await middle(page, `.map-buttons [aria-label="${name}"]`);
    await page.touchscreen.tap(x, y);
    await page.waitForTimeout(600);
  };

const held = (make: Hand) => ({ make, isAnimated: false });
const pressed = (name: string) => ({ make: press(name), isAnimated: true });

// From a state down to a city and back.
const hands: Record<string, Omit<Gesture, 'gesture'>> = {
  'drag, state': held(drag(-170, 60)),
  'drag back, state': held(drag(170, -60)),
  'pinch in': held(pinch(2.5)),
  'drag, city': held(drag(-170, 60)),
  'drag back, city': held(drag(170, -60)),
  'pinch in again': held(pinch(2.5)),
  'drag, suburbs': held(drag(-170, 60)),
  'button in': pressed('Zoom in'),
  'pinch out': held(pinch(0.4)),
  'button out': pressed('Zoom out'),
};

/** The frames and long tasks of a gesture and of what follows it: half a second for answers and tiles to come. */
async function watched(page: Page, session: CDPSession, { gesture, make, isAnimated }: Gesture) {
  await page.evaluate(() => {
    const noted = { frames: [] as number[], longTasks: [] as number[], isOn: true };
    Object.assign(window, { noted });
    const observer = new PerformanceObserver((list) => {
      for (const task of list.getEntries()) noted.longTasks.push(task.duration);
    });
    observer.observe({ type: 'longtask' });
    let last = performance.now();
    const tick = (now: number) => {
      noted.frames.push(now - last);
      last = now;
      if (noted.isOn) requestAnimationFrame(tick);
      else observer.disconnect();
    };
    requestAnimationFrame((now) => {
      last = now;
      requestAnimationFrame(tick);
    });
  });
  const readAnimated = isAnimated ? await traceAnimation(session) : null;
  await make(session, page);
  await page.waitForTimeout(500);
  const animated = (await readAnimated?.()) ?? null;
  const noted = await page.evaluate(() => {
    const { noted } = window as unknown as {
      noted: { frames: number[]; longTasks: number[]; isOn: boolean };
    }; // put there above
    noted.isOn = false;
    return { frames: noted.frames, longTasks: noted.longTasks };
  });
  return { gesture, ...noted, animated, marks: await page.locator('.mark').count() };
}

interface TraceEvent {
  name: string;
  /** Microseconds. */
  ts: number;
}

/** What the browser draws from now on; what is returned ends it, and reads the animation's frames. */
async function traceAnimation(session: CDPSession): Promise<() => Promise<number[]>> {
  const events: TraceEvent[] = [];
  // The protocol does not say what an event is.
  const note = ({ value }: { value: unknown[] }) => events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', note);
  const includedCategories = ['disabled-by-default-devtools.timeline.frame', 'blink.user_timing'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  return async () => {
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
  };
}
