/** Changes to their own entry that members propose, and that wait for the office (docs/decisions.md, A1). */
import type { Kysely } from 'kysely';
import type { MembersDatabase, ProposalTable } from '@/lib/store/schema/members-schema';
import { toEntry } from './journal-members';
import { noProposal, proposedChangesSchema, type ProposalRecord } from './proposal-fields';
import type { WriteState } from './write-state';

export async function readProposals(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  membershipIds: readonly number[],
): Promise<Map<number, ProposalRecord>> {
  if (membershipIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('proposal')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('membership_id', 'in', membershipIds)
    .execute();
  return new Map(rows.map((row) => [row.membership_id, toProposal(row)]));
}

/** The IDs of memberships whose proposals wait for the office, those who have waited longest first. */
export async function readWaitingProposals(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<{ membershipId: number; personId: number }[]> {
  return db
    .selectFrom('proposal')
    .innerJoin('membership', (join) =>
      join
        .onRef('membership.organisation_id', '=', 'proposal.organisation_id')
        .onRef('membership.id', '=', 'proposal.membership_id'),
    )
    .select(['proposal.membership_id as membershipId', 'membership.person_id as personId'])
    .where('proposal.organisation_id', '=', organisationId)
    .where('declined_at', 'is', null)
    .orderBy('proposed_at')
    .orderBy('proposal.membership_id')
    .execute();
}

export class ProposalsWriter {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  async of(membershipId: number): Promise<ProposalRecord> {
    const { db, organisationId } = this.#state;
    const found = await readProposals(db, organisationId, [membershipId]);
    return found.get(membershipId) ?? noProposal(membershipId);
  }

  async put(after: ProposalRecord): Promise<void> {
    const { db, organisationId, journal } = this.#state;
    const before = await this.of(after.id);
    await db
      .deleteFrom('proposal')
      .where('organisation_id', '=', organisationId)
      .where('membership_id', '=', after.id)
      .execute();
    if (after.changes.length > 0)
      await db
        .insertInto('proposal')
        .values({
          organisation_id: organisationId,
          membership_id: after.id,
          changes: JSON.stringify(after.changes),
          proposed_at: after.proposedAt,
          declined_at: after.declinedAt,
          answer: after.answer,
        })
        .execute();
    const entries = toEntry('proposal', after.id, { before, after });
    await journal.add(entries);
    if (entries.length > 0) this.#state.hasChanged = true;
  }

  async removeOf(membershipIds: readonly number[]): Promise<void> {
    const { db, organisationId } = this.#state;
    const found = await readProposals(db, organisationId, membershipIds);
    for (const id of found.keys()) await this.put(noProposal(id));
  }
}

function toProposal({
  membership_id,
  changes,
  proposed_at,
  declined_at,
  answer,
}: ProposalTable): ProposalRecord {
  return {
    id: membership_id,
    changes: proposedChangesSchema.parse(JSON.parse(changes)),
    proposedAt: Number(proposed_at),
    declinedAt: declined_at === null ? null : Number(declined_at),
    answer,
  };
}
