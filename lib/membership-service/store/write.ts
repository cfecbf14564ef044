import { sql, type Transaction } from 'kysely';
import type { Clock } from '@/lib/clock';
import type { Store } from './database';
import type { AreaCentre } from './location-document';
import type { MembersDatabase } from './members-schema';
import { MembersWriter } from './members-writer';
import { readStructure } from './structure';

export interface WriterOptions {
  organisationId: number;
  clock: Clock;
  /** Where a location of coarser precision is told to be; see `publicPoint`. */
  areaCentre: AreaCentre;
}

/**
 * Writes to one organisation in one transaction: all of it or, when `work` throws, nothing. Writers of an organisation
 * wait for each other. The organisation's version rises once when anything changed.
 */
export async function withMembersWriter<T>(
  store: Store,
  options: WriterOptions,
  work: (writer: MembersWriter) => Promise<T>,
): Promise<T> {
  const { organisationId, clock } = options;
  return store.members.transaction().execute(async (db) => {
    // SQLite's transaction is the only writer already. The first number marks locks of this kind.
    if (store.engine === 'postgres') {
      await sql`select pg_advisory_xact_lock(42078, ${sql.lit(organisationId % 2 ** 31)})`.execute(db);
    }
    const structure = await readStructure(db, organisationId);
    const writer = new MembersWriter(db, structure, { ...options, now: clock().getTime() });
    const result = await work(writer);
    await writer.settle();
    if (writer.hasChanged) await raiseVersion(db, organisationId, clock().getTime());
    return result;
  });
}

/** At least the time, so that a restored backup never meets entity tags of what was written after it. */
async function raiseVersion(
  db: Transaction<MembersDatabase>,
  organisationId: number,
  now: number,
): Promise<void> {
  await db
    .updateTable('organisation')
    .set((eb) => ({
      version: eb
        .case()
        .when('version', '>=', now)
        .then(eb('version', '+', 1))
        .else(now)
        .end(),
    }))
    .where('id', '=', organisationId)
    .execute();
}
