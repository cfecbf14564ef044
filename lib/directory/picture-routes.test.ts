import { expect, test } from 'vitest';
import { entryOf } from '@/lib/directory/model/entry.fixture';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { memberPicturePath } from '@/lib/contract/picture-files';
import { memberPictureRoutes } from './picture-routes';

const id = 'a'.repeat(32);
const withPicture = (of: string) => entryOf('7', { picture: { id: of, description: null } });

test('a picture is public only while the entry shows it, and is a minute in caches', async () => {
  let shown: PublicEntry | 'removed' | null = withPicture(id);
  let stored: Buffer | null = Buffer.from('webp');
  const routes = memberPictureRoutes({ directory: { find: () => shown }, read: async () => stored });
  const get = (path: string, headers = {}) => routes.request(path, { headers });
  const path = memberPicturePath('7', id, '240.webp');
  const first = await get(path);
  const headers = ['cache-control', 'content-type', 'x-content-type-options'];
  expect([first.status, ...headers.map((name) => first.headers.get(name))]).toEqual([
    200,
    'public, max-age=60',
    'image/webp',
    'nosniff',
  ]);
  const etag = first.headers.get('etag') ?? '';
  expect((await get(path, { 'If-None-Match': etag })).status).toBe(304);
  const statusOf = async (at: string) => (await get(at, { 'If-None-Match': etag })).status;
  expect(await statusOf(memberPicturePath('7', '0'.repeat(32), '240.webp'))).toBe(404);
  expect(await statusOf(path.replace('240', '241'))).toBe(404);
  // The entry has another picture, shows none, was removed, or is not listed. The bytes are still in memory.
  for (const now of [withPicture('b'.repeat(32)), entryOf('7'), 'removed' as const, null]) {
    shown = now;
    expect(await statusOf(path)).toBe(404);
  }
  shown = withPicture('c'.repeat(32));
  stored = null;
  expect(await statusOf(memberPicturePath('7', 'c'.repeat(32), '96.jpg'))).toBe(404);
});
