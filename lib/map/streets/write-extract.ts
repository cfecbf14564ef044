import { gzipSync } from 'node:zlib';
import { open, rename, stat, type FileHandle } from 'node:fs/promises';
import { writeHeader } from './archive-header';
import { encodeDirectories } from './directory-codec';
import type { Streets } from './open-streets';
import type { Content, ExtractPlan } from './plan-extract';

/** `start` has the bytes before the tiles. `size` is the size of the whole file. */
export interface PreparedExtract {
  start: Buffer;
  size: number;
}

/**
 * The same source and area always give the same extract, so the next fetch recognises the file of an interrupted fetch.
 */
export function prepareExtract({ metadata, version }: Streets, plan: ExtractPlan): PreparedExtract {
  const { root, leaves } = encodeDirectories(plan.entries);
  const own = { ...metadata, 'chapterhouse:extract_of': version };
  const packedMetadata = gzipSync(JSON.stringify(own), { level: 9 });
  const header = writeHeader({
    rootLength: root.length,
    metadataLength: packedMetadata.length,
    leafLength: leaves.length,
    tileDataLength: plan.tileBytes,
    addressedTiles: plan.addressedTiles,
    tileEntries: plan.entries.length,
    tileContents: plan.contents.length,
    ...plan.zooms,
    bounds: plan.bounds,
  });
  const start = Buffer.concat([header, root, packedMetadata, leaves]);
  return { start, size: start.length + plan.tileBytes };
}

function partOf(file: string): string {
  return `${file}.part`;
}

/** The number of bytes that an interrupted fetch of the same extract has written. */
export async function fetchedBytes(file: string, { start, size }: PreparedExtract): Promise<number> {
  const known = await stat(partOf(file)).catch(() => null);
  if (known === null || known.size < start.length || known.size > size) return 0;
  const part = await open(partOf(file), 'r');
  try {
    const bytes = Buffer.alloc(start.length);
    await part.read(bytes, 0, bytes.length, 0);
    return bytes.equals(start) ? known.size : 0;
  } finally {
    await part.close();
  }
}

/**
 * Continues after the bytes of an interrupted fetch. The file gets its name only when it is complete.
 * @param show called with the number of written bytes
 * @throws StreetsError if the source cannot be read; the next fetch continues
 */
export async function writeExtract(
  { source, header }: Streets,
  {
    plan,
    prepared,
    file,
    show,
  }: {
    plan: ExtractPlan;
    prepared: PreparedExtract;
    file: string;
    show: (bytes: number) => void;
  },
): Promise<void> {
  const fetched = await fetchedBytes(file, prepared);
  const part = await open(partOf(file), fetched === 0 ? 'w' : 'a');
  try {
    if (fetched === 0) await part.appendFile(prepared.start);
    let written = Math.max(fetched, prepared.start.length);
    show(written);
    for (const { offset, length, contents } of requestsFor(plan.contents, written - prepared.start.length)) {
      const bytes = await source.read(header.tileDataOffset + offset, length);
      await writeContents(part, bytes, { offset, contents });
      written += contents.reduce((sum, content) => sum + content.length, 0);
      show(written);
    }
    await part.sync();
  } finally {
    await part.close();
  }
  await rename(partOf(file), file);
}

async function writeContents(
  part: FileHandle,
  bytes: Uint8Array,
  { offset, contents }: { offset: number; contents: Content[] },
): Promise<void> {
  const pieces = contents.map((content) => {
    const from = content.offset - offset;
    return bytes.subarray(from, from + content.length);
  });
  await part.appendFile(Buffer.concat(pieces));
}

// Reading a gap of this size takes less time than another request.
const maxGapBytes = 32 * 1024;
// The time limit of a request is 30 seconds (range-source.ts), which is enough for 1 MB at 35 kB a second.
const maxRequestBytes = 1024 * 1024;

interface TileRequest extends Content {
  contents: Content[];
}

/**
 * The requests for the contents after the first `skipped` bytes. The first request may begin in the middle of a tile.
 */
function requestsFor(contents: Content[], skipped: number): TileRequest[] {
  const requests: TileRequest[] = [];
  let toSkip = skipped;
  for (const content of contents) {
    const skip = Math.min(toSkip, content.length);
    toSkip -= skip;
    if (skip === content.length) continue;
    const rest = { offset: content.offset + skip, length: content.length - skip };
    const last = requests.at(-1);
    const gap = last === undefined ? -1 : rest.offset - (last.offset + last.length);
    const length = last === undefined ? 0 : rest.offset + rest.length - last.offset;
    if (last !== undefined && gap >= 0 && gap <= maxGapBytes && length <= maxRequestBytes) {
      last.length = length;
      last.contents.push(rest);
    } else requests.push({ ...rest, contents: [rest] });
  }
  return requests;
}
