import type { Locator, Page } from '@playwright/test';

/** Delays the scripts of all pages that open after this call. The returned function releases the scripts. */
export async function holdScripts(page: Page): Promise<() => void> {
  let load = () => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await loaded;
    await route.continue();
  });
  return load;
}

/** Whether React has hydrated the part of the page that contains the element. */
export async function isTakenOver(element: Locator): Promise<boolean> {
  return element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactFiber')));
}
