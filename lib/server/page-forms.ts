/** Forms that pages send to themselves: server actions of Next. */
import type { IncomingMessage } from 'node:http';
import { formSender } from '@/lib/http/form-sender';

/**
 * Next compares `Origin` with `Host`. A proxy may send another host, and a browser may send the origin "null" for our
 * own pages, so both headers are set to the public address.
 * @returns false if a page of another site sent the form: Next must not get it
 */
export function admitForm({ headers }: Pick<IncomingMessage, 'headers'>, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  const sender = formSender(
    { origin: headers.origin ?? null, site: typeof site === 'string' ? site : null },
    baseUrl,
  );
  if (sender === 'other') return false;
  const { host, origin } = new URL(baseUrl);
  headers.host = host;
  headers.origin = origin;
  delete headers['x-forwarded-host'];
  return true;
}
