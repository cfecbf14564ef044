import { expect, test } from './fixtures';

const first = (pattern: RegExp, text: string) => pattern.exec(text)?.[1]?.replaceAll('&amp;', '&');

test('the site map contains only pages that exist, may be indexed and have one address', async ({
  request,
  baseURL,
}) => {
  const text = async (path: string) => {
    const response = await request.get(path, { maxRedirects: 0 });
    expect(response.status(), path).toBe(200);
    return response.text();
  };
  const robots = await text('/robots.txt');
  const closed = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, start = '']) => start);
  expect(closed).toEqual(expect.arrayContaining(['/account', '/api/', '/directory/', '/verify']));
  const index = await text(new URL(first(/^Sitemap: (\S+)$/m, robots) ?? '').pathname);
  const maps = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  const listed = (await Promise.all(maps.map(text))).flatMap((map) =>
    [...map.matchAll(/<loc>([^<]+)<\/loc>(?:<lastmod>([^<]+))?/g)].map(([, url = '', day]) => ({ url, day })),
  );
  const paths = listed.map(({ url }) => new URL(url).pathname);
  expect(new Set(paths).size).toBe(paths.length);
  const profiles = listed.filter(({ url }) => url.includes('/members/'));
  // Another test may remove a member between the requests for the sitemap and for the search.
  const { total } = JSON.parse(await text('/directory/search.json'));
  expect([total, total + 1]).toContain(profiles.length);
  for (const { day } of profiles) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  const others = listed.filter(({ url }) => !url.includes('/members/'));
  const titles: (string | undefined)[] = [];
  // The same code makes the pages of all profiles, so a sample from the whole list is enough.
  const visited = [...others, ...profiles.filter((_, position) => position % 20 === 0)];
  for (const { url } of visited) {
    expect(url.startsWith(`${baseURL}/`), url).toBe(true);
    const path = url.slice((baseURL ?? '').length);
    expect(closed.filter((start) => path.startsWith(start))).toEqual([]);
    const response = await request.get(path, { maxRedirects: 0 });
    if (response.status() === 410) continue;
    expect(response.status(), path).toBe(200);
    const page = await response.text();
    const canonical = first(/<link rel="canonical" href="([^"]+)"/, page)?.replace(/\/$/, '');
    expect(canonical, url).toBe(url.replace(/\/$/, ''));
    expect(page, url).not.toMatch(/<meta name="robots" content="[^"]*noindex/);
    titles.push(first(/<title>([^<]+)/, page));
    for (const [, data = ''] of page.matchAll(
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs,
    )) {
      expect(JSON.parse(data)).toMatchObject({ '@context': 'https://schema.org' });
    }
  }
  expect(titles.length).toBeGreaterThanOrEqual(visited.length - 1);
  expect(new Set(titles).size).toBe(titles.length);
});
