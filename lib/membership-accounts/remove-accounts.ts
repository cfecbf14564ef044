import { journalAccounts } from '@/lib/membership-store/account-journal';
import type { Store } from '@/lib/membership-store/database';
import { inParts } from '@/lib/sql/in-parts';
import type { Cause } from '@/lib/membership-store/journal';

/** The tables with a row for a person's sessions, codes, consents, tokens and request for erasure. */
const tables = [
  'session',
  'mail_code',
  'consent',
  'access_token',
  'authorization_code',
  'erasure_request',
] as const;

/** Removes the passwords, sessions, links, consents, tokens and requests of removed people. */
export async function removeAccounts(
  { auth }: Store,
  { organisationId, personIds }: { organisationId: number; personIds: readonly number[] },
  { cause, now }: { cause: Cause; now: Date },
): Promise<void> {
  for (const some of inParts(personIds)) {
    await auth.transaction().execute(async (transaction) => {
      const removed = await transaction
        .deleteFrom('account')
        .where('organisation_id', '=', organisationId)
        .where('person_id', 'in', some)
        .returning('person_id')
        .execute();
      for (const table of tables) {
        await transaction
          .deleteFrom(table)
          .where('organisation_id', '=', organisationId)
          .where('person_id', 'in', some)
          .execute();
      }
      await transaction
        .deleteFrom('merged_account')
        .where('organisation_id', '=', organisationId)
        .where('into_id', 'in', some)
        .execute();
      await journalAccounts(
        transaction,
        { organisationId, cause, now },
        removed.map(({ person_id }) => ({
          kind: 'account',
          operation: 'removed',
          personId: person_id,
        })),
      );
    });
  }
}
