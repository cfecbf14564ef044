import type { Transaction } from 'kysely';
import type { Clock } from '@/lib/clock';
import type { Store } from './database';
import { Journal, readJournalPosition, type Cause } from './journal';
import type { AreaCentre } from './location-document';
import type { MembersDatabase } from './members-schema';
import { MembersWriter } from './members-writer';
import { readStructure } from './structure';
import { inWriteTransaction } from './write-transaction';

export interface WriterContext {
  organisationId: number;
  clock: Clock;
  /** The public point of a location with coarser precision; see `publicPoint`. */
  areaCentre: AreaCentre;
  /** Who writes and why, for the journal. */
  cause: Cause;
}

/**
 * Writes to one organisation in one transaction: everything, or nothing if `work` throws. Writers of an organisation
 * wait for each other. If anything changed, the organisation's version is raised once.
 */
export async function withMembersWriter<T>(
  store: Store,
  context: WriterContext,
  work: (writer: MembersWriter) => Promise<T>,
): Promise<T> {
  const { organisationId, clock } = context;
  return inWriteTransaction(store, organisationId, async (db) => {
    const structure = await readStructure(db, organisationId);
    const now = clock().getTime();
    const position = await readJournalPosition(db, organisationId);
    const journal = new Journal(db, { organisationId, now, cause: context.cause, position });
    const writer = new MembersWriter(db, structure, { ...context, now, journal });
    const result = await work(writer);
    await writer.settle();
    await writer.stampModified(clock().getTime());
    await journal.finish();
    if (writer.hasChanged) await raiseVersion(db, organisationId, clock().getTime());
    return result;
  });
}

/** At least the current time, so that a restored backup never reuses entity tags of what was written after it. */
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
