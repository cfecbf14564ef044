import { byCommand } from '@/lib/store/journal';
import type { Store } from '@/lib/store/database';
import { inChunks } from '@/lib/store/sql/in-chunks';
import { readTombstones, type Tombstone } from '@/lib/store/tombstone';
import { readErasureSubject } from '@/lib/store/erasure-subject';
import { eraseAccounts } from './erase-accounts';
import { findMismatch } from './erase-records';
import { appendErasures, findNewer, readErasures } from './erasures-file';
import { beginErasure, settleErasures, type ErasureServices } from './settle-erasures';

export interface AppliedErasures {
  /** The number of persons who were erased again, or whose erasure was completed. */
  erased: number;
  problems: string[];
}

/**
 * Erases everybody who is in the file of erasures but is not erased in the database. Such a database comes from an
 * older backup (docs/decisions.md, J20). Completes erasures that have begun, and adds missing lines to the file. Called
 * before the server answers requests, and after a restore.
 * @throws StartupError if the file is damaged
 */
export async function applyErasures(store: Store, services: ErasureServices): Promise<AppliedErasures> {
  const { dataDir, clock } = services;
  const stored = await readTombstones(store.members);
  const listed = readErasures(dataDir);
  const organisations = await readOrganisationIds(store);
  const cause = byCommand('person erase');
  const problems: string[] = [];
  for (const repeats of findNewer(listed, stored)) {
    // The organisation does not exist here, so the erasure is not done now. If it were done, it would count as
    // complete. A later import of an older archive would then bring the person back.
    if (!organisations.has(repeats.organisationId)) continue;
    const { organisationId, personId, personIds, erasedAt } = repeats;
    const problem = findMismatch(repeats, await readErasureSubject(store.members, organisationId, personIds));
    if (problem !== null) {
      problems.push(problem);
      continue;
    }
    const request = { newContactId: null, withCompany: false, repeats };
    await beginErasure(store, { organisationId, personId, request, cause, startedAt: new Date(erasedAt) });
  }
  for (const tombstone of await findWithAccount(store, stored)) {
    const { organisationId, personIds, membershipIds } = tombstone;
    const erased = { organisationId, personIds, membershipIds, emailKeys: [] };
    await store.auth
      .transaction()
      .execute((transaction) => eraseAccounts(transaction, erased, { cause, now: clock() }));
  }
  const settled = await settleErasures(store, services);
  appendErasures(dataDir, await readTombstones(store.members));
  return {
    erased: settled.filter(({ tombstone }) => tombstone !== null).length,
    problems: [...problems, ...settled.flatMap(({ problem }) => problem ?? [])],
  };
}

async function readOrganisationIds({ members }: Store): Promise<Set<number>> {
  const rows = await members.selectFrom('organisation').select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Erased persons who have an account, because only auth.db was restored from a backup. A person who was imported again
 * may have an account, and is left out.
 */
async function findWithAccount(
  { auth, members }: Store,
  tombstones: readonly Tombstone[],
): Promise<Tombstone[]> {
  const found = new Set<string>();
  const stored = new Set<string>();
  const personIds = [...new Set(tombstones.flatMap((one) => one.personIds))];
  for (const some of inChunks(personIds)) {
    for (const table of ['account', 'passkey', 'consent', 'session'] as const) {
      const rows = await auth
        .selectFrom(table)
        .select(['organisation_id', 'person_id'])
        .distinct()
        .where('person_id', 'in', some)
        .execute();
      for (const row of rows) found.add(`${row.organisation_id} ${row.person_id}`);
    }
    const persons = members.selectFrom('person').select(['organisation_id', 'id']).where('id', 'in', some);
    for (const row of await persons.execute()) stored.add(`${row.organisation_id} ${row.id}`);
  }
  return tombstones.flatMap((one) => {
    const keyOf = (id: number) => `${one.organisationId} ${id}`;
    const erased = one.personIds.filter((id) => !stored.has(keyOf(id)));
    return erased.some((id) => found.has(keyOf(id))) ? { ...one, personIds: erased } : [];
  });
}
