import type { Locator } from '@playwright/test';

/** Opens the buttons that move the map, if they are closed, and presses one. */
export async function moveEast(map: Locator): Promise<void> {
  const pan = map.getByRole('button', { name: 'Move the map', exact: true });
  if ((await pan.getAttribute('aria-expanded')) === 'false') await pan.click();
  await map.getByRole('button', { name: 'Move the map east' }).click();
}
