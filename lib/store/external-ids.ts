import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { FlatRecord } from './flat-record';
import type { ExternalIdTable, MembersDatabase } from '@/lib/store/schema/members-schema';
import { upsertRows } from './upsert';

export type ExternalKind = ExternalIdTable['kind'];

/** The name of the field in the journal row of a removed membership or person. */
export const externalIdsName = 'ExternalIDs';

export function withExternalIds(flat: FlatRecord, externalIds: ExternalId[] | undefined): FlatRecord {
  return externalIds === undefined ? flat : { ...flat, [externalIdsName]: externalIds };
}

export const externalIdSchema = z.object({ source: z.string(), externalId: z.string() });
export type ExternalId = z.infer<typeof externalIdSchema>;

/**
 * The IDs that other systems give to memberships and persons. The first look-up loads all IDs of a system, because an
 * import looks up every row of its file. `flush` writes new IDs together.
 */
export class ExternalIds {
  readonly #db: Kysely<MembersDatabase>;
  readonly #organisationId: number;
  readonly #known = new Map<string, Map<string, number>>();
  #waiting = new Map<string, ExternalIdTable>();

  constructor(db: Kysely<MembersDatabase>, organisationId: number) {
    this.#db = db;
    this.#organisationId = organisationId;
  }

  async find(kind: ExternalKind, source: string, externalId: string): Promise<number | null> {
    return (await this.#of(kind, source)).get(externalId) ?? null;
  }

  async put(kind: ExternalKind, source: string, externalId: string, id: number): Promise<void> {
    const known = await this.#of(kind, source);
    if (known.get(externalId) === id) return;
    known.set(externalId, id);
    const row = { organisation_id: this.#organisationId, kind, source, external_id: externalId, id };
    this.#waiting.set([kind, source, externalId].join('\n'), row);
  }

  /** Accepts at most 500 memberships or persons. The next look-up loads all IDs again. */
  async remove(kind: ExternalKind, ids: readonly number[]): Promise<void> {
    await this.flush();
    await this.#db
      .deleteFrom('external_id')
      .where('organisation_id', '=', this.#organisationId)
      .where('kind', '=', kind)
      .where('id', 'in', ids)
      .execute();
    this.#known.clear();
  }

  /** Accepts at most 500 memberships or persons. The keys of the result are our own IDs. */
  async read(kind: ExternalKind, ids: readonly number[]): Promise<Map<number, ExternalId[]>> {
    await this.flush();
    const rows = await readExternalIdRows(this.#db, this.#organisationId, { kind, ids });
    const found = new Map<number, ExternalId[]>();
    for (const { id, ...one } of rows) found.set(id, [...(found.get(id) ?? []), one]);
    return found;
  }

  async flush(): Promise<void> {
    const rows = [...this.#waiting.values()];
    this.#waiting = new Map();
    await upsertRows(this.#db, 'external_id', ['organisation_id', 'kind', 'source', 'external_id'], rows);
  }

  async #of(kind: ExternalKind, source: string): Promise<Map<string, number>> {
    const key = `${kind}\n${source}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const rows = await this.#db
      .selectFrom('external_id')
      .select(['external_id', 'id'])
      .where('organisation_id', '=', this.#organisationId)
      .where('kind', '=', kind)
      .where('source', '=', source)
      .execute();
    const found = new Map(rows.map((row) => [row.external_id, row.id]));
    this.#known.set(key, found);
    return found;
  }
}

/** Returns the rows in the order of system and external ID. */
export async function readExternalIdRows(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  { kind, ids }: { kind: ExternalKind; ids: readonly number[] },
): Promise<(ExternalId & { id: number })[]> {
  const rows = await db
    .selectFrom('external_id')
    .select(['id', 'source', 'external_id as externalId'])
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .execute();
  // The rows are sorted here. If the query sorted them, SQLite would read the IDs of all records.
  return rows.sort((a, b) => compare(a.source, b.source) || compare(a.externalId, b.externalId));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
