/**
 * Whether a person has proved that their email address is theirs: they used a code or a link that was sent to it. A
 * change of the address, a merge and an erasure end the proof.
 */
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import { emailKey } from '@/lib/store/email-key';
import type { Owner } from './owner';
import { findPeopleByEmail } from './people';

/** The account must exist. `emailKey`: the address to which the code or link was sent. */
export async function recordProvenEmail(
  transaction: Kysely<AuthDatabase>,
  { organisationId, personId, emailKey: key }: Owner & { emailKey: string },
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('account')
    .set({ proven_email_key: key, proven_email_at: now.getTime() })
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .execute();
}

export async function forgetProvenEmails(
  transaction: Kysely<AuthDatabase>,
  {
    organisationId,
    personIds,
    until,
  }: { organisationId: number; personIds: readonly number[]; until: number },
): Promise<void> {
  await transaction
    .updateTable('account')
    .set({ proven_email_key: null, proven_email_at: null })
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .where('proven_email_at', '<=', until)
    .execute();
}

/** False while somebody else has the same address: anybody who reads its emails could have used the code. */
export async function hasProvenEmail(
  store: Store,
  { organisationId, personId, email }: Owner & { email: string },
): Promise<boolean> {
  const proof = await store.auth
    .selectFrom('account')
    .select('proven_email_at')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .where('proven_email_key', '=', emailKey(email))
    .executeTakeFirst();
  if (proof === undefined) return false;
  const change = await store.members
    .selectFrom('changed_email')
    .select('changed_at')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (change !== undefined && change.changed_at >= Number(proof.proven_email_at)) return false;
  return (await findPeopleByEmail(store, { organisationId, email })).length === 1;
}

const changesAtOnce = 500;

/**
 * Forgets the proofs of addresses that were changed in members.db. If a process is killed before, the next call does
 * it. Until then, `hasProvenEmail` compares the times.
 */
export async function settleChangedEmails({ members, auth }: Store): Promise<void> {
  for (;;) {
    const changes = await members.selectFrom('changed_email').selectAll().limit(changesAtOnce).execute();
    if (changes.length === 0) return;
    await auth.transaction().execute(async (transaction) => {
      for (const { organisation_id: organisationId, person_id: personId, changed_at: until } of changes)
        await forgetProvenEmails(transaction, { organisationId, personIds: [personId], until });
    });
    await members
      .deleteFrom('changed_email')
      .where((is) =>
        is.or(
          changes.map(({ organisation_id, person_id, changed_at }) =>
            is.and({ organisation_id, person_id, changed_at }),
          ),
        ),
      )
      .execute();
  }
}
