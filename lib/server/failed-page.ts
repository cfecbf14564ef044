import type { ServerResponse } from 'node:http';
import { errorText } from '@/lib/messages/error';
import { say } from '@/lib/messages/say';
import { siteText } from '@/lib/messages/site';

// A Next page that failed or called notFound() has this `<html>` tag. The tag does not name a language. The page's body
// is empty until scripts fill the body.
const emptyPage = '<html id="__next_error__">';

export function isEmptyPage(html: string): boolean {
  return html.includes(emptyPage);
}

/** Adds a text to Next's empty page, for browsers without JavaScript. Returns any other page unchanged. */
export function explainFailedPage(
  html: string,
  { status, requestId }: { status: number; requestId: string },
): string {
  if (!isEmptyPage(html)) return html;
  const { title, text } =
    status === 404
      ? { title: siteText.notFoundTitle, text: siteText.notFoundText }
      : { title: errorText.title, text: say(errorText.text, { reference: requestId }) };
  const way = `<p><a href="/">${errorText.toDirectory}</a></p>`;
  const explained = `<body><noscript><main><h1>${title}</h1><p>${text}</p>${way}</main></noscript>`;
  return html
    .replace(emptyPage, () => '<html lang="en" id="__next_error__">')
    .replace('<body>', () => explained);
}

/**
 * Applies `explainFailedPage` to the response. Next sets its headers one by one with `setHeader`. This function does
 * not see headers that are passed to `writeHead`.
 */
export function explainFailure(response: ServerResponse, requestId: string): void {
  const pieces: Buffer[] = [];
  const send = {
    write: response.write.bind(response) as (...args: unknown[]) => boolean,
    end: response.end.bind(response) as (...args: unknown[]) => ServerResponse,
  };
  const isFailed = () =>
    (response.statusCode === 500 || response.statusCode === 404) &&
    String(response.getHeader('content-type')).startsWith('text/html');
  // If Next passes a callback, it is the last argument. All arguments are passed on.
  response.write = ((...args: unknown[]) => {
    if (!isFailed()) return send.write(...args);
    collect(pieces, args);
    callBack(args);
    return true;
  }) as ServerResponse['write'];
  response.end = ((...args: unknown[]) => {
    if (!isFailed()) return send.end(...args);
    collect(pieces, args);
    const body = explainFailedPage(Buffer.concat(pieces).toString('utf8'), {
      status: response.statusCode,
      requestId,
    });
    if (body !== '' && !response.headersSent) response.setHeader('Content-Length', Buffer.byteLength(body));
    return send.end(body, () => callBack(args));
  }) as ServerResponse['end'];
}

function collect(pieces: Buffer[], [chunk, encoding]: unknown[]): void {
  if (typeof chunk === 'string')
    pieces.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'));
  else if (chunk instanceof Uint8Array) pieces.push(Buffer.from(chunk));
}

function callBack(args: unknown[]): void {
  const callback = args.find((value) => typeof value === 'function');
  if (typeof callback === 'function') queueMicrotask(() => callback());
}
