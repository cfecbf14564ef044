import { expect, test } from 'vitest';
import { Hono } from 'hono';
import { memberPicturePath } from '@/lib/contract/picture-files';
import type { Directory } from '@/lib/directory/directory';
import { entryOf } from '@/lib/directory/model/entry.fixture';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { memberPictureRoutes } from '@/lib/directory/picture-routes';
import { loadPlaces } from '@/lib/map/geo/places';
import type { Admission } from './admission';
import { membersPictureRoutes } from './picture-routes';

const id = 'a'.repeat(32);
const path = memberPicturePath('7', id, '240.webp');
const withPicture = entryOf('7', { picture: { id, description: null } });
const places = loadPlaces();

function start() {
  const state = {
    everybody: null as PublicEntry | 'removed' | null,
    members: withPicture as PublicEntry | 'removed' | null,
    isOpen: true,
    admission: { kind: 'admitted' } as Admission,
    asked: [] as (string | undefined)[],
  };
  const read = async () => Buffer.from('webp');
  const everybody = { find: () => state.everybody };
  // The routes use only `find`.
  const directory = { find: () => state.members } as unknown as Directory;
  const admit = async (cookies: string | undefined) => {
    state.asked.push(cookies);
    return state.admission;
  };
  const open = () => (state.isOpen ? { directory, places } : null);
  const routes = new Hono()
    .route('/', membersPictureRoutes({ directory: everybody, open, admit, read }))
    .route('/', memberPictureRoutes({ directory: everybody, read }));
  const get = async (at = path) => {
    const response = await routes.request(at, { headers: { cookie: 'session=1' } });
    return [response.status, response.headers.get('cache-control'), await response.text()] as const;
  };
  return { state, get };
}

test('a picture only for members is sent to a member, and to no cache', async () => {
  const { state, get } = start();
  expect(await get()).toEqual([200, 'private, no-store', 'webp']);
  expect(state.asked).toEqual(['session=1']);
  state.everybody = withPicture;
  expect(await get()).toEqual([200, 'public, max-age=60', 'webp']);
  expect(state.asked).toHaveLength(1);
});

test('everybody else gets the same answer as for a picture that does not exist', async () => {
  const { state, get } = start();
  const missing = await get(memberPicturePath('7', 'b'.repeat(32), '240.webp'));
  expect(missing.slice(0, 2)).toEqual([404, 'no-store']);
  expect(state.asked).toEqual([]);
  const refused: Admission[] = [
    { kind: 'signed-out' },
    { kind: 'not-a-member' },
    { kind: 'unavailable' },
    { kind: 'wait', seconds: 9 },
  ];
  for (const admission of refused) {
    state.admission = admission;
    expect(await get(), admission.kind).toEqual(missing);
  }
  state.admission = { kind: 'admitted' };
  expect(await get(path.replace('240', '241'))).toEqual(missing);
  for (const entry of [null, 'removed', entryOf('7')] as const) {
    state.members = entry;
    expect(await get()).toEqual(missing);
  }
  state.members = withPicture;
  state.isOpen = false;
  expect(await get()).toEqual(missing);
});
