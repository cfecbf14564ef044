import { inflateSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import type { Rgb } from '@/lib/base/theme';

export interface Picture {
  width: number;
  height: number;
  /** `x` and `y` are whole numbers from 0. Outside the picture, the result is the colour of the nearest pixel. */
  at: (x: number, y: number) => Rgb;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export async function takePicture(page: Page, clip: Box): Promise<Picture> {
  return decodePng(await takeFile(page, clip));
}

/** Like `takePicture`, after two pictures in a row were the same. */
export async function takePictureAtRest(page: Page, clip: Box): Promise<Picture> {
  let last = await takeFile(page, clip);
  await expect(async () => {
    const before = last;
    last = await takeFile(page, clip);
    expect(last.equals(before)).toBe(true);
  }).toPass();
  return decodePng(last);
}

function takeFile(page: Page, clip: Box): Promise<Buffer> {
  return page.screenshot({ clip, animations: 'disabled', caret: 'initial' });
}

/**
 * Decodes only what Chromium's screenshots use: 8 bits a channel, not interlaced.
 * @see https://www.w3.org/TR/png-3/#9Filters
 */
function decodePng(file: Buffer): Picture {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const channels = { 2: 3, 6: 4 }[file.readUInt8(25)];
  if (channels === undefined || file.readUInt8(24) !== 8) throw new Error('a screenshot of an unknown kind');
  const lines = inflateSync(Buffer.concat(dataChunks(file)));
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = lines[y * (stride + 1)];
    for (let i = 0; i < stride; i += 1) {
      const left = i < channels ? 0 : (pixels[y * stride + i - channels] ?? 0);
      const up = y === 0 ? 0 : (pixels[(y - 1) * stride + i] ?? 0);
      const corner = y === 0 || i < channels ? 0 : (pixels[(y - 1) * stride + i - channels] ?? 0);
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      pixels[y * stride + i] = (lines[y * (stride + 1) + 1 + i] ?? 0) + predicted;
    }
  }
  const inside = (value: number, size: number) => Math.min(Math.max(Math.round(value), 0), size - 1);
  return {
    width,
    height,
    at: (x, y) => {
      const from = inside(y, height) * stride + inside(x, width) * channels;
      return [pixels[from] ?? 0, pixels[from + 1] ?? 0, pixels[from + 2] ?? 0];
    },
  };
}

function dataChunks(file: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      found.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return found;
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
