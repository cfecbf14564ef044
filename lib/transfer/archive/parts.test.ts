import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { columnNames } from '@/lib/contract/fields/columns';
import { openFreshStore } from '@/lib/store/stores.fixture';
import { archivedTables, archiveParts } from './parts';

it('has a rule for every table, and for every column of tables that are only partly archived', async () => {
  const fresh = await openFreshStore('sqlite');
  const tables = [
    ...(await (fresh.store.members as Kysely<unknown>).introspection.getTables()),
    ...(await (fresh.store.auth as Kysely<unknown>).introspection.getTables()),
  ].filter(({ name }) => !name.endsWith('_migration'));
  await fresh.remove();
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(archivedTables).sort());
  const inParts = Object.entries(archivedTables).filter(([, decision]) => decision === 'part');
  for (const [name] of inParts) {
    const part = Object.values(archiveParts).find(({ table }) => table === name);
    const columns = tables.find((table) => table.name === name)?.columns.map((column) => column.name) ?? [];
    const archived = part === undefined ? [] : columnNames(part.fields).map(String);
    const isExtra = (column: string) => name === 'journal_state' && column === 'is_demonstration';
    expect([name, [...archived.filter((column) => !isExtra(column)), 'organisation_id'].sort()]).toEqual([
      name,
      columns.sort(),
    ]);
  }
});
