import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
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

/** @throws StreetsError if there is no such file, or the server does not support range requests */
export async function openSource(place: string): Promise<RangeSource> {
  return isAddress(place) ? openAddress(place) : openFile(place);
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

async function openAddress(address: string): Promise<RangeSource> {
  const first = await requestRange(address, 0, 1);
  const { size, version, changedAt } = first;
  return {
    name: address,
    size,
    changedAt,
    async read(offset, length) {
      const { bytes, ...now } = await requestRange(address, offset, length);
      if (now.size !== size || now.version !== version)
        throw new StreetsError('the archive at the address was changed while it was in use');
      return bytes;
    },
    close: async () => undefined,
  };
}

async function requestRange(address: string, offset: number, length: number) {
  const response = await fetch(address, {
    headers: { range: `bytes=${offset}-${offset + length - 1}`, 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new StreetsError(`${hostOf(address)} does not respond (${reasonOf(error)})`);
  });
  const [, from = '', to = '', size = ''] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
  if (response.status !== 206) {
    await response.body?.cancel();
    if (response.status === 200)
      throw new StreetsError(`${hostOf(address)} ignores range requests and sends the whole file`);
    throw new StreetsError(
      `${hostOf(address)} responds with status ${response.status}`,
      response.status === 404,
    );
  }
  if (Number(from) !== offset || Number(to) !== offset + length - 1 || size === '') {
    await response.body?.cancel();
    throw new StreetsError(`${hostOf(address)} sent a different range from the one requested`);
  }
  return {
    bytes: await readBody(response, address, length),
    size: Number(size),
    version: response.headers.get('etag') ?? response.headers.get('last-modified'),
    changedAt: dateOf(response.headers.get('last-modified')),
  };
}

/** Stops reading when the body is longer than `length`. */
async function readBody({ body }: Response, address: string, length: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(length);
  let at = 0;
  try {
    for await (const part of body ?? []) {
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

function dateOf(text: string | null): Date | null {
  const date = new Date(text ?? NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

function hostOf(address: string): string {
  return new URL(address).host;
}

/** The message may contain an address with a password, so only the code or the kind of the error is shown. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}
