import type { ServerResponse } from 'node:http';
import { pageSecurityHeaders } from './content-security';
import { requestIdHeader, type CurrentRequest } from './current-request';
import type { RouteLabel } from './route-label';

/** What a part's clients are told before anything answers them. */
export interface RefusalText {
  status: 413 | 429 | 500;
  /** Error code of the API. */
  code: 'payload_too_large' | 'too_many_requests' | 'server_error';
  title: string;
  text: string;
  headers?: Record<string, string>;
}

/** Answers with JSON where JSON is asked for, else with a plain page that needs nothing of the site's. */
export function refuse(
  response: ServerResponse,
  refusal: RefusalText,
  { current, label, isHttps }: { current: CurrentRequest; label: RouteLabel; isHttps: boolean },
): void {
  const isJson = label.part === 'api' || label.part === 'json';
  const body = isJson
    ? JSON.stringify({ error: refusal.code, error_description: refusal.text })
    : `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${refusal.title}</title><h1>${refusal.title}</h1><p>${refusal.text}</p></html>\n`;
  response.writeHead(refusal.status, {
    ...pageSecurityHeaders(isHttps),
    [requestIdHeader]: current.id,
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Content-Type': isJson ? 'application/json' : 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...refusal.headers,
  });
  response.end(body);
}
