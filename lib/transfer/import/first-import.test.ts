import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from '@/lib/store/database';
import { openFreshStore, testEngines } from '@/lib/store/stores.fixture';
import { importContent, storedMembers } from './import-cases.fixture';

const line = (at: number) => `M-${at},First${at},Last${at},p${at}@example.org,Full,-38.1,144.3`;
/** The lines of a file with the smallest number of members that an import writes in bulk. */
const many = [
  'Number,First name,Last name,Email,Type,Lat,Lng',
  ...Array.from({ length: 1000 }, (_, at) => line(at)),
];

it('a large first import into SQLite leaves the indexes unchanged, and so does a failed one', async () => {
  const { store, remove } = await openFreshStore('sqlite');
  try {
    const before = await indexes(store);
    expect(before.length).toBeGreaterThan(15);
    expect(await importContent(store, 1, many, { isDryRun: true })).toMatchObject({ created: 1000 });
    expect(await indexes(store)).toEqual(before);
    expect(await importContent(store, 1, many)).toMatchObject({ created: 1000 });
    expect(await indexes(store)).toEqual(before);
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.members);
    expect(rows).toEqual([{ integrity_check: 'ok' }]);
  } finally {
    await remove();
  }
});

it.each(testEngines)(
  'one large first import gives the same data as many small ones (%s)',
  async (engine) => {
    const { store, remove } = await openFreshStore(engine);
    try {
      await importContent(store, 1, many);
      const [header = '', ...lines] = many;
      for (const start of [0, 500]) {
        await importContent(store, 2, [header, ...lines.slice(start, start + 500)]);
      }
      expect(await storedMembers(store, 1)).toEqual(await storedMembers(store, 2));
      expect(await importContent(store, 1, many)).toMatchObject({ created: 0, unchanged: 1000 });
    } finally {
      await remove();
    }
  },
  120_000,
);

async function indexes(store: Store) {
  const found = sql<{ name: string; text: string }>`
    select name, sql as text from sqlite_master where type = 'index' order by name`;
  return (await found.execute(store.members)).rows;
}
