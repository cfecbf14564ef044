import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { capture, type CapturedAnswer } from './capture';
import { contentSecurityPolicy, pageSecurityHeaders, replaceNonceByHashes } from './content-security';
import { requestIdHeader, withRequest, type CurrentRequest } from './current-request';
import type { CachedPage, PageCache } from './page-cache';
import { publicPageKey, type PublicPageKey } from './public-pages';
import { sendCachedPage } from './send-cached-page';
import { createStaticFiles } from './static-files';

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
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    current: CurrentRequest,
  ): Promise<void> => {
    if (!isDecodable(request.url ?? '/')) request.url = nobodysPath;
    const key = options.cache === null ? null : publicPageKey(request);
    const page = key === null ? null : await cachedPage(options, key, current);
    if (page !== null) {
      sendCachedPage(request, response, page, current.id);
      return;
    }
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
    await withRequest(current, () => options.next(request, response));
  };
}

// No page has this address: Next answers with its 404 page.
const nobodysPath = '/-';

/** Next fails with a plain 500 on a path that is not valid percent-encoding. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

async function cachedPage(
  options: PagesOptions,
  key: PublicPageKey,
  current: CurrentRequest,
): Promise<CachedPage | null> {
  const cacheKey = `${options.dataVersion()} ${key.cacheKey}`;
  const render = () => {
    current.isRendered = true;
    return withRequest(current, () => renderAnonymously(options, key));
  };
  return options.cache?.get(cacheKey, render) ?? null;
}

async function renderAnonymously(options: PagesOptions, key: PublicPageKey): Promise<CapturedAnswer> {
  const nonce = newNonce();
  const headers = { ...key.headers, 'content-security-policy': policyFor(options, [`'nonce-${nonce}'`]) };
  const rendered = await capture(options.next, { url: key.url, headers });
  const answer = { ...rendered, headers: { ...rendered.headers, ...pageSecurityHeaders(options.isHttps) } };
  const isPage = String(answer.headers['content-type'] ?? '').startsWith('text/html');
  if (!isPage) return answer;
  const { html, hashes } = replaceNonceByHashes(answer.body.toString('utf8'), nonce);
  return {
    ...answer,
    headers: { ...answer.headers, 'content-security-policy': policyFor(options, hashes) },
    body: Buffer.from(html, 'utf8'),
  };
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
