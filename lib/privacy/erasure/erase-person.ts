import { createAreaCentre } from '@/lib/store/area-centre';
import type { Store } from '@/lib/store/database';
import { readErasureSubject, type ErasureSubject } from '@/lib/store/erasure-subject';
import type { Cause } from '@/lib/store/journal';
import { findTombstone, type Tombstone } from '@/lib/store/tombstone';
import { withMembersWriter } from '@/lib/store/write';
import { eraseRecords, isStored } from './erase-records';
import type { ErasureRequest } from './erasure-request';
import { beginErasure, settleErasures, type ErasureServices, type SettledErasure } from './settle-erasures';

/** `newContactId` and `withCompany` say what happens to companies that have this person as their contact. */
export interface PersonErasure extends Pick<ErasureRequest, 'newContactId' | 'withCompany'> {
  organisationId: number;
  personId: number;
  cause: Cause;
}

export interface ErasurePlan {
  subject: ErasureSubject;
  tombstone: Tombstone;
  /** Companies that get a new contact. */
  kept: number[];
  /** Memberships that stay but lose their company. */
  detached: number[];
}

/**
 * Finds out what would be erased, and erases nothing. null: the person was erased and not imported again.
 * @throws ErasureError if there is no such person, or a company would have no contact
 */
export async function planErasure(
  store: Store,
  erasure: PersonErasure,
  services: ErasureServices,
): Promise<ErasurePlan | null> {
  const { organisationId, personId, cause } = erasure;
  await store.settleAccounts();
  if ((await findTombstone(store.members, organisationId, personId)) !== null) {
    const stored = await readErasureSubject(store.members, organisationId, [personId]);
    if (!isStored(stored)) return null;
  }
  const context = {
    organisationId,
    clock: services.clock,
    areaCentre: createAreaCentre(services.dataDir),
    cause,
  };
  try {
    return await withMembersWriter(store, context, async (writer) => {
      const subject = await writer.erasures.subject([personId]);
      const tombstone = await eraseRecords(writer, toRecordsErasure(erasure, services.clock()));
      if (subject === null) throw new Error('the person was not found');
      const gone = new Set(tombstone.membershipIds);
      const held = subject.members.map(({ membership }) => membership.id);
      const kept = held.filter((id) => !gone.has(id));
      const others = [...writer.alsoChanged].filter((id) => !gone.has(id) && !kept.includes(id));
      // If a company stays, its sub-members stay in the company and get its new contact. So the sub-members are not
      // detached.
      const stored = await writer.memberships.findMany(others);
      const detached = others.filter((id) => stored.get(id)?.membership.parentId === null);
      throw new Rollback({ subject, tombstone, kept, detached });
    });
  } catch (error) {
    if (error instanceof Rollback) return error.plan;
    throw error;
  }
}

/** Ends the transaction without its writes. This is not an error. */
class Rollback extends Error {
  constructor(readonly plan: ErasurePlan) {
    super('nothing is written');
  }
}

/** The result says whether the server still has to rewrite the database files. */
export async function erasePerson(
  store: Store,
  { organisationId, personId, newContactId, withCompany, cause }: PersonErasure,
  services: ErasureServices,
): Promise<SettledErasure> {
  const request = { newContactId, withCompany, repeats: null };
  await beginErasure(store, { organisationId, personId, request, cause, startedAt: services.clock() });
  return completeErasure(store, { organisationId, personId }, services);
}

/** Completes an erasure that has begun. If the erasure is complete already, nothing is done. */
export async function completeErasure(
  store: Store,
  { organisationId, personId }: Pick<PersonErasure, 'organisationId' | 'personId'>,
  services: ErasureServices,
): Promise<SettledErasure> {
  const settled = await settleErasures(store, services);
  const own = settled.find((one) => one.organisationId === organisationId && one.personId === personId);
  if (own !== undefined) return own;
  // This process or a running server has completed the erasure before.
  const tombstone = await findTombstone(store.members, organisationId, personId);
  return { organisationId, personId, tombstone, isComplete: true, problem: null };
}

function toRecordsErasure(
  { organisationId, personId, newContactId, withCompany }: PersonErasure,
  erasedAt: Date,
) {
  return { organisationId, personId, erasedAt, request: { newContactId, withCompany, repeats: null } };
}
