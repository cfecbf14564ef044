import { STATUS_CODES, type ServerResponse } from 'node:http';
import { escapeHtml } from '@/lib/base/escape-html';
import { pageSecurityHeaders } from './content-security';
import { requestIdHeader, type CurrentRequest } from './current-request';
import type { Part, Route } from './route-table';

export interface Refusal {
  status: 400 | 401 | 403 | 405 | 408 | 413 | 415 | 417 | 429 | 431 | 500 | 503;
  /** Error code of the API. */
  code:
    | 'invalid_request'
    | 'method_not_allowed'
    | 'payload_too_large'
    | 'too_many_requests'
    | 'server_error'
    | 'temporarily_unavailable';
  title: string;
  text: string;
  /** What to do next. Only pages show it. */
  link?: { href: string; text: string };
  headers?: Record<string, string>;
}

/** Responds with JSON if it was requested, otherwise with a plain page that needs no other file of the site. */
export function refuse(
  response: ServerResponse,
  refusal: Refusal,
  { current, label, isHttps }: { current: CurrentRequest; label: Route; isHttps: boolean },
): void {
  const { type, body } = refusalBody(refusal, label.part);
  response.writeHead(refusal.status, {
    ...pageSecurityHeaders(isHttps),
    [requestIdHeader]: current.id,
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...refusal.headers,
  });
  response.end(body);
}

/** The bytes of a response for a connection on which Node could not read a request. */
export function refusalBytes(refusal: Refusal, part: Part): string {
  const { type, body } = refusalBody(refusal, part);
  const headers = {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...refusal.headers,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`;
}

function refusalBody({ code, title, text, link }: Refusal, part: Part): { type: string; body: string } {
  if (part === 'api' || part === 'json')
    return { type: 'application/json', body: JSON.stringify({ error: code, error_description: text }) };
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title>`;
  const next = link === undefined ? '' : `<p><a href="${escapeHtml(link.href)}">${link.text}</a></p>`;
  const body = `<!doctype html><html lang="en">${head}<h1>${title}</h1><p>${text}</p>${next}</html>\n`;
  return { type: 'text/html; charset=utf-8', body };
}
