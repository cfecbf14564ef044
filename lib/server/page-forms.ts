/** Forms that pages send to themselves: server actions of Next. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { formSender } from '@/lib/base/http/form-sender';
import type { CurrentRequest } from './current-request';
import { busy, manyLargeForms, otherSitesForm, signedOutForm } from './refusals';
import type { Refusal } from './refuse';
import { findRoute, pathOf } from './route-table';

export interface FormServices {
  baseUrl: string;
  /** Whether the cookies are those of a session. Asks no other server. */
  isSignedIn: (cookies: string | undefined) => Promise<boolean>;
  /** `open`: the session's person has access to the office. `unavailable`: the API does not respond. */
  findOffice: (cookies: string | undefined) => Promise<'open' | 'closed' | 'unavailable'>;
}

/** Most forms have a few kilobytes. Next reads a whole form into memory before a server action can refuse it. */
const maxStrangersBytes = 64 * 1024;
/** A file of 33 MB takes about 100 MB of memory until the API has stored it. Members do not take the office's places. */
const maxLargeForms = { office: 4, members: 2 };
/** Slower than any connection on which a file of megabytes would be sent. */
const minBytesPerSecond = 8 * 1024;
const checkSeconds = 10;

/**
 * Decides whether Next may read a form: not if a page of another site sent it, nor if it is large and its sender has no
 * access to the office. Large forms of some pages need only a session. A few large forms are received at the same time, and a form that arrives too slowly is cut off.
 */
export function createFormGate({ baseUrl, isSignedIn, findOffice }: FormServices) {
  const largeForms = { office: 0, members: 0 };
  const receive = (request: IncomingMessage, response: ServerResponse, of: keyof typeof largeForms): void => {
    largeForms[of] += 1;
    const stopCheck = cutOffIfSlow(request);
    response.once('close', () => {
      largeForms[of] -= 1;
      stopCheck();
    });
  };
  /** Call this before anything reads the body. null: the form is not refused. */
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    current: CurrentRequest,
  ): Promise<Refusal | null> => {
    const { url = '/', headers } = request;
    const { takesForms, takesMembersFiles } = findRoute(url);
    if (takesForms && !admitForm(request, baseUrl)) return otherSitesForm;
    const isKnown = await isSignedIn(headers.cookie);
    current.isStrangersForm = !isKnown;
    const bytes = bodyBytes(request);
    if (bytes <= maxStrangersBytes) return null;
    const of = takesMembersFiles ? 'members' : 'office';
    const office = !isKnown ? 'closed' : takesMembersFiles ? 'open' : await findOffice(headers.cookie);
    if (office === 'unavailable') return closing(busy, bytes);
    if (office === 'closed') return closing(signedOutForm(pathOf(url)), bytes);
    if (largeForms[of] >= maxLargeForms[of]) return closing(manyLargeForms, bytes);
    if (!response.closed) receive(request, response, of);
    return null;
  };
}

export type FormGate = ReturnType<typeof createFormGate>;

/**
 * Next compares `Origin` with `Host`. A proxy may send another host, and a browser may send the origin "null" for our
 * own pages, so both headers are set to the public address.
 * @returns false if a page of another site sent the form: Next must not get it
 */
function admitForm({ headers }: Pick<IncomingMessage, 'headers'>, baseUrl: string): boolean {
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

/** Infinity: the body has no stated length. */
function bodyBytes({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
}

/**
 * Node discards the rest of a body of known length, so that the browser shows the response. Browsers do not read a
 * response before they have sent their form.
 */
function closing(refusal: Refusal, bytes: number): Refusal {
  return Number.isFinite(bytes)
    ? refusal
    : { ...refusal, headers: { ...refusal.headers, Connection: 'close' } };
}

/** @returns a function that ends the check */
function cutOffIfSlow(request: IncomingMessage): () => void {
  const { socket } = request;
  let readBefore = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    if (socket.bytesRead - readBefore < minBytesPerSecond * checkSeconds) request.destroy();
    readBefore = socket.bytesRead;
  }, checkSeconds * 1000);
  return () => clearInterval(timer);
}
