import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { lookUp } from '@/lib/base/look-up';
import { fromColumns } from '@/lib/contract/fields/columns';
import { writeRecord } from '@/lib/contract/fields/field';
import { personFields } from '@/lib/contract/fields/person';
import { toPerson } from '@/lib/store/member-records';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { MembersDatabase, PersonTable } from '@/lib/store/schema/members-schema';
import type { Store } from '@/lib/store/database';
import type { ArchivePart, Row } from './part';
import { archiveParts, peopleName } from './parts';

export interface PartsRequest {
  organisationId: number;
  /** Whether the archive includes the hashes of passwords and client secrets, and the encrypted card keys. */
  hasSecrets: boolean;
  /** Each installation creates this client for itself. */
  isOwnClient: (clientId: string) => boolean;
}

export interface WrittenParts {
  accounts: number;
  clients: number;
  /** The number of rows in both journals. */
  changes: number;
}

/**
 * Writes the parts that follow the memberships in an archive. Each part is a list with one record per line. Members are
 * read with the transaction `db`, which sees one consistent state. On SQLite, accounts are read in a separate
 * transaction.
 */
export async function writeParts(
  {
    store,
    db,
    membershipIds,
  }: { store: Store; db: Kysely<MembersDatabase>; membershipIds: readonly number[] },
  request: PartsRequest,
  write: (text: string) => Promise<void>,
): Promise<WrittenParts> {
  const { engine } = store;
  const counts = new Map<string, number>();
  const known = {
    memberships: new Set(membershipIds),
    persons: new Set<number>(),
    aliases: new Set<number>(),
    clients: new Set<string>(),
  };
  const members = { engine, db: db as Kysely<unknown> };
  await writeList(peopleName, readPeople(members, request.organisationId, known.persons), write);
  const writeOf = async (database: ArchivePart['database'], source: Source) => {
    for (const [name, part] of Object.entries(archiveParts)) {
      if (part.database !== database) continue;
      const rows = onlyKept(part, readRows(source, part, request.organisationId), { known, request });
      counts.set(name, await writeList(name, toLines(part, rows, request), write));
    }
  };
  await writeOf('members', members);
  await withAuthRead({ store, members: members.db }, (auth) => writeOf('auth', { engine, db: auth }));
  const of = (name: string) => counts.get(name) ?? 0;
  return { accounts: of('Accounts'), clients: of('Clients'), changes: of('Journal') + of('AccountJournal') };
}

interface Source {
  engine: Store['engine'];
  db: Kysely<unknown>;
}

/**
 * On PostgreSQL, accounts are read in the transaction that reads members. Both are then from one state, and one
 * connection is enough.
 */
async function withAuthRead(
  { store, members }: { store: Store; members: Kysely<unknown> },
  work: (auth: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  if (store.engine === 'postgres') return work(members);
  const auth = await store.auth.startTransaction().setAccessMode('read only').execute();
  try {
    await work(auth as Kysely<AuthDatabase> as Kysely<unknown>);
  } finally {
    await auth.rollback().execute();
  }
}

async function writeList(
  name: string,
  lines: AsyncGenerator<string[]>,
  write: (text: string) => Promise<void>,
): Promise<number> {
  await write(`,\n${JSON.stringify(name)}:[`);
  let count = 0;
  for await (const some of lines) {
    if (some.length === 0) continue;
    await write(`${count === 0 ? '\n' : ',\n'}${some.join(',\n')}`);
    count += some.length;
  }
  await write(count === 0 ? ']' : '\n]');
  return count;
}

async function* toLines(
  { fields, withoutSecrets }: ArchivePart,
  rows: AsyncGenerator<Row[]>,
  { hasSecrets }: PartsRequest,
): AsyncGenerator<string[]> {
  for await (const some of rows) {
    yield some.map((row) => {
      const shown = hasSecrets || withoutSecrets === undefined ? row : withoutSecrets(row);
      const record = fromColumns(fields, shown as Parameters<typeof fromColumns>[1]);
      return JSON.stringify(writeRecord(fields, record, { nameOf: () => '' }));
    });
  }
}

/** Reads the people without a membership. Adds the IDs of all people to `personIds`. */
async function* readPeople(
  source: Source,
  organisationId: number,
  personIds: Set<number>,
): AsyncGenerator<string[]> {
  for await (const rows of readRows(source, { table: 'person', order: ['id'] }, organisationId)) {
    // Rows of the table `person`.
    const people = rows as unknown as PersonTable[];
    for (const { id } of people) personIds.add(id);
    const ids = people.map(({ id }) => id);
    const held = await sql<{ person_id: number }>`select distinct person_id from membership
      where organisation_id = ${organisationId} and person_id in (${sql.join(ids)})`.execute(source.db);
    const holders = new Set(held.rows.map(({ person_id }) => person_id));
    yield people
      .filter(({ id }) => !holders.has(id))
      .map((row) => JSON.stringify(writeRecord(personFields, toPerson(row), { nameOf: () => '' })));
  }
}

interface Known {
  memberships: ReadonlySet<number>;
  persons: ReadonlySet<number>;
  /** The merged persons that were written. */
  aliases: Set<number>;
  clients: Set<string>;
}

/**
 * Leaves out the clients that each installation creates for itself. An interrupted removal may have left rows of
 * persons who no longer exist. These rows are left out too. Otherwise, a new person with the ID of a removed person
 * could get that person's account.
 */
async function* onlyKept(
  { table, of }: ArchivePart,
  all: AsyncGenerator<Row[]>,
  { known, request }: { known: Known; request: PartsRequest },
): AsyncGenerator<Row[]> {
  const hasPerson = (id: unknown) => known.persons.has(Number(id));
  const isKept = (row: Row): boolean => {
    if (table === 'client') {
      if (request.isOwnClient(String(row.id))) return false;
      known.clients.add(String(row.id));
      return true;
    }
    // A person may have asked for erasure before they were merged.
    if (table === 'erasure_request') {
      return hasPerson(row.person_id) || known.aliases.has(Number(row.person_id));
    }
    if (table === 'erasure') return !hasPerson(row.person_id);
    if (table === 'consent') return hasPerson(row.person_id) && known.clients.has(String(row.client_id));
    if (table === 'person_alias') {
      if (!hasPerson(row.person_id) || hasPerson(row.id)) return false;
      known.aliases.add(Number(row.id));
      return true;
    }
    if (table === 'external_id')
      return row.kind === 'person' ? hasPerson(row.id) : known.memberships.has(Number(row.id));
    if (of === 'membership') return known.memberships.has(Number(row.membership_id));
    return of !== 'person' || hasPerson(row.person_id);
  };
  for await (const rows of all) yield rows.filter(isKept);
}

/** The number of rows that are read together. This number limits the memory for a large table. */
const rowsAtOnce = 500;

/** Reads the rows of a part in batches, in the part's order. */
async function* readRows(
  { engine, db }: { engine: Store['engine']; db: Kysely<unknown> },
  { table, order, read }: Pick<ArchivePart, 'table' | 'order' | 'read'>,
  organisationId: number,
): AsyncGenerator<Row[]> {
  if (read !== undefined) return yield await read(db, organisationId);
  const organisation = sql`organisation_id = ${organisationId}`;
  let after: RawBuilder<SqlBool> = sql`true`;
  // A locale's order would differ between the engines.
  const byBytes = (column: string, value: unknown) =>
    engine === 'postgres' && typeof value === 'string'
      ? sql`${sql.ref(column)} collate "C"`
      : sql`${sql.ref(column)}`;
  let first: Row | null = null;
  for (;;) {
    const sample: Row = first ?? (await readOne(db, { table, organisation })) ?? {};
    const keys = order.map((column) => byBytes(column, lookUp(sample, column)));
    const sorted = keys.length === 0 ? sql`` : sql`order by ${sql.join(keys)}`;
    const { rows } = await sql<Row>`select * from ${sql.table(table)}
      where ${organisation} and ${after} ${sorted} limit ${rowsAtOnce}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < rowsAtOnce || order.length === 0) return;
    first ??= last;
    after = isAfter(keys, order, last);
  }
}

async function readOne(
  db: Kysely<unknown>,
  { table, organisation }: { table: string; organisation: RawBuilder<unknown> },
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${organisation} limit 1`.execute(
    db,
  );
  return rows[0];
}

/**
 * Builds the condition `(a, b) > (x, y)`. The condition starts with the first column alone, so that an index can be
 * used.
 */
function isAfter(
  keys: readonly RawBuilder<unknown>[],
  order: readonly string[],
  last: Row,
): RawBuilder<SqlBool> {
  const values = order.map((column) => lookUp(last, column));
  const alternatives = keys.map((key, index) => {
    const same = keys.slice(0, index).map((one, at) => sql`${one} = ${values[at]}`);
    return sql`(${sql.join([...same, sql`${key} > ${values[index]}`], sql` and `)})`;
  });
  return sql`(${keys[0]} >= ${values[0]} and (${sql.join(alternatives, sql` or `)}))`;
}
