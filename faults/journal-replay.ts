/** Compares an organisation's records with its journal, by reversing the journal's changes one after the other. */
import { isDeepStrictEqual } from 'node:util';
import type { FlatRecord } from '@/lib/store/flat-record';
import { toFlat, type RecordOfKind } from '@/lib/store/record-kinds';
import { readSeats, findSeated } from '@/lib/store/committee';
import type { Store } from '@/lib/store/database';
import { isDemonstration } from '@/lib/store/demonstration-flag';
import { externalIdsName } from '@/lib/store/external-ids';
import { readJournal, type JournalRow } from '@/lib/store/journal-read';
import { readMemberRecords, readMembershipIds, readPersons } from '@/lib/store/member-records';
import { readStructure } from '@/lib/store/structure';

export interface RecordedState {
  position: number;
  /**
   * The key is the kind and the ID, such as `person 12`. Fields that are null are left out. If a record then has no
   * fields, or only empty lists, the whole record is left out.
   */
  records: ReadonlyMap<string, FlatRecord>;
}

export async function readRecordedState(store: Store, organisationId: number): Promise<RecordedState> {
  return store.members
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const records = new Map<string, FlatRecord>();
      const put = <K extends keyof RecordOfKind>(kind: K, id: number, record: RecordOfKind[K]) =>
        putRecord(records, `${kind} ${id}`, toFlat(kind, record));
      const structure = await readStructure(db, organisationId);
      if (structure === null) throw new Error(`there is no organisation ${organisationId}`);
      put('organisation', organisationId, structure.organisation);
      const sources = await db
        .selectFrom('import_source')
        .select(['source', 'read_at'])
        .where('organisation_id', '=', organisationId)
        .execute();
      put('mark', organisationId, {
        id: organisationId,
        isDemonstration: await isDemonstration(db, organisationId),
        readAt: Object.fromEntries(sources.map((row) => [row.source, new Date(row.read_at).toISOString()])),
      });
      for (const [id, type] of structure.types) put('membership_type', id, type);
      for (const [id, category] of structure.categories) put('category', id, category);
      for (const [id, chapter] of structure.chapters) put('chapter', id, chapter);
      for (const [id, addon] of structure.addons) put('addon', id, addon);
      for (const [id, extra] of structure.extras) put('extra', id, extra);
      const memberships = await readMembershipIds(db, organisationId);
      for (const member of await readMemberRecords(db, organisationId, memberships))
        put('membership', member.membership.id, member);
      const rows = await db
        .selectFrom('person')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .execute();
      const persons = rows.map(({ id }) => id);
      for (const [id, person] of await readPersons(db, organisationId, persons)) put('person', id, person);
      for (const id of await findSeated(db, organisationId, persons))
        put('committee', id, { id, seats: await readSeats(db, organisationId, id) });
      const aliases = await db
        .selectFrom('person_alias')
        .select(['id', 'person_id'])
        .where('organisation_id', '=', organisationId)
        .execute();
      for (const { id, person_id: personId } of aliases) put('alias', id, { id, personId });
      const newest = await readJournal(db, organisationId, { after: 0, limit: 1, isNewest: true });
      return { position: newest[0]?.position ?? 0, records };
    });
}

/**
 * Checks that every difference between the two states is in the journal, and that every row of the journal fits the
 * records.
 * @returns the rows between the two states
 * @throws Error naming the first record that differs
 */
export async function requireJournalled(
  store: Store,
  organisationId: number,
  { before, after }: { before: RecordedState; after: RecordedState },
): Promise<JournalRow[]> {
  const rows = await readJournal(store.members, organisationId, {
    after: before.position,
    limit: Number.MAX_SAFE_INTEGER,
  });
  const records = new Map(after.records);
  for (const row of rows.toReversed()) takeBack(records, row);
  for (const key of new Set([...before.records.keys(), ...records.keys()])) {
    const [earlier, restored] = [before.records.get(key), records.get(key)];
    if (!isDeepStrictEqual(earlier, restored))
      throw new Error(
        `${key} was ${JSON.stringify(earlier)}, but the journal leads back to ${JSON.stringify(restored)}`,
      );
  }
  return rows;
}

/** @throws Error if the record does not match the row */
function takeBack(records: Map<string, FlatRecord>, row: JournalRow): void {
  const key = `${row.kind} ${row.recordId}`;
  const refuse = (what: string) => {
    throw new Error(`position ${row.position} says that ${key} was ${row.operation}, but ${what}`);
  };
  const now = records.get(key);
  if (row.operation === 'created') {
    if (now === undefined) refuse('it does not exist');
    records.delete(key);
  } else if (row.operation === 'removed') {
    if (now !== undefined) refuse('it exists');
    const values = Object.entries(row.changes ?? {}).filter(([field]) => field !== externalIdsName);
    putRecord(records, key, Object.fromEntries(values));
  } else if (row.operation === 'updated') {
    const values = { ...now };
    for (const [field, change] of Object.entries(row.changes ?? {})) {
      const [earlier = null, later = null]: unknown[] = Array.isArray(change) ? change : [];
      if (!isDeepStrictEqual(values[field] ?? null, later))
        refuse(`${field} is ${JSON.stringify(values[field])} instead of ${JSON.stringify(later)}`);
      values[field] = earlier;
    }
    putRecord(records, key, values);
  }
}

function putRecord(records: Map<string, FlatRecord>, key: string, flat: FlatRecord): void {
  const filled = Object.entries(flat).filter(([, value]) => value !== null && value !== undefined);
  const isEmptyList = filled.every(([, value]) => Array.isArray(value) && value.length === 0);
  if (filled.length === 0 || isEmptyList) records.delete(key);
  else records.set(key, JSON.parse(JSON.stringify(Object.fromEntries(filled))) as FlatRecord);
}
