import type { Kysely } from 'kysely';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import { journalAccounts } from '@/lib/store/account-journal';
import type { Store } from '@/lib/store/database';
import { inChunks } from '@/lib/store/sql/in-chunks';
import type { Cause } from '@/lib/store/journal';
import { nobody, queueLogouts } from './session-sites';

const tables = [
  'passkey',
  'session',
  'mail_code',
  'consent',
  'refresh_grant',
  'access_token',
  'authorization_code',
  'erasure_request',
  'sent_mail',
] as const;

export async function removeAccounts(
  { auth }: Store,
  { organisationId, personIds }: Persons,
  { cause, now }: { cause: Cause; now: Date },
): Promise<void> {
  for (const some of inChunks(personIds)) {
    await auth.transaction().execute(async (transaction) => {
      const persons = { organisationId, personIds: some };
      await deleteAccounts(transaction, persons, { cause, now });
      await deleteAccountRows(transaction, persons, now);
    });
  }
}

interface Persons {
  organisationId: number;
  personIds: readonly number[];
}

export async function deleteAccounts(
  transaction: Kysely<AuthDatabase>,
  { organisationId, personIds }: Persons,
  { cause, now }: { cause: Cause; now: Date },
): Promise<void> {
  const removed = await transaction
    .deleteFrom('account')
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .returning('person_id')
    .execute();
  await journalAccounts(
    transaction,
    { organisationId, cause, now },
    removed.map(({ person_id: personId }) => ({ kind: 'account', operation: 'removed', personId })),
  );
}

/**
 * Deletes all rows of these accounts except those in `account`. Sites are told that the sessions have ended. A notice names only the session, not the person.
 */
export async function deleteAccountRows(
  transaction: Kysely<AuthDatabase>,
  { organisationId, personIds }: Persons,
  now: Date,
): Promise<void> {
  await queueLogouts(transaction, { organisationId, personIds }, now);
  await transaction
    .updateTable('logout_notice')
    .set({ person_id: nobody })
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .execute();
  for (const table of tables) {
    await transaction
      .deleteFrom(table)
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', personIds)
      .execute();
  }
}
