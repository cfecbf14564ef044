import { open } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { resolve } from 'node:path';
import { checkedLookup, isBlocked } from '@/lib/base/http/checked-lookup';
import { isPublicAddress } from '@/lib/base/http/public-address';
import { refuseUrl, type UrlRule } from '@/lib/base/http/public-url';
import { StreetsError } from './streets-error';

export interface RangeSource {
  name: string;
  size: number;
  /** null: the server does not send the time of the last change. */
  changedAt: Date | null;
  /** @throws StreetsError if the bytes cannot be read, or the content has changed since the file was opened */
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** @throws StreetsError if there is no such file, or the server may not be asked or does not support range requests */
export async function openSource(place: string, rule: UrlRule): Promise<RangeSource> {
  return isAddress(place) ? openAddress(place, rule) : openFile(place);
}

export function isAddress(place: string): boolean {
  return /^https?:\/\//.test(place);
}

async function openFile(path: string): Promise<RangeSource> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.code})`;
    throw new StreetsError(reason);
  });
  const opened = await file.stat();
  if (!opened.isFile()) {
    await file.close();
    throw new StreetsError('this is not a file');
  }
  return {
    name: resolve(path),
    size: opened.size,
    changedAt: opened.mtime,
    async read(offset, length) {
      // If the file was replaced, this handle still reads the old file. If the file was overwritten, its old content is
      // lost.
      const now = await file.stat();
      if (now.size !== opened.size || now.mtimeMs !== opened.mtimeMs)
        throw new StreetsError('the file was changed while it was in use: restart the server');
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      if (bytesRead !== length) throw new StreetsError('the file is truncated');
      return bytes;
    },
    close: () => file.close(),
  };
}

// The time limit for one request with its whole body. A range has at most a few megabytes.
const timeoutMs = 30_000;

async function openAddress(address: string, rule: UrlRule): Promise<RangeSource> {
  const connections = createConnections(address, rule);
  const first = await requestRange(connections, address, 0, 1).catch((error: unknown) => {
    connections.close();
    throw error;
  });
  const { size, version, changedAt } = first;
  return {
    name: address,
    size,
    changedAt,
    async read(offset, length) {
      const { bytes, ...now } = await requestRange(connections, address, offset, length);
      if (now.size !== size || now.version !== version)
        throw new StreetsError('the archive at the address was changed while it was in use');
      return bytes;
    },
    close: async () => connections.close(),
  };
}

interface Connections {
  /** @throws StreetsError if an address on the way may not be asked, or does not respond */
  get(headers: Record<string, string>): Promise<http.IncomingMessage>;
  close(): void;
}

/** More redirects are a mistake of the server. */
const maxRedirects = 5;

/**
 * Follows redirects, and checks each address like that of a webhook. An operator who allows a private network allows it
 * for the named server only: a redirect could otherwise lead to any other server in that network.
 */
function createConnections(address: string, rule: UrlRule): Connections {
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  };
  const send = (url: URL, allowsPrivate: boolean, options: https.RequestOptions) =>
    new Promise<http.IncomingMessage>((respond, reject) => {
      const isHttps = url.protocol === 'https:';
      const lookup = checkedLookup((found) => allowsPrivate || isPublicAddress(found));
      const agent = agents[isHttps ? 'https:' : 'http:'];
      const request = (isHttps ? https : http).request(url, { ...options, agent, lookup });
      request.once('response', respond).on('error', reject).end();
    });
  return {
    async get(headers) {
      const signal = AbortSignal.timeout(timeoutMs);
      let to = address;
      for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
        const allowsPrivate = rule.allowsPrivate && isSameServer(to, address);
        const refusal = refuseUrl(to, { ...rule, allowsPrivate });
        const what = redirects === 0 ? 'the address' : `the address to which ${hostOf(address)} redirects`;
        if (refusal !== null) throw new StreetsError(`${what} ${refusal}`);
        const response = await send(new URL(to), allowsPrivate, { headers, signal }).catch((error: Error) => {
          const isPrivate = isBlocked(error);
          throw new StreetsError(
            isPrivate
              ? `${what} is in a private or reserved network`
              : `${hostOf(to)} does not respond (${reasonOf(error)})`,
          );
        });
        const { location } = response.headers;
        const status = response.statusCode ?? 0;
        if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return response;
        response.destroy();
        to = URL.canParse(location, to) ? new URL(location, to).href : location;
      }
      throw new StreetsError(`${hostOf(address)} redirects more than ${maxRedirects} times`);
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function isSameServer(one: string, other: string): boolean {
  return URL.canParse(one) && new URL(one).origin === new URL(other).origin;
}

async function requestRange(connections: Connections, address: string, offset: number, length: number) {
  const response = await connections.get({
    Range: `bytes=${offset}-${offset + length - 1}`,
    'Accept-Encoding': 'identity',
  });
  const { headers, statusCode: status } = response;
  const [, from = '', to = '', size = ''] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  if (status !== 206) {
    response.destroy();
    if (status === 200)
      throw new StreetsError(`${hostOf(address)} ignores range requests and sends the whole file`);
    throw new StreetsError(`${hostOf(address)} responds with status ${status}`, status === 404);
  }
  if (Number(from) !== offset || Number(to) !== offset + length - 1 || size === '') {
    response.destroy();
    throw new StreetsError(`${hostOf(address)} sent a different range from the one requested`);
  }
  return {
    bytes: await readBody(response, address, length),
    size: Number(size),
    version: headers.etag ?? headers['last-modified'] ?? null,
    changedAt: dateOf(headers['last-modified']),
  };
}

/** Stops reading when the body is longer than `length`. */
async function readBody(
  response: http.IncomingMessage,
  address: string,
  length: number,
): Promise<Uint8Array> {
  const bytes = Buffer.alloc(length);
  let at = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      if (at + part.length > length)
        throw new StreetsError(`${hostOf(address)} sent more data than requested`);
      bytes.set(part, at);
      at += part.length;
    }
  } catch (error) {
    if (error instanceof StreetsError) throw error;
    throw new StreetsError(`the connection to ${hostOf(address)} was lost (${reasonOf(error)})`);
  }
  if (at !== length) throw new StreetsError(`${hostOf(address)} sent less data than requested`);
  return bytes;
}

function dateOf(text: string | undefined): Date | null {
  const date = new Date(text ?? NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

function hostOf(address: string): string {
  return new URL(address).host;
}

/** The message may contain an address with a password, so only the code or the kind of the error is shown. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error ? String(error.code) : error.name;
}
