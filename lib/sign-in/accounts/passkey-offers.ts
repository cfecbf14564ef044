/** Each person is asked only once whether they want a passkey, even if they decline. */
import type { Store } from '@/lib/store/database';
import type { Owner } from './owner';
import { listPasskeys } from './passkeys';

export async function mayOfferPasskey(store: Store, owner: Owner): Promise<boolean> {
  const asked = await store.auth
    .selectFrom('account')
    .select('passkey_offered_at')
    .where('organisation_id', '=', owner.organisationId)
    .where('person_id', '=', owner.personId)
    .where('passkey_offered_at', 'is not', null)
    .executeTakeFirst();
  return asked === undefined && (await listPasskeys(store, owner)).length === 0;
}

export async function recordPasskeyOffer(
  { auth }: Store,
  { organisationId, personId }: Owner,
  now: Date,
): Promise<void> {
  const at = now.getTime();
  await auth
    .insertInto('account')
    .values({
      organisation_id: organisationId,
      person_id: personId,
      password_hash: null,
      updated_at: at,
      passkey_offered_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'person_id']).doUpdateSet({ passkey_offered_at: at }),
    )
    .execute();
}
