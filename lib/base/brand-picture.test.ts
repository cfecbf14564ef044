import { crc32, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { brandPictureSize, drawBrandPicture } from './brand-picture';

/** Checks the checksum of each chunk of a PNG, and returns the chunks. The keys are types of chunks. */
function readChunks(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)));
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end));
    at = end + 4;
  }
  return chunks;
}

/** The coordinates are shares of the width and the height, from 0 to 1. */
function colourAt(png: Buffer, x: number, y: number): number[] {
  const chunks = readChunks(png);
  const { width, height } = brandPictureSize;
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  expect(rows).toHaveLength((width + 1) * height);
  const colour = rows[Math.floor(y * height) * (width + 1) + 1 + Math.floor(x * width)] ?? 0;
  return [...(chunks.get('PLTE') ?? []).slice(colour * 3, colour * 3 + 3)];
}

test('is a complete PNG of the stated size', () => {
  const png = drawBrandPicture(null);
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect([...readChunks(png).keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
  expect(png.length).toBeLessThan(20_000);
});

test('has the organisation’s colour around the mark, and the paper colour around that', () => {
  const png = drawBrandPicture('#aa0000');
  expect(colourAt(png, 0.5, 0.25)).toEqual([0xaa, 0, 0]);
  expect(colourAt(png, 0.5, 0.33)).toEqual([255, 255, 255]);
  expect(colourAt(png, 0.1, 0.5)).toEqual([250, 249, 247]);
});

test('a mark on a light colour stays visible', () => {
  const png = drawBrandPicture('#ffee00');
  expect(colourAt(png, 0.5, 0.25)).not.toEqual(colourAt(png, 0.5, 0.33));
});
