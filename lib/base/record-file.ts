/** A file of records, each with its length and its checksum. A damaged record is never returned. */
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Pause } from '@/lib/base/slices';

export interface RecordWriter {
  json(value: unknown): Promise<void>;
  bytes(value: Uint8Array): Promise<void>;
  numbers(values: Numbers): Promise<void>;
  /** Any number of texts, in several records. */
  texts(values: readonly string[]): Promise<void>;
}

/**
 * Reads what a writer has written, in the same order.
 * @throws Error (like all methods) if the next record is damaged or missing
 */
export interface RecordReader {
  json(): Promise<unknown>;
  bytes(): Promise<Buffer>;
  numbers<T extends Numbers>(Kind: new (memory: ArrayBufferLike) => T): Promise<T>;
  texts(): Promise<string[]>;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

const headBytes = 8;
const textsPerRecord = 4096;
// The checksum of a megabyte takes about a millisecond.
const partBytes = 1 << 20;

export function createRecordWriter(file: FileHandle, pause: Pause): RecordWriter {
  const bytes = async (value: Uint8Array) => {
    const head = Buffer.alloc(headBytes);
    head.writeUInt32LE(value.byteLength, 0);
    head.writeUInt32LE(await checksumOf(value, pause), 4);
    await file.writeFile(head);
    await file.writeFile(value);
  };
  const json = (value: unknown) => bytes(Buffer.from(JSON.stringify(value)));
  return {
    bytes,
    json,
    numbers: ({ buffer, byteOffset, byteLength }) => bytes(new Uint8Array(buffer, byteOffset, byteLength)),
    async texts(values) {
      await json(values.length);
      for (let at = 0; at < values.length; at += textsPerRecord) {
        await json(values.slice(at, at + textsPerRecord));
        await pause();
      }
    },
  };
}

export async function createRecordReader(file: FileHandle, pause: Pause): Promise<RecordReader> {
  let left = (await file.stat()).size;
  const read = async (length: number) => {
    left -= length;
    if (left < 0) throw new Error('The file is truncated');
    // `numbers` needs memory that begins with the first number.
    const found = Buffer.allocUnsafeSlow(length);
    for (let at = 0; at < length;) {
      const { bytesRead } = await file.read(found, at, length - at);
      if (bytesRead === 0) throw new Error('The file is truncated');
      at += bytesRead;
    }
    return found;
  };
  const bytes = async () => {
    const head = await read(headBytes);
    const value = await read(head.readUInt32LE(0));
    if ((await checksumOf(value, pause)) !== head.readUInt32LE(4)) throw new Error('The file is damaged');
    return value;
  };
  const json = async () => JSON.parse((await bytes()).toString()) as unknown;
  return {
    bytes,
    json,
    numbers: async (Kind) => new Kind((await bytes()).buffer),
    async texts() {
      const [all, length]: [string[], unknown] = [[], await json()];
      while (all.length < Number(length)) {
        // `texts` of the writer has written this record.
        for (const text of (await json()) as string[]) all.push(text);
        await pause();
      }
      return all;
    },
  };
}

async function checksumOf(value: Uint8Array, pause: Pause): Promise<number> {
  let checksum = 0;
  for (let at = 0; at < value.byteLength; at += partBytes) {
    checksum = crc32(value.subarray(at, at + partBytes), checksum);
    await pause();
  }
  return checksum;
}
