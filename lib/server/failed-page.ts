import type { ServerResponse } from 'node:http';
import { errorText } from '@/lib/messages/error';
import { say } from '@/lib/messages/say';

// How Next begins a page that failed: it has no language, and a body that only its scripts fill.
const emptyPage = '<html id="__next_error__">';

/** A page of Next's, with something to read without JavaScript where it failed. */
export function explainFailedPage(html: string, requestId: string): string {
  if (!html.includes(emptyPage)) return html;
  const text = say(errorText.text, { reference: requestId });
  const way = `<p><a href="/">${errorText.toDirectory}</a></p>`;
  const explained = `<body><noscript><main><h1>${errorText.title}</h1><p>${text}</p>${way}</main></noscript>`;
  return html
    .replace(emptyPage, () => '<html lang="en" id="__next_error__">')
    .replace('<body>', () => explained);
}

/**
 * Has what is written to `response` pass through `explainFailedPage`, should it be the page of a failure. Headers that
 * writeHead is given are not seen; Next sets them one by one.
 */
export function explainFailure(response: ServerResponse, requestId: string): void {
  const pieces: Buffer[] = [];
  const send = {
    write: response.write.bind(response) as (...args: unknown[]) => boolean,
    end: response.end.bind(response) as (...args: unknown[]) => ServerResponse,
  };
  const isFailed = () =>
    response.statusCode === 500 && String(response.getHeader('content-type')).startsWith('text/html');
  // Next passes a callback last or not at all; each form of the two methods is passed on as it came.
  response.write = ((...args: unknown[]) => {
    if (!isFailed()) return send.write(...args);
    keep(pieces, args);
    callBack(args);
    return true;
  }) as ServerResponse['write'];
  response.end = ((...args: unknown[]) => {
    if (!isFailed()) return send.end(...args);
    keep(pieces, args);
    const body = explainFailedPage(Buffer.concat(pieces).toString('utf8'), requestId);
    if (body !== '' && !response.headersSent) response.setHeader('Content-Length', Buffer.byteLength(body));
    return send.end(body, () => callBack(args));
  }) as ServerResponse['end'];
}

function keep(pieces: Buffer[], [chunk, encoding]: unknown[]): void {
  if (typeof chunk === 'string')
    pieces.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'));
  else if (chunk instanceof Uint8Array) pieces.push(Buffer.from(chunk));
}

function callBack(args: unknown[]): void {
  const callback = args.find((value) => typeof value === 'function');
  if (typeof callback === 'function') queueMicrotask(() => callback());
}
