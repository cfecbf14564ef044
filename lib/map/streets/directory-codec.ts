import { gunzipSync, gzipSync } from 'node:zlib';
import { StreetsError } from './streets-error';

/**
 * If `runLength` is 0, the entry stands for a leaf directory. Its `offset` counts from the start of the leaf
 * directories. Otherwise the entry stands for `runLength` tiles in a row with the same content. Its `offset` then
 * counts from the start of the tiles.
 */
export interface DirectoryEntry {
  tileId: number;
  offset: number;
  length: number;
  runLength: number;
}

// In an archive of the whole earth, a leaf directory has about ten thousand entries of 4 bytes.
const maxDirectoryBytes = 4 * 1024 * 1024;

/** @throws StreetsError if the bytes are not a directory, unpack to more than 4 MB, or the tiles are out of order */
export function decodeDirectory(packed: Uint8Array): DirectoryEntry[] {
  const bytes = unpack(packed);
  let at = 0;
  const read = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || value > Number.MAX_SAFE_INTEGER / 2) throw damaged();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const count = read();
  // Each entry has at least one byte in each of the four columns.
  if (count > bytes.length / 4) throw damaged();
  const entries: DirectoryEntry[] = [];
  let tileId = 0;
  for (let index = 0; index < count; index += 1) {
    const step = read();
    if (index > 0 && step === 0) throw damaged();
    tileId += step;
    entries.push({ tileId, offset: 0, length: 0, runLength: 0 });
  }
  for (const entry of entries) entry.runLength = read();
  for (const entry of entries) entry.length = read();
  let follows = 0;
  for (const [index, entry] of entries.entries()) {
    const offset = read();
    if (offset === 0 && index === 0) throw damaged();
    entry.offset = offset === 0 ? follows : offset - 1;
    follows = entry.offset + entry.length;
    if (!Number.isSafeInteger(follows + entry.tileId + entry.runLength) || entry.length === 0)
      throw damaged();
  }
  return entries;
}

function unpack(packed: Uint8Array): Uint8Array {
  try {
    return gunzipSync(packed, { maxOutputLength: maxDirectoryBytes });
  } catch {
    throw damaged();
  }
}

function damaged(): StreetsError {
  return new StreetsError('a directory of the archive is damaged');
}

export function encodeDirectory(entries: DirectoryEntry[]): Buffer {
  const bytes: number[] = [];
  const write = (value: number) => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
    bytes.push(rest);
  };
  write(entries.length);
  let last = 0;
  for (const { tileId } of entries) {
    write(tileId - last);
    last = tileId;
  }
  for (const { runLength } of entries) write(runLength);
  for (const { length } of entries) write(length);
  let follows = -1;
  for (const { offset, length } of entries) {
    write(offset === follows ? 0 : offset + 1);
    follows = offset + length;
  }
  return gzipSync(Buffer.from(bytes), { level: 9 });
}

// The root directory and the 127 bytes of header are within the first 16 KB of the archive.
const maxRootBytes = 16_384 - 127;
const entriesPerLeaf = 4_096;

export function encodeDirectories(entries: DirectoryEntry[]): { root: Buffer; leaves: Buffer } {
  const root = entries.length <= entriesPerLeaf ? encodeDirectory(entries) : null;
  if (root !== null && root.length <= maxRootBytes) return { root, leaves: Buffer.alloc(0) };
  for (let size = entriesPerLeaf; ; size *= 2) {
    const leaves: Buffer[] = [];
    const rootEntries: DirectoryEntry[] = [];
    let offset = 0;
    for (let at = 0; at < entries.length; at += size) {
      const part = entries.slice(at, at + size);
      const leaf = encodeDirectory(part);
      rootEntries.push({ tileId: part[0]?.tileId ?? 0, offset, length: leaf.length, runLength: 0 });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const encoded = encodeDirectory(rootEntries);
    if (encoded.length <= maxRootBytes) return { root: encoded, leaves: Buffer.concat(leaves) };
  }
}
