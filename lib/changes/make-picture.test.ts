import { deflateSync, crc32 } from 'node:zlib';
import sharp, { type Color } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/contract/errors';
import { acceptedPictures, pictureFiles } from '@/lib/contract/picture-files';
import { makePicture } from './make-picture';

const by = 'test';
const whole = { crop: null, isWhole: false, by };
const red = { r: 220, g: 30, b: 30 };
const blank = (width: number, height: number, background: Color = red) =>
  sharp({ create: { width, height, channels: 3, background } });

async function refusalOf(bytes: Uint8Array): Promise<string> {
  try {
    await makePicture(bytes, whole);
    return 'accepted';
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.description}`;
    throw error;
  }
}

let jpeg: Buffer;
let png: Buffer;
let webp: Buffer;
beforeAll(async () => {
  jpeg = await blank(640, 480).jpeg().toBuffer();
  png = await blank(640, 480).png().toBuffer();
  webp = await blank(640, 480).webp().toBuffer();
});

describe('an uploaded picture', () => {
  it('becomes square files of all sizes, as WebP and as JPEG', async () => {
    for (const input of [jpeg, png, webp]) {
      const files = await makePicture(input, whole);
      expect(Object.keys(files).sort()).toEqual([...pictureFiles].sort());
      for (const [name, content] of Object.entries(files)) {
        const { format, width, height } = await sharp(Buffer.from(content, 'base64')).metadata();
        expect(`${width}.${format === 'jpeg' ? 'jpg' : format}`).toBe(name);
        expect(height).toBe(width);
      }
    }
  });

  it.each<[what: string, make: () => Promise<Uint8Array> | Uint8Array, expected: RegExp]>([
    ['an empty file', () => new Uint8Array(), /The file is empty/],
    ['a text', () => Buffer.from('hello'), /not a picture that can be shown/],
    ['a web page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), /not a picture/],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), /is SVG/],
    ['SVG after a declaration', () => Buffer.from('<?xml version="1.0"?><svg/>'), /is SVG/],
    ['GIF', () => blank(200, 200).gif().toBuffer(), /is GIF/],
    ['GIF that is a script too', () => Buffer.from('GIF89a=1;alert(1)//'), /is GIF/],
    ['TIFF', () => blank(200, 200).tiff().toBuffer(), /is TIFF/],
    ['AVIF', () => blank(200, 200).avif({ effort: 0 }).toBuffer(), /is AVIF/],
    ['HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), /is HEIC/],
    ['PDF that has a JPEG in it', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), jpeg]), /is PDF/],
    ['a page before a JPEG', () => Buffer.concat([Buffer.from('<html>'), jpeg]), /not a picture/],
    ['the first bytes of JPEG before a GIF', asJpeg, /damaged or incomplete/],
    ['a JPEG that ends early', () => jpeg.subarray(0, jpeg.length - 200), /damaged or incomplete/],
    ['a PNG that ends early', () => png.subarray(0, png.length - 60), /damaged or incomplete/],
    ['a WebP that ends early', () => webp.subarray(0, webp.length - 40), /damaged or incomplete/],
    ['only the first bytes of PNG', () => png.subarray(0, 8), /damaged or incomplete/],
    ['an animated WebP', animatedWebp, /is animated/],
    ['an animated PNG', () => withChunk(png, 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])), /is animated/],
    ['a PNG of 60,000 × 60,000 pixels in a few bytes', () => hugePng(60_000), /too many pixels/],
    ['a JPEG that says it has 65,000 × 65,000 pixels', () => withSize(jpeg, 65_000), /too many pixels/],
    ['a picture of 52 megapixels', () => blank(8000, 6500).jpeg().toBuffer(), /too many pixels/],
    ['a WebP that says it has 16,384 × 16,384 pixels', () => hugeWebp(16_384), /too many pixels|damaged/],
    ['a PNG with more pixels than its data', () => withSide(png, 5000), /damaged or incomplete/],
    ['a tiny picture', () => blank(95, 300).png().toBuffer(), /smaller than 96/],
  ])('that is %s is refused with what is expected', async (_, make, expected) => {
    const refusal = await refusalOf(await make());
    expect(refusal).toMatch(expected);
    expect(refusal).toMatch(/^400 .*Choose a JPEG, PNG or WebP file of at most 20 MB/);
  });

  it('can be chosen in a browser if it is decoded, and no other format is offered', async () => {
    const made = (format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif') =>
      blank(200, 200).toFormat(format).toBuffer();
    const formats = ['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const;
    const decoded: string[] = [];
    for (const format of formats)
      if ((await refusalOf(await made(format))) === 'accepted') decoded.push(`image/${format}`);
    expect(acceptedPictures).toBe(decoded.join(','));
  });

  it('may be followed by other content, as on some phones, of which nothing remains', async () => {
    const other = Buffer.from('<script>alert(1)</script>PK\x03\x04');
    const files = await makePicture(Buffer.concat([jpeg, other]), whole);
    for (const content of Object.values(files))
      expect(Buffer.from(content, 'base64').includes('alert')).toBe(false);
  });

  it('may have a text that unpacks to 200 MB, which nobody unpacks', async () => {
    const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(200e6))]);
    const files = await makePicture(withChunk(png, 'zTXt', text), whole);
    for (const content of Object.values(files))
      expect(Buffer.from(content, 'base64').length).toBeLessThan(10_000);
  });

  it('of a phone is turned upright, and no file has its position, its times or any other metadata', async () => {
    const upper = await blank(3024, 2016, { r: 20, g: 20, b: 220 }).png().toBuffer();
    const photo = await blank(3024, 4032)
      .composite([{ input: upper, top: 0, left: 0 }])
      .jpeg()
      .withExif({
        IFD0: { Make: 'Phone maker', ImageDescription: 'In my garden' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '37/1 48/1 0/1', GPSLongitudeRef: 'E' },
      })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><GPS>144.9631</GPS></x:xmpmeta>')
      .withIccProfile('p3')
      .toBuffer();
    const { exif, xmp, icc, orientation } = await sharp(photo).metadata();
    expect([
      exif?.includes('In my garden'),
      xmp?.includes('144.9631'),
      icc !== undefined,
      orientation,
    ]).toEqual([true, true, true, 6]);
    for (const content of Object.values(await makePicture(photo, whole))) {
      const bytes = Buffer.from(content, 'base64');
      const found = await sharp(bytes).metadata();
      expect(found).not.toHaveProperty('exif');
      expect(found).not.toHaveProperty('xmp');
      expect(found).not.toHaveProperty('iptc');
      expect(found).not.toHaveProperty('icc');
      expect(found).not.toHaveProperty('comments');
      expect(found).not.toHaveProperty('orientation');
      for (const text of ['garden', 'Phone', '144.9631', 'Exif', 'GPS', 'ICC_PROFILE', 'lcms', 'Lavc'])
        expect([text, bytes.includes(text)]).toEqual([text, false]);
    }
    // Turned by 90 degrees, what was above is on the right.
    const { data, info } = await pixelsOf((await makePicture(photo, whole))['480.webp']);
    const at = (x: number) => [...data.subarray((240 * info.width + x) * 3, (240 * info.width + x) * 3 + 3)];
    expect([isRed(at(40)), isRed(at(440))]).toEqual([true, false]);
  }, 60_000);

  it('is cropped to the chosen part', async () => {
    const left = await blank(300, 600, { r: 20, g: 20, b: 220 }).png().toBuffer();
    const input = await blank(600, 600)
      .composite([{ input: left, top: 0, left: 0 }])
      .png()
      .toBuffer();
    const { data } = await pixelsOf(
      (await makePicture(input, { ...whole, crop: [50, 25, 50, 50] }))['240.webp'],
    );
    expect(isRed([...data.subarray(0, 3)])).toBe(true);
  });

  it('that is a logo is shown whole, on white', async () => {
    const logo = await blank(800, 200).png().toBuffer();
    const { data, info } = await pixelsOf((await makePicture(logo, { ...whole, isWhole: true }))['240.jpg']);
    const at = (y: number) => [...data.subarray((y * info.width + 5) * 3, (y * info.width + 5) * 3 + 3)];
    expect(at(5).every((part) => part > 245)).toBe(true);
    expect(isRed(at(120))).toBe(true);
  });
});

function isRed([r = 0, g = 0, b = 0]: readonly number[]): boolean {
  return r > 180 && g < 90 && b < 90;
}

function pixelsOf(content: string) {
  return sharp(Buffer.from(content, 'base64')).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

async function asJpeg(): Promise<Uint8Array> {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), await blank(200, 200).gif().toBuffer()]);
}

async function animatedWebp(): Promise<Uint8Array> {
  const frames = Buffer.alloc(200 * 400 * 3, 90);
  frames.fill(200, 200 * 200 * 3);
  const raw = { width: 200, height: 400, channels: 3, pageHeight: 200 } as const;
  return sharp(frames, { raw })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The chunk comes after the head, which takes 33 bytes. */
function withChunk(input: Buffer, type: string, data: Buffer): Buffer {
  return Buffer.concat([input.subarray(0, 33), chunk(type, data), input.subarray(33)]);
}

/** Black and white pixels of one bit, compressed to a few bytes. */
function hugePng(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(10_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The size is in the head. The data stays as it is. */
function withSide(input: Buffer, side: number): Buffer {
  const head = Buffer.from(input.subarray(16, 29));
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  return Buffer.concat([input.subarray(0, 8), chunk('IHDR', head), input.subarray(33)]);
}

/** An extended head with the size, before the data of a small picture. */
function hugeWebp(side: number): Buffer {
  const head = Buffer.alloc(18);
  head.write('VP8X', 0, 'latin1');
  head.writeUInt32LE(10, 4);
  head.writeUIntLE(side - 1, 12, 3);
  head.writeUIntLE(side - 1, 15, 3);
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), head, webp.subarray(12)]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), size, body]);
}

/** The size is in the segment SOF0. */
function withSize(input: Buffer, side: number): Buffer {
  const copy = Buffer.from(input);
  const at = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(side, at + 5);
  copy.writeUInt16BE(side, at + 7);
  return copy;
}
