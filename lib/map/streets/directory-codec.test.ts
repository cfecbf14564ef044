import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeDirectory, encodeDirectories, encodeDirectory, type DirectoryEntry } from './directory-codec';

const entriesOf = (steps: { step: number; length: number; runLength: number; jump: number }[]) => {
  let [tileId, offset] = [0, 0];
  return steps.map(({ step, length, runLength, jump }): DirectoryEntry => {
    tileId += step;
    const entry = { tileId, offset: offset + jump, length, runLength };
    tileId += runLength;
    offset = entry.offset + length;
    return entry;
  });
};
const arbitrary = fc
  .array(
    fc.record({
      step: fc.integer({ min: 1, max: 2 ** 40 }),
      length: fc.integer({ min: 1, max: 2 ** 23 }),
      runLength: fc.integer({ min: 1, max: 5_000 }),
      jump: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2 ** 40 })),
    }),
    { minLength: 1, maxLength: 50 },
  )
  .map(entriesOf);

test('a directory that was written is read back', () => {
  fc.assert(
    fc.property(arbitrary, (entries) => {
      expect(decodeDirectory(encodeDirectory(entries))).toEqual(entries);
    }),
  );
});

test('a directory that is cut off or changed anywhere is refused, or at least its entries are in order', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      let entries: DirectoryEntry[] = [];
      try {
        entries = decodeDirectory(gzipSync(bytes));
      } catch (error) {
        expect(error).toHaveProperty('name', 'StreetsError');
      }
      for (const [index, { tileId, length }] of entries.entries()) {
        expect(length).toBeGreaterThan(0);
        if (index > 0) expect(tileId).toBeGreaterThan(entries[index - 1]?.tileId ?? Infinity);
      }
    }),
  );
});

test.each([
  ['no gzip', Buffer.from('not gzip')],
  ['a bomb that unpacks to 100 MB', gzipSync(Buffer.alloc(100 * 1024 * 1024))],
  ['a billion entries in five bytes', gzipSync(Buffer.from([0x80, 0x94, 0xeb, 0xdc, 0x03]))],
])('%s is refused', (_what, bytes) => {
  expect(() => decodeDirectory(bytes)).toThrow('a directory of the archive is damaged');
});

test('many entries are in leaves, and the root is still within the first 16 KB', () => {
  const entries = Array.from({ length: 60_000 }, (_, index) => ({
    tileId: index * 3,
    // Offsets in random order are the hardest to compress.
    offset: (index * 7_919_993) % 2 ** 32,
    length: 1 + ((index * 104_729) % 90_000),
    runLength: 1,
  }));
  const { root, leaves } = encodeDirectories(entries);
  expect(root.length).toBeLessThanOrEqual(16_384 - 127);
  const read = decodeDirectory(root).flatMap(({ offset, length, runLength }) => {
    expect(runLength).toBe(0);
    return decodeDirectory(leaves.subarray(offset, offset + length));
  });
  expect(read).toEqual(entries);
});
