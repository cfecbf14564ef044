/**
 * Writes a full archive into an organisation that does not exist yet. The archive's accounts and clients, and the
 * positions and times of its journal, are written too.
 */
import { lookUp } from '@/lib/base/look-up';
import { sql, type Kysely } from 'kysely';
import type { Clock } from '@/lib/base/clock';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import { Journal, type Cause } from '@/lib/store/journal';
import type { AreaCentre } from '@/lib/store/location-document';
import { MembersWriter } from '@/lib/store/members-writer';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { inWriteTransaction } from '@/lib/store/write-transaction';
import { readPerson, readRow, type PartElement } from './check-parts';
import type { ArchivePart, Row } from './part';
import { archiveParts, peopleName } from './parts';

/** The parts of one database, in their order. Each call reads the file again. */
export type ReadParts = (database: ArchivePart['database']) => AsyncIterable<PartElement[]>;

export interface RestoreContext {
  store: Store;
  clock: Clock;
  areaCentre: AreaCentre;
  cause: Cause;
}

export interface Restore {
  organisationId: number;
  /** The SHA-256 hash of the archive. An interrupted import continues only with the same file. */
  fileHash: string;
  /** Writes the organisation, the records that members refer to, and the members. */
  writeMembers: (writer: MembersWriter) => Promise<void>;
  /** Writes the records that refer to persons. All persons have been written before. */
  writeSeats: (writer: MembersWriter) => Promise<void>;
  readParts: ReadParts;
}

/** An ID occurs twice in the archive, or another organisation of this installation has it. */
export class RepeatedRowError extends Error {
  override name = 'RepeatedRowError';
}

/**
 * Writes everything, or nothing if it fails. On SQLite, the process may be killed when only the first of the two
 * databases has been committed. The members then have no accounts, and a row records this. Nobody can sign in until
 * `finishRestore` has added the accounts.
 */
export async function restoreArchive(context: RestoreContext, restore: Restore): Promise<void> {
  const { store, clock } = context;
  const { organisationId } = restore;
  const now = clock().getTime();
  let commitAuth = async () => {};
  let rollbackAuth = async () => {};
  try {
    await inWriteTransaction(store, organisationId, async (db) => {
      // Writes nothing, because the archive's own journal already has these changes.
      const journal = new UnwrittenJournal(db, { organisationId, now, cause: context.cause, position: 0 });
      const writer = new MembersWriter(db, null, { ...context, organisationId, now, journal });
      await writer.complete(async () => {
        await restore.writeMembers(writer);
        for await (const elements of restore.readParts('members')) {
          for (const { part, element } of elements) {
            if (part === peopleName) await writer.persons.put(readPerson(element));
          }
        }
        await restore.writeSeats(writer);
      });
      await writeRows(db as unknown as Kysely<unknown>, restore, 'members', now);
      if (store.engine === 'postgres') {
        await writeAccounts(db as unknown as Kysely<unknown>, restore, now);
        return;
      }
      await db
        .insertInto('archive_import')
        .values({ organisation_id: organisationId, file_hash: restore.fileHash })
        .execute();
      const auth = await store.auth.startTransaction().execute();
      commitAuth = () =>
        auth
          .commit()
          .execute()
          .then(() => undefined);
      rollbackAuth = () =>
        auth
          .rollback()
          .execute()
          .then(() => undefined);
      await writeAccounts(auth as Kysely<AuthDatabase> as Kysely<unknown>, restore, now);
    });
  } catch (error) {
    await rollbackAuth();
    throw error;
  }
  await commitAuth();
  await removeMark(store, organisationId);
}

/**
 * Adds the accounts of an archive whose members were imported without their accounts. Rows that were written since that
 * import stay.
 */
export async function finishRestore(
  { store, clock }: RestoreContext,
  restore: Pick<Restore, 'organisationId' | 'readParts'>,
): Promise<void> {
  const now = clock().getTime();
  await store.auth
    .transaction()
    .execute((auth) =>
      writeAccounts(auth as Kysely<AuthDatabase> as Kysely<unknown>, restore, now, { mayExist: true }),
    );
  await removeMark(store, restore.organisationId);
}

async function removeMark({ members }: Store, organisationId: number): Promise<void> {
  await members.deleteFrom('archive_import').where('organisation_id', '=', organisationId).execute();
}

class UnwrittenJournal extends Journal {
  override async add(): Promise<void> {}
}

/**
 * Writes the archive's accounts. An interrupted removal of an organisation with this ID may have left rows. These rows
 * are deleted first. But if `mayExist` is true, all existing rows are kept.
 */
async function writeAccounts(
  db: Kysely<unknown>,
  restore: Pick<Restore, 'organisationId' | 'readParts'>,
  now: number,
  { mayExist } = { mayExist: false },
): Promise<void> {
  if (!mayExist) {
    const tables = Object.values(archiveParts).filter((part) => part.database === 'auth');
    for (const { table } of tables) {
      await sql`delete from ${sql.table(table)} where organisation_id = ${restore.organisationId}`.execute(
        db,
      );
    }
  }
  await writeRows(db, restore, 'auth', now, { mayExist });
}

async function writeRows(
  db: Kysely<unknown>,
  { organisationId, readParts }: Pick<Restore, 'organisationId' | 'readParts'>,
  database: ArchivePart['database'],
  now: number,
  { mayExist } = { mayExist: false },
): Promise<void> {
  for await (const elements of readParts(database)) {
    const byPart = new Map<string, Row[]>();
    const linesOf = new Map<string, number[]>();
    for (const { part: name, element, line } of elements) {
      const part = lookUp(archiveParts, name);
      if (part === undefined) continue;
      const row = { organisation_id: organisationId, ...readRow(part, element) };
      const rows = byPart.get(name);
      if (rows === undefined) byPart.set(name, [row]);
      else rows.push(row);
      linesOf.set(name, [linesOf.get(name)?.[0] ?? line, line]);
    }
    for (const [name, rows] of byPart) {
      const inserted = await writeSome(db, { name, rows, organisationId, now });
      if (inserted < rows.length && !mayExist) {
        const [from, to] = linesOf.get(name) ?? [];
        throw new RepeatedRowError(
          `lines ${from} to ${to}: ${name} has an element whose ID occurs twice, or is that of another organisation here`,
        );
      }
    }
  }
}

/** @returns the number of new rows */
async function writeSome(
  db: Kysely<unknown>,
  { name, rows, organisationId, now }: { name: string; rows: Row[]; organisationId: number; now: number },
): Promise<number> {
  const part = lookUp(archiveParts, name);
  if (part === undefined) return 0;
  if (name === 'DateModified') {
    await setModified(db, organisationId, rows);
    return rows.length;
  }
  if (name === 'State') {
    await setState(db as Kysely<MembersDatabase>, rows, now);
    return rows.length;
  }
  const { restored } = part;
  return insertRows(db, part.table, restored === undefined ? rows : rows.map((row) => restored(row, now)));
}

async function setModified(db: Kysely<unknown>, organisationId: number, rows: readonly Row[]): Promise<void> {
  // The statement contains the numbers themselves, because PostgreSQL would treat parameters as text. The numbers are
  // checked whole numbers.
  const times = rows.map((row) => sql`(${sql.lit(Number(row.id))}, ${sql.lit(Number(row.modified_at))})`);
  await sql`with d (id, at) as (values ${sql.join(times)})
    update membership set modified_at = d.at from d
    where membership.organisation_id = ${organisationId} and membership.id = d.id`.execute(db);
}

/**
 * Every write raises the organisation's version to the current time or higher. This function does so too. The entity
 * tags of lists contain the version, so no tag is used again.
 */
async function setState(db: Kysely<MembersDatabase>, rows: readonly Row[], now: number): Promise<void> {
  for (const { is_demonstration, organisation_id, ...state } of rows) {
    const organisationId = Number(organisation_id);
    await insertRows(db as Kysely<unknown>, 'journal_state', [{ organisation_id, ...state }]);
    await db
      .updateTable('organisation')
      .set({ is_demonstration: Number(is_demonstration), version: now })
      .where('id', '=', organisationId)
      .execute();
  }
}

/** The number of rows in one statement. The number of parameters stays below the limits of both database engines. */
const rowsAtOnce = 100;

/**
 * A row whose key exists already is not inserted.
 * @returns the number of inserted rows
 */
async function insertRows(db: Kysely<unknown>, table: string, rows: readonly Row[]): Promise<number> {
  let inserted = 0;
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some = rows.slice(start, start + rowsAtOnce);
    const columns = Object.keys(some[0] ?? {});
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const values = some.map((row) => sql`(${sql.join(columns.map((column) => lookUp(row, column)))})`);
    const { numAffectedRows } = await sql`insert into ${sql.table(table)} (${names})
      values ${sql.join(values)} on conflict do nothing`.execute(db);
    inserted += Number(numAffectedRows ?? 0);
  }
  return inserted;
}
