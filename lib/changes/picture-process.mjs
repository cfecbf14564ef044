// Decodes an uploaded picture in a process of its own, because a decoder is the part that a hostile file attacks. The
// parent ends the process after a time limit. Reads the file from standard input, and writes JSON: the made files in
// base64, or a problem. Only pixels pass from the file to the result, so no metadata and no other content remains.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

const { crop, isWhole, sizes, limits } = JSON.parse(process.argv[2]);

// No other decoder of the library can be reached, whatever the file contains.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadSpng', 'VipsForeignLoadWebp'],
});
sharp.concurrency(1);
sharp.cache(false);

// The library decodes in threads, so this runs while it decodes.
setInterval(() => {
  if (process.memoryUsage.rss() > limits.memoryBytes) respond({ problem: 'pixels' });
}, 20).unref();

respond(await make(await buffer(process.stdin)));

function respond(result) {
  process.stdout.write(JSON.stringify(result), () => process.exit(0));
}

async function make(input) {
  const read = () => sharp(input, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
  try {
    const { width, height, pages = 1 } = await read().metadata();
    if (pages > 1 || isAnimatedPng(input)) return { problem: 'animation' };
    if (width * height > limits.pixels) return { problem: 'pixels' };
    return await resize(read());
  } catch {
    return { problem: 'damaged' };
  }
}

async function resize(picture) {
  // First smaller, then cropped: a JPEG is then decoded at a lower resolution.
  const { data, info } = await picture
    .autoOrient()
    .resize({ width: limits.side, height: limits.side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const part = partOf(info);
  if (Math.min(part.width, part.height) < limits.smallest) return { problem: 'small' };
  const fit = isWhole ? 'contain' : 'cover';
  const files = {};
  for (const size of sizes) {
    const one = sharp(data, { raw: info }).extract(part).resize(size, size, { fit, background: '#ffffff' });
    files[`${size}.webp`] = (await one.clone().webp({ quality: 80 }).toBuffer()).toString('base64');
    files[`${size}.jpg`] = (await one.clone().jpeg({ quality: 82 }).toBuffer()).toString('base64');
  }
  return { files };
}

/** Without a crop, `fit` decides: the middle of a person's picture, or the whole logo. */
function partOf({ width, height }) {
  if (crop === null) return { left: 0, top: 0, width, height };
  const [x, y, w, h] = crop;
  const left = Math.min(width - 1, Math.round((x / 100) * width));
  const top = Math.min(height - 1, Math.round((y / 100) * height));
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round((w / 100) * width))),
    height: Math.max(1, Math.min(height - top, Math.round((h / 100) * height))),
  };
}

/** The library reads only the first frame. The chunk `acTL` comes before the picture. @see https://www.w3.org/TR/png-3/ */
function isAnimatedPng(input) {
  if (input.toString('latin1', 1, 4) !== 'PNG') return false;
  for (let at = 8; at + 8 <= input.length; at += 12 + input.readUInt32BE(at)) {
    const type = input.toString('latin1', at + 4, at + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}
