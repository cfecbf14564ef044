import { expect, type Locator, type Page } from '@playwright/test';

export async function publicMember(page: Page, search: string): Promise<string> {
  const found = await page.request.get(`/directory/search.json?q=${encodeURIComponent(search)}`);
  const slug = /"slug":"([^"]+)"/.exec(await found.text())?.[1];
  if (slug === undefined) throw new Error(`the directory has no member for ${search}`);
  return `/members/${slug}`;
}

export function officePage(publicPath: string): string {
  return `/office/members/${/\d+/.exec(publicPath)?.[0] ?? ''}`;
}

/** Opens one of the pages of a member in the office, from another of them. */
export async function openSection(page: Page, name: string): Promise<void> {
  const link = memberTabs(page).getByRole('link', { name, exact: true });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
}

export function memberTabs(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Parts of this member' });
}
