import { unseal } from '@/lib/server/seal';
import type { WebhookTable } from '@/lib/store/schema/auth-schema';

export const sealPurposes = { url: 'webhook address', secret: 'webhook secret' } as const;

/** Never logged or printed. */
export interface WebhookSecrets {
  url: URL;
  /** The current signing secret is first. */
  secrets: { text: string; /** null: the secret does not expire. */ until: number | null }[];
}

type Sealed = Pick<
  WebhookTable,
  'sealed_url' | 'sealed_secret' | 'sealed_previous_secret' | 'previous_secret_expires_at'
>;

/** null: the secrets were encrypted with another AUTH_SECRET. */
export function toSecrets(
  row: Sealed,
  { authSecret, now }: { authSecret: string; now: Date },
): WebhookSecrets | null {
  const url = unseal(authSecret, sealPurposes.url, row.sealed_url);
  const secret = unseal(authSecret, sealPurposes.secret, row.sealed_secret);
  if (url === null || secret === null) return null;
  const secrets: WebhookSecrets['secrets'] = [{ text: secret, until: null }];
  const until = row.previous_secret_expires_at;
  if (row.sealed_previous_secret !== null && until !== null && until > now.getTime()) {
    const previous = unseal(authSecret, sealPurposes.secret, row.sealed_previous_secret);
    if (previous !== null) secrets.push({ text: previous, until });
  }
  return { url: new URL(url), secrets };
}

export function signingSecrets({ secrets }: WebhookSecrets, now: number): string[] {
  return secrets.filter(({ until }) => until === null || until > now).map(({ text }) => text);
}
