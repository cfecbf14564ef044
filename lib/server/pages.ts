import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { capture, type CapturedAnswer } from './capture';
import { contentSecurityPolicy, pageSecurityHeaders, replaceNonceByHashes } from './content-security';
import { requestIdHeader, withRequest, type CurrentRequest } from './current-request';
import { explainFailedPage, explainFailure, isEmptyPage } from './failed-page';
import type { PageCache } from './page-cache';
import { isDecodable, publicPageKey, type PublicPageKey } from './public-pages';
import { sendCachedPage } from './send-cached-page';
import { createStaticFiles } from './static-files';
import { withoutScripts } from './without-scripts';

export interface PagesOptions {
  /** Next's own request handler. */
  next: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** null: every page is rendered for every request (development). */
  cache: PageCache | null;
  /** Changes whenever anything public does; part of every cached page's key. */
  dataVersion: () => string;
  isHttps: boolean;
  isDevelopment: boolean;
  imageOrigins: () => string[];
  formOrigins: string[];
}

/**
 * Answers a request for a page: public ones from the page cache, rendered without anything of the visitor's;
 * the rest by Next with a nonce of their own.
 */
export function createPageHandler(options: PagesOptions) {
  const sendStaticFile = createStaticFiles(options.next);
  return (request: IncomingMessage, response: ServerResponse, current: CurrentRequest): Promise<void> => {
    const key = options.cache === null ? null : publicPageKey(request);
    const cacheKey = key === null ? '' : `${options.dataVersion()} ${key.cacheKey}`;
    const kept = key === null ? null : (options.cache?.find(cacheKey) ?? null);
    if (kept === null)
      return answerAnew(options, { request, response, current, key, cacheKey, sendStaticFile });
    sendCachedPage(request, response, kept, current.id);
    return done;
  };
}

const done = Promise.resolve();

interface Answering {
  request: IncomingMessage;
  response: ServerResponse;
  current: CurrentRequest;
  /** null: not to be shared. */
  key: PublicPageKey | null;
  cacheKey: string;
  sendStaticFile: ReturnType<typeof createStaticFiles>;
}

async function answerAnew(options: PagesOptions, answering: Answering): Promise<void> {
  const { request, response, current, key, cacheKey, sendStaticFile } = answering;
  const render = (shared: PublicPageKey) => () => {
    current.isRendered = true;
    return withRequest(current, () => renderAnonymously(options, shared, current.id));
  };
  const page = key === null ? null : await options.cache?.get(cacheKey, render(key));
  if (page !== null && page !== undefined) {
    sendCachedPage(request, response, page, current.id);
    return;
  }
  if (!isDecodable(request.url ?? '/')) request.url = nobodysPath;
  current.isRendered = true;
  response.setHeader(requestIdHeader, current.id);
  const nonce = newNonce();
  const policy = policyFor(options, [`'nonce-${nonce}'`]);
  for (const [name, value] of Object.entries(pageSecurityHeaders(options.isHttps))) {
    response.setHeader(name, value);
  }
  // Next reads the nonce for its own scripts from this header of the request.
  request.headers['content-security-policy'] = policy;
  response.setHeader('Content-Security-Policy', policy);
  if (!options.isDevelopment && (await sendStaticFile(request, response))) return;
  explainFailure(response, current.id);
  await withRequest(current, () => options.next(request, response));
}

// No page has this address: Next answers with its 404 page.
const nobodysPath = '/-';

async function renderAnonymously(
  options: PagesOptions,
  key: PublicPageKey,
  requestId: string,
): Promise<CapturedAnswer> {
  const nonce = newNonce();
  const headers = { ...key.headers, 'content-security-policy': policyFor(options, [`'nonce-${nonce}'`]) };
  const rendered = await renderWhole(options, { url: key.url, headers });
  const answer = { ...rendered, headers: { ...rendered.headers, ...pageSecurityHeaders(options.isHttps) } };
  const isPage = String(answer.headers['content-type'] ?? '').startsWith('text/html');
  if (!isPage) return answer;
  const drawn = answer.body.toString('utf8');
  const isDocument = !key.isInteractive && !isEmptyPage(drawn);
  const page = isDocument
    ? withoutScripts(drawn)
    : explainFailedPage(drawn, { status: answer.status, requestId });
  const { html, hashes } = replaceNonceByHashes(page, nonce);
  return {
    ...answer,
    headers: { ...answer.headers, 'content-security-policy': policyFor(options, hashes) },
    body: Buffer.from(html, 'utf8'),
  };
}

/** A page that is missing is sent whole: one that calls notFound() leaves its body to the scripts. */
async function renderWhole(
  { next }: PagesOptions,
  { url, headers }: { url: string; headers: Record<string, string> },
): Promise<CapturedAnswer> {
  const rendered = await capture(next, { url, headers });
  if (rendered.status !== 404 || !isEmptyPage(rendered.body.toString('utf8'))) return rendered;
  return capture(next, { url: nobodysPath, headers });
}

function policyFor(options: PagesOptions, scripts: string[]): string {
  return contentSecurityPolicy({
    scripts,
    imageOrigins: options.imageOrigins(),
    formOrigins: options.formOrigins,
    isDevelopment: options.isDevelopment,
  });
}

function newNonce(): string {
  return randomBytes(16).toString('base64url');
}
