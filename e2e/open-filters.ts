import type { Page } from '@playwright/test';

/** Opens the sheet of filters if it is closed. */
export async function openFilters(page: Page): Promise<void> {
  const panel = page.locator('details.facets');
  if (!(await panel.evaluate((element: HTMLDetailsElement) => element.open)))
    await panel.locator('summary').first().click();
}
