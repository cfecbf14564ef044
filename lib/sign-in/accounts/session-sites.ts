/** The sites that use a session learn by back-channel logout that the session has ended. */
import { sql, type Kysely } from 'kysely';
import type { AuthDatabase, SessionSiteTable } from '@/lib/store/schema/auth-schema';
import { hashSecret, makeSecret } from './secrets';

type Auth = Kysely<AuthDatabase>;

/** A notice about a removed person contains this ID instead of the person's ID. Real IDs begin at 1. */
export const nobody = 0;

/** Records that a site got a token through a session. @returns the ID by which the site knows the session */
export async function addSessionSite(
  transaction: Auth,
  site: Omit<SessionSiteTable, 'sid'>,
): Promise<string> {
  const sid = publicId(site.session_hash);
  await transaction
    .insertInto('session_site')
    .values({ ...site, sid })
    .onConflict((conflict) => conflict.columns(['session_hash', 'client_id', 'sid']).doNothing())
    .execute();
  return sid;
}

/** Sites and browsers see this ID of the session. The ID does not reveal the stored hash. */
export function publicId(sessionHash: string): string {
  return hashSecret(sessionHash).slice(0, 32);
}

/** The session `to` continues the session `from`. For each site, the session's ID stays the same. */
export async function moveSessionSites(transaction: Auth, from: string, to: string): Promise<void> {
  await transaction
    .updateTable('session_site')
    .set({ session_hash: to })
    .where('session_hash', '=', from)
    .execute();
}

interface Ended {
  organisationId: number;
  /** If absent: everybody who used the session. */
  personIds?: readonly number[];
  /** `sessionHash` selects one session, and `clientId` selects one site. If absent: all. */
  sessionHash?: string;
  clientId?: string;
}

/** Queues a notice to each site of the sessions. `transaction` must be the one that ends the sessions. */
export async function queueLogouts(
  transaction: Auth,
  { organisationId, personIds, sessionHash, clientId }: Ended,
  now: Date,
): Promise<void> {
  // Without the unary plus, SQLite would read all sessions of the organisation to find one.
  const organisation = sessionHash === undefined ? sql.ref('organisation_id') : sql`+organisation_id`;
  let ended = transaction.deleteFrom('session_site').where(organisation, '=', organisationId);
  if (personIds !== undefined) ended = ended.where('person_id', 'in', personIds);
  if (sessionHash !== undefined) ended = ended.where('session_hash', '=', sessionHash);
  if (clientId !== undefined) ended = ended.where('client_id', '=', clientId);
  const sites = await ended.returning(['client_id', 'sid', 'organisation_id', 'person_id']).execute();
  if (sites.length === 0) return;
  const at = now.getTime();
  const notices = sites.map((site) => ({
    id: makeSecret(),
    ...site,
    ended_at: at,
    attempts: 0,
    retry_at: at,
  }));
  await transaction.insertInto('logout_notice').values(notices).execute();
}
