import { expect, test } from 'vitest';
import { capture } from './capture';
import type { CachedPage } from './page-cache';
import { sendCachedPage } from './send-cached-page';

function page(status: number, headers: Record<string, string> = {}): CachedPage {
  const body = Buffer.from('a page');
  return { status, headers, etag: 'tag', bodies: { identity: body, gzip: body, br: body } };
}

async function cacheControlOf(sent: CachedPage): Promise<unknown> {
  const answer = await capture(async (request, response) => sendCachedPage(request, response, sent), {
    url: '/members/12',
    headers: {},
  });
  return answer.headers['cache-control'];
}

test.each([200, 301, 404, 410])(
  'no cache in front keeps an answer of status %i longer than it holds: a member who leaves is gone at once',
  async (status) => {
    expect(await cacheControlOf(page(status))).toBe('public, max-age=0, must-revalidate');
  },
);

test('what says itself how it is kept is left so', async () => {
  expect(await cacheControlOf(page(404, { 'cache-control': 'private, no-store' }))).toBe('private, no-store');
});
