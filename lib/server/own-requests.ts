import { randomBytes } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { equalTexts } from '@/lib/base/equal-texts';

const name = 'x-chapterhouse-own';

/** What Node publishes about each request that `fetch` sends, also each hop of a redirect. */
interface FetchRequest {
  origin: string;
  addHeader(name: string, value: string): void;
}

/**
 * Recognises the requests that this process sends to itself: the web app requests the API, and Next requests the page
 * to which a form leads. `fetch` adds a secret to them, and to no request for another origin. Neither the address nor a
 * proxy's headers would prove anything: a proxy or another program may be on this machine, and Next copies a visitor's
 * headers.
 * @see https://github.com/nodejs/undici/blob/v6.x/docs/docs/api/DiagnosticsChannel.md
 */
export function createOwnRequests(ownAddress: string) {
  const { origin } = new URL(ownAddress);
  const secret = randomBytes(32).toString('base64url');
  channel('undici:request:create').subscribe((message) => {
    const { request } = message as { request: FetchRequest };
    if (request.origin === origin) request.addHeader(name, secret);
  });
  return {
    /** For requests to this process that are not made with `fetch`. */
    headers: { [name]: secret },
    /** Removes the secret from the request, so that nothing passes it on. */
    recognise(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): boolean {
      const given = request.headers[name];
      if (given === undefined) return false;
      delete request.headers[name];
      request.rawHeaders = request.rawHeaders.filter(
        (_, at, all) => all[at - (at % 2)]?.toLowerCase() !== name,
      );
      return typeof given === 'string' && equalTexts(given, secret);
    },
  };
}
