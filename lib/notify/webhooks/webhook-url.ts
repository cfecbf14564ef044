import { refuseUrl } from '@/lib/base/http/public-url';

/** A request about a webhook is refused. The message tells the operator why. */
export class WebhookSettingsError extends Error {
  override name = 'WebhookSettingsError';
}

/**
 * @param allowsPrivate also accepts http, every port, and addresses of private networks
 * @throws WebhookSettingsError that does not contain the address, because its path and query may be secret
 */
export function parseWebhookUrl(text: string, { allowsPrivate }: { allowsPrivate: boolean }): URL {
  const refusal = refuseUrl(text, { allowsPrivate, howToAllow: 'add --allow-private' });
  if (refusal !== null) throw new WebhookSettingsError(`The address ${refusal}`);
  return new URL(text);
}

/** The address without the path and the query, because many receivers have their secret in these parts. */
export function shownAddress({ origin, pathname, search }: URL): string {
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/…`;
}
