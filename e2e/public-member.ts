import type { Page } from '@playwright/test';

export async function publicMember(page: Page, search: string): Promise<string> {
  const found = await page.request.get(`/directory/search.json?q=${encodeURIComponent(search)}`);
  const slug = /"slug":"([^"]+)"/.exec(await found.text())?.[1];
  if (slug === undefined) throw new Error(`the directory has no member for ${search}`);
  return `/members/${slug}`;
}

export function officePage(publicPath: string): string {
  return `/office/members/${/\d+/.exec(publicPath)?.[0] ?? ''}`;
}
