import { Readable, Transform, type Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Encoding } from '@/lib/base/http/accepted-encoding';
import type { OpenList } from '@/lib/store/lists/list';
import { createCompressor } from './compressor';
import type { ListTicket } from './list-slots';
import { Spool } from './spool';

/** A client that needs longer is disconnected. */
const maxStreamMs = 10 * 60_000;

/**
 * The whole JSON array if it has at most `maxBytes`. Otherwise only the part that was read; the caller streams the
 * rest.
 */
export async function readSmall(
  list: OpenList,
  maxBytes: number,
): Promise<{ parts: Buffer[]; isWhole: boolean }> {
  const parts: Buffer[] = [Buffer.from('[')];
  for (let bytes = 0; bytes <= maxBytes;) {
    const chunk = await list.read();
    if (chunk === null) return { parts: [...parts, Buffer.from(']')], isWhole: true };
    if (parts.length > 1) parts.push(Buffer.from(','));
    // Nothing else uses the bytes from the database, so no copy is needed.
    parts.push(
      typeof chunk === 'string'
        ? Buffer.from(chunk)
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength),
    );
    bytes += chunk.length;
  }
  return { parts, isWhole: false };
}

export interface ListStream {
  /** The beginning of the list, which was already read. These bytes are sent first. */
  firstParts: readonly Buffer[];
  encoding: Encoding;
  /** The buffer for the bytes that the client has not read yet. */
  spool: Spool;
  ticket: Pick<ListTicket, 'endRead' | 'leave'>;
  logError: (error: unknown) => void;
}

/**
 * Reads the list as fast as the database can, and sends it as fast as the client reads. So a slow client keeps no
 * database connection busy. If the client disconnects or is too slow, the body is cut off. The same happens if the
 * database or the disk fails. The cut body is invalid JSON, so nobody mistakes it for the whole list.
 */
export function streamList(list: OpenList, stream: ListStream): ReadableStream<Uint8Array> {
  const { spool, ticket, encoding, logError } = stream;
  void fill(list, stream)
    .catch((error: unknown) => {
      logError(new Error('a long list could not be read to its end', { cause: error }));
      spool.fail(error instanceof Error ? error : new Error(String(error)));
    })
    .finally(() => ticket.endRead());
  const source = new ReadableStream<Uint8Array>(spoolSource(stream), { highWaterMark: 0 });
  if (encoding === 'identity') return source;
  const compressor: Duplex = createCompressor(encoding);
  const plain = Readable.fromWeb(source as import('node:stream/web').ReadableStream);
  plain.on('error', (error) => compressor.destroy(error));
  compressor.on('close', () => plain.destroy());
  return Readable.toWeb(plain.pipe(compressor as Transform)) as ReadableStream<Uint8Array>;
}

async function fill(
  list: OpenList,
  { firstParts, spool }: Pick<ListStream, 'firstParts' | 'spool'>,
): Promise<void> {
  try {
    let isRead = await spool.write(Buffer.concat(firstParts));
    while (isRead) {
      const chunk = await list.read();
      await spool.write(Buffer.from(chunk === null ? ']' : ','));
      if (chunk === null) break;
      isRead = await spool.write(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      await setImmediate();
    }
    spool.end();
  } finally {
    await list.close();
  }
}

function spoolSource({ spool, ticket }: ListStream): UnderlyingDefaultSource<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  const finish = async () => {
    clearTimeout(timer);
    ticket.leave();
    await spool.close();
  };
  return {
    start: (controller) => {
      timer = setTimeout(() => {
        controller.error(new Error('the reader took more than 10 minutes'));
        void finish();
      }, maxStreamMs);
      timer.unref();
    },
    pull: async (controller) => {
      try {
        const bytes = await spool.read();
        if (bytes !== null) return controller.enqueue(bytes);
        await finish();
        controller.close();
      } catch (error) {
        await finish();
        controller.error(error);
      }
    },
    cancel: finish,
  };
}
