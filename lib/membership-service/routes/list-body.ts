import { Readable, Transform, type Duplex } from 'node:stream';
import type { Encoding } from '@/lib/http/accepted-encoding';
import type { OpenList } from '../store/list';
import { createCompressor } from './compressor';

/** A reader too slow to finish in this time is cut off, and the database's consistent read with it. */
const maxStreamMs = 10 * 60_000;

/** The whole JSON array in memory when it has at most `maxBytes`; else what was read so far, to be streamed on. */
export async function readSmall(
  list: OpenList,
  maxBytes: number,
): Promise<{ parts: Buffer[]; isWhole: boolean }> {
  const parts: Buffer[] = [Buffer.from('[')];
  for (let bytes = 0; bytes <= maxBytes;) {
    const chunk = await list.read();
    if (chunk === null) return { parts: [...parts, Buffer.from(']')], isWhole: true };
    if (parts.length > 1) parts.push(Buffer.from(','));
    // Bytes of the database are ours alone: no copy is needed.
    parts.push(
      typeof chunk === 'string'
        ? Buffer.from(chunk)
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength),
    );
    bytes += chunk.length;
  }
  return { parts, isWhole: false };
}

/**
 * The rest of a list behind what was read, at the reader's pace. When the reader goes away, is too slow or the database
 * fails, the read ends; a body that breaks off is no JSON, so nobody takes it for the whole.
 */
export function streamList(
  list: OpenList,
  begun: readonly Buffer[],
  encoding: Encoding,
): ReadableStream<Uint8Array> {
  const source = new ReadableStream<Uint8Array>(listSource(list, begun), { highWaterMark: 0 });
  if (encoding === 'identity') return source;
  const compressor: Duplex = createCompressor(encoding);
  const plain = Readable.fromWeb(source as import('node:stream/web').ReadableStream);
  plain.on('error', (error) => compressor.destroy(error));
  compressor.on('close', () => plain.destroy());
  return Readable.toWeb(plain.pipe(compressor as Transform)) as ReadableStream<Uint8Array>;
}

function listSource(list: OpenList, begun: readonly Buffer[]): UnderlyingDefaultSource<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  let isFirst = true;
  const finish = async () => {
    clearTimeout(timer);
    await list.close();
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
      if (isFirst) {
        isFirst = false;
        controller.enqueue(Buffer.concat(begun));
        return;
      }
      try {
        const chunk = await list.read();
        if (chunk === null) {
          await finish();
          controller.enqueue(Buffer.from(']'));
          controller.close();
        } else {
          // By itself, because putting it before the chunk would copy the whole list.
          controller.enqueue(Buffer.from(','));
          controller.enqueue(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
        }
      } catch (error) {
        await finish();
        controller.error(error);
      }
    },
    cancel: finish,
  };
}
