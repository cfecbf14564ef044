import type { Store } from '@/lib/membership-store/database';

/** Tables of credentials and of what people signed in to. */
const tables = ['account', 'session', 'mail_code', 'consent', 'access_token', 'authorization_code'] as const;

/** Removes the passwords, sessions, links, consents and tokens of removed people. */
export async function removeAccounts(
  store: Store,
  { organisationId, personIds }: { organisationId: number; personIds: readonly number[] },
): Promise<void> {
  for (let start = 0; start < personIds.length; start += 500) {
    const some = personIds.slice(start, start + 500);
    for (const table of tables) {
      await store.auth
        .deleteFrom(table)
        .where('organisation_id', '=', organisationId)
        .where('person_id', 'in', some)
        .execute();
    }
  }
}
