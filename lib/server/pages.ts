import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptedEncoding, allEncodings, type Encoding } from '@/lib/base/http/accepted-encoding';
import { sendRepresentation, type Variants } from '@/lib/base/http/representation';
import { NoTurn, type Turns, type TurnLimits } from '@/lib/base/turns';
import { clientAddress, clientNetwork } from './client-address';
import { capture, type CapturedResponse } from './capture';
import { contentSecurityPolicy, pageSecurityHeaders, replaceNonceByHashes } from './content-security';
import { requestIdHeader, withRequest, type CurrentRequest } from './current-request';
import { explainFailedPage, explainFailure, isEmptyPage } from './failed-page';
import type { PageCache } from './page-cache';
import { isDecodable, publicPageKey, type PublicPageKey } from './public-page-key';
import type { FormGate } from './page-forms';
import { createPublicFiles } from './public-files';
import { busy } from './refusals';
import { refuse, type Refusal } from './refuse';
import { findRoute } from './route-table';
import { createStaticFiles } from './static-files';
import { withoutScripts } from './without-scripts';

/**
 * Runs `work` and records its queries. `isCurrent` says whether they would still give the same results. If no query was
 * recorded, the result is current until anything public changes, because recording may have failed.
 */
export type RecordReads = <T>(work: () => Promise<T>) => Promise<{ result: T; isCurrent: () => boolean }>;

/**
 * Only a few public pages are rendered at the same time, because the same thread responds to all other requests.
 * Otherwise a network that requests many pages would delay other requests by seconds. A page takes 20 to 90 ms of
 * processor time.
 */
export const renderLimits: TurnLimits = {
  simultaneous: 2,
  simultaneousEach: 2,
  maxWaiting: 300,
  maxWaitingEach: 100,
  waitMs: 5_000,
  turnMs: 10_000,
};

export interface PageServices {
  next: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** null: every page is rendered for every request (development). */
  cache: PageCache | null;
  /** The turns of networks to have public pages rendered. */
  turns: Turns;
  trustProxy: number;
  admitForm: FormGate;
  /** The query to which a search is redirected. null: it is not redirected. */
  resolveQuery: (query: string) => string | null;
  /**
   * Checks a request for the directory for members, and counts it. `resolveQuery` is for members only, because it shows
   * which words their directory has.
   */
  admitReader: (
    request: IncomingMessage,
    reads: 'page' | 'profile',
  ) => Promise<{ refusal: Refusal | null; resolveQuery: (query: string) => string | null }>;
  /**
   * Part of the key of every cached page. The text changes when any content of pages changes, except the directory's
   * data.
   */
  siteState: () => string;
  /** The version changes with any public data. */
  dataVersion: () => string;
  /** Records what a page reads from the directory. */
  record: RecordReads;
  publicDir: string;
  isHttps: boolean;
  isDevelopment: boolean;
  imageOrigins: () => string[];
  formOrigins: string[];
}

/**
 * Public pages come from the page cache and are rendered without any data of the visitor. Next renders all other pages
 * for each request, with a new nonce.
 */
export function createPageHandler(services: PageServices) {
  const sendBuilt = createStaticFiles(services.next);
  const sendPublic = createPublicFiles(services.publicDir);
  const sendStaticFile: PageRequest['sendStaticFile'] = async (request, response) =>
    (await sendPublic(request, response)) ||
    (!services.isDevelopment && (await sendBuilt(request, response)));
  return (request: IncomingMessage, response: ServerResponse, current: CurrentRequest): Promise<void> => {
    const key = services.cache === null ? null : publicPageKey(request);
    const cacheKey = key === null ? '' : `${services.siteState()} ${key.cacheKey}`;
    const encoding = acceptedEncoding(request.headers['accept-encoding'], allEncodings);
    const cached = key === null ? null : (services.cache?.find(cacheKey, encoding) ?? null);
    if (cached === null)
      return renderAnew(services, { request, response, current, key, cacheKey, encoding, sendStaticFile });
    sendPage({ request, response, current, encoding }, cached);
    return done;
  };
}

function sendPage(
  { request, response, current, encoding }: Omit<PageRequest, 'key' | 'cacheKey' | 'sendStaticFile'>,
  { identity, compressed }: Variants,
): void {
  const chosen = encoding === 'identity' ? identity : (compressed[encoding] ?? identity);
  sendRepresentation(request, response, chosen, [requestIdHeader, current.id]);
}

const done = Promise.resolve();

interface PageRequest {
  request: IncomingMessage;
  response: ServerResponse;
  current: CurrentRequest;
  /** null: the page must not be shared. */
  key: PublicPageKey | null;
  cacheKey: string;
  encoding: Encoding;
  sendStaticFile: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

async function renderAnew(services: PageServices, pageRequest: PageRequest): Promise<void> {
  const { request, response, current, key, cacheKey, encoding, sendStaticFile } = pageRequest;
  const render = (shared: PublicPageKey) => async () => {
    current.isRendered = true;
    const network = clientNetwork(clientAddress(request, services.trustProxy));
    return services.turns.run(network, async () =>
      withRequest(current, () =>
        services.record(async () => {
          const location = redirectOf(services, shared.url);
          return location === null
            ? renderAnonymously(services, shared, current.id)
            : redirectTo(services, location);
        }),
      ),
    );
  };
  const route = findRoute(request.url ?? '/');
  let page: Variants | null | undefined = null;
  try {
    if (key !== null)
      page = await services.cache?.get(cacheKey, services.dataVersion(), render(key), encoding);
  } catch (error) {
    if (!(error instanceof NoTurn)) throw error;
    refuse(response, busy, { current, label: route, isHttps: services.isHttps });
    return;
  }
  if (page !== null && page !== undefined) return sendPage(pageRequest, page);
  const refusal = request.method === 'POST' ? await services.admitForm(request, response, current) : null;
  if (refusal !== null)
    return refuse(response, refusal, { current, label: route, isHttps: services.isHttps });
  const reader = route.reads === null ? services : await services.admitReader(request, route.reads);
  if ('refusal' in reader && reader.refusal !== null)
    return refuse(response, reader.refusal, { current, label: route, isHttps: services.isHttps });
  if (!isDecodable(request.url ?? '/')) request.url = nobodysPath;
  current.isRendered = true;
  response.setHeader(requestIdHeader, current.id);
  const nonce = newNonce();
  const policy = policyFor(services, [`'nonce-${nonce}'`], route.hasFrames);
  for (const [name, value] of Object.entries(pageSecurityHeaders(services.isHttps))) {
    response.setHeader(name, value);
  }
  // Next reads the nonce for its scripts from this request header.
  request.headers['content-security-policy'] = policy;
  response.setHeader('Content-Security-Policy', policy);
  const location = redirectOf(reader, request.url ?? '/');
  if (location !== null) {
    response.writeHead(307, { Location: location }).end();
    return;
  }
  if (await sendStaticFile(request, response)) return;
  explainFailure(response, current.id);
  await withRequest(current, () => services.next(request, response));
}

// No page has this address, so Next responds with its 404 page.
const nobodysPath = '/-';

/**
 * A search with a typed place, or with options named in words, is redirected. The new address has its path from the
 * route table, not from the request. Otherwise a request for `//other.example` would lead to that host. null: no
 * redirect.
 */
function redirectOf({ resolveQuery }: Pick<PageServices, 'resolveQuery'>, url: string): string | null {
  const { parameters, route } = findRoute(url);
  const mark = url.indexOf('?');
  const query = parameters === 'search' && mark !== -1 ? resolveQuery(url.slice(mark + 1)) : null;
  return query === null ? null : `${route}?${query}`;
}

function redirectTo(services: PageServices, location: string): CapturedResponse {
  const policy = { 'content-security-policy': policyFor(services, []) };
  const headers = { location, ...pageSecurityHeaders(services.isHttps), ...policy };
  return { status: 307, headers, body: Buffer.alloc(0) };
}

async function renderAnonymously(
  services: PageServices,
  key: PublicPageKey,
  requestId: string,
): Promise<CapturedResponse> {
  const nonce = newNonce();
  const headers = { ...key.headers, 'content-security-policy': policyFor(services, [`'nonce-${nonce}'`]) };
  const rendered = await renderWhole(services, { url: key.url, headers });
  const response = {
    ...rendered,
    headers: { ...rendered.headers, ...pageSecurityHeaders(services.isHttps) },
  };
  const isPage = String(response.headers['content-type'] ?? '').startsWith('text/html');
  if (!isPage) return response;
  const drawn = response.body.toString('utf8');
  const isDocument = !key.isInteractive && !isEmptyPage(drawn);
  const page = isDocument
    ? withoutScripts(drawn)
    : explainFailedPage(drawn, { status: response.status, requestId });
  const { html, hashes } = replaceNonceByHashes(page, nonce);
  return {
    ...response,
    headers: { ...response.headers, 'content-security-policy': policyFor(services, hashes) },
    body: Buffer.from(html, 'utf8'),
  };
}

/** If a page calls notFound(), Next lets scripts fill the body. The complete 404 page is then rendered in its place. */
async function renderWhole(
  { next }: PageServices,
  { url, headers }: { url: string; headers: Record<string, string> },
): Promise<CapturedResponse> {
  const rendered = await capture(next, { url, headers });
  if (rendered.status !== 404 || !isEmptyPage(rendered.body.toString('utf8'))) return rendered;
  return capture(next, { url: nobodysPath, headers });
}

function policyFor(services: PageServices, scripts: string[], hasFrames = false): string {
  return contentSecurityPolicy({
    scripts,
    imageOrigins: services.imageOrigins(),
    formOrigins: services.formOrigins,
    hasFrames,
    isDevelopment: services.isDevelopment,
  });
}

function newNonce(): string {
  return randomBytes(16).toString('base64url');
}
