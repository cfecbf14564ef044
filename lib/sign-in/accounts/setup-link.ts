/** The link with which a new installation gets its first owner (docs/decisions.md, J27). Only its hash is stored. */
import { equalTexts } from '@/lib/base/equal-texts';
import type { Store } from '@/lib/store/database';
import { hashSecret, makeSecret } from './secrets';

const setupLinkMinutes = 30;

interface Link {
  organisationId: number;
  token: string;
  now: Date;
}

/** The link works once. Earlier links stay valid until they expire, because another server may have printed them. */
export async function issueSetupLink(
  { auth }: Store,
  { organisationId, baseUrl, now }: { organisationId: number; baseUrl: string; now: Date },
): Promise<string> {
  const token = makeSecret();
  const row = {
    code_hash: hashSecret(token),
    organisation_id: organisationId,
    email_key: '',
    new_email: null,
    purpose: 'setup' as const,
    person_id: null,
    request_hash: null,
    attempts: 0,
    created_at: now.getTime(),
    expires_at: now.getTime() + setupLinkMinutes * 60_000,
    consumed_at: null,
  };
  await auth.insertInto('mail_code').values(row).execute();
  return `${baseUrl}/set-up?token=${token}`;
}

export async function isSetupLink(store: Store, link: Link): Promise<boolean> {
  return (await findHash(store, link)) !== null;
}

/** Returns false if the link is unknown, used or expired. If two calls come at the same time, only one gets true. */
export async function consumeSetupLink(store: Store, link: Link): Promise<boolean> {
  const hash = await findHash(store, link);
  if (hash === null) return false;
  const { numUpdatedRows } = await store.auth
    .updateTable('mail_code')
    .set({ consumed_at: link.now.getTime() })
    .where('code_hash', '=', hash)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The tokens are compared here and not in the database, so that the time does not depend on the token. */
async function findHash({ auth }: Store, { organisationId, token, now }: Link): Promise<string | null> {
  const rows = await auth
    .selectFrom('mail_code')
    .select('code_hash')
    .where('organisation_id', '=', organisationId)
    .where('purpose', '=', 'setup')
    .where('expires_at', '>', now.getTime())
    .where('consumed_at', 'is', null)
    .execute();
  const sent = hashSecret(token);
  const matching = rows.filter(({ code_hash }) => equalTexts(code_hash, sent));
  return matching[0]?.code_hash ?? null;
}
