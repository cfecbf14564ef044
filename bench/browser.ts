import { chromium, type Browser } from 'playwright';
import { findChromium } from '../scripts/find-chromium.mjs';

export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

// Lighthouse gives a range of its benchmarkIndex for fast desktops. This is the middle of that range.
const desktopIndex = 1_750;
const desktopSlowdown = 4;
const runs = 7;

/**
 * Returns how many times slower a mid-range phone is than this machine, from 1 to 4. Prints this factor with the
 * machine's benchmarkIndex. Lighthouse slows a fast desktop down four times, to make the desktop as slow as such a
 * phone. For another machine, the factor is computed from the machine's benchmarkIndex.
 * @see https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown
 */
export async function phoneSlowdown(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const indices: number[] = [];
  for (let run = 0; run < runs; run += 1) indices.push(await page.evaluate<number>(benchmarkIndex));
  await page.close();
  const index = indices.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? desktopIndex;
  const slowdown = Math.min(desktopSlowdown, Math.max(1, (index * desktopSlowdown) / desktopIndex));
  console.log(
    `This machine's benchmarkIndex is ${Math.round(index)} (a fast desktop's ${desktopIndex}): a phone is ${slowdown.toFixed(1)} times slower`,
  );
  return slowdown;
}

// Runs Lighthouse's two measurements for half a second each. One builds long strings letter by letter, the other copies
// an array of 100,000 numbers. A result of 1 means ten rounds a second.
const benchmarkIndex = `(() => {
  const rounds = (once) => {
    const start = performance.now();
    let count = 0;
    for (; performance.now() - start < 500; count += 1) once(count);
    return count / 10 / ((performance.now() - start) / 1000);
  };
  const letters = () => {
    let text = '';
    for (let at = 0; at < 10000; at += 1) text += 'a';
    if (text.length === 1) throw new Error('left out by the compiler');
  };
  const arrays = [0, 1].map(() => Array.from({ length: 100000 }, (_, at) => at));
  const copy = (count) => {
    const [from, to] = count % 2 === 0 ? arrays : [arrays[1], arrays[0]];
    for (let at = 0; at < from.length; at += 1) to[at] = from[at];
  };
  return (rounds(letters) + rounds(copy)) / 2;
})()`;
