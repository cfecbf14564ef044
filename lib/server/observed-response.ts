import {
  ServerResponse,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
} from 'node:http';

type HeaderList = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** An answer that carries its request's ID in `X-Request-ID`, whoever writes its head. */
export class ObservedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** Set before anything is written; '' sends none. */
  requestId = '';
  /** Whether Next made it, rather than a cache. */
  isRendered = false;

  // Added to the list given: a header set beforehand makes Node copy the whole list of a kept page, one by one.
  override writeHead(status: number, ...rest: [string?, HeaderList?] | [HeaderList?]): this {
    const given = rest.at(-1);
    const [reason, headers] = typeof given === 'string' ? [given, undefined] : [rest[0], given];
    const all = this.requestId === '' ? headers : withHeader(headers, this.requestId);
    return typeof reason === 'string' ? super.writeHead(status, reason, all) : super.writeHead(status, all);
  }
}

/** Tells that Next makes this answer. */
export function markRendered(response: ServerResponse): void {
  if (response instanceof ObservedResponse) response.isRendered = true;
}

function withHeader(headers: HeaderList | undefined, id: string): HeaderList {
  if (!Array.isArray(headers)) return { ...headers, 'X-Request-ID': id };
  // Node takes names and values in one list, or a list of pairs.
  return Array.isArray(headers[0]) ? [...headers, ['X-Request-ID', id]] : [...headers, 'X-Request-ID', id];
}
