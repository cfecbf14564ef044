import type { Store } from '@/lib/store/database';
import { findErasureRequest } from './erasure-requests';
import { listPasskeys } from './passkeys';

export interface AccountStanding {
  hasPassword: boolean;
  passwordSetAt: Date | null;
  /** The number of passkeys that work. */
  passkeys: number;
  /** Whether an invitation or a link to set a password is valid now. */
  hasLink: boolean;
  sessions: number;
  erasureRequestedAt: Date | null;
  consents: { clientId: string; name: string; scope: string; givenAt: Date }[];
}

export async function readAccountStanding(
  store: Store,
  { organisationId, personId, now }: { organisationId: number; personId: number; now: Date },
): Promise<AccountStanding> {
  const { auth } = store;
  const account = await auth
    .selectFrom('account')
    .select(['password_hash', 'updated_at'])
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  const passkeys = await listPasskeys(store, { organisationId, personId });
  const link = await auth
    .selectFrom('mail_code')
    .select('code_hash')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .where('expires_at', '>', now.getTime())
    .where('consumed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  const sessions = await auth
    .selectFrom('session')
    .select('session_hash')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .where('expires_at', '>', now.getTime())
    .execute();
  const consents = await auth
    .selectFrom('consent')
    .innerJoin('client', 'client.id', 'consent.client_id')
    .select(['client.id as clientId', 'client.name', 'consent.scope', 'consent.granted_at'])
    .where('consent.organisation_id', '=', organisationId)
    .where('consent.person_id', '=', personId)
    .orderBy('client.id')
    .execute();
  const hasPassword = account !== undefined && account.password_hash !== null;
  return {
    hasPassword,
    passwordSetAt: hasPassword ? new Date(account.updated_at) : null,
    passkeys: passkeys.filter(({ refusedAt }) => refusedAt === null).length,
    hasLink: link !== undefined,
    sessions: sessions.length,
    erasureRequestedAt: await findErasureRequest(store, { organisationId, personId }),
    consents: consents.map(({ granted_at, ...consent }) => ({ ...consent, givenAt: new Date(granted_at) })),
  };
}
