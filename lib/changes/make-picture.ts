/** Turns an uploaded file into the files of a member's picture (docs/decisions.md, A4). */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ApiError } from '@/lib/contract/errors';
import { maxUploadedPictureBytes, pictureFiles, pictureSizes, type Crop } from '@/lib/contract/picture-files';
import { pictureTypeOf } from '@/lib/contract/picture-types';
import type { StoredFiles } from '@/lib/store/member-pictures';
import { NoTurn, Turns } from '@/lib/base/turns';

const megapixels = 51;
const limits = {
  // The largest photo of a phone that is not a special mode: 8160 × 6120.
  pixels: megapixels * 1e6,
  // A progressive JPEG of that size needs about 600 MB, because all of its scans are held.
  memoryBytes: 800e6,
  // The largest side that is cropped. A part of an eighth still has as many pixels as the largest file.
  side: 4000,
  smallest: 96,
};
/** A photo of 48 megapixels takes 2 seconds of one core. */
const maxMs = 20_000;
const processFile = fileURLToPath(new URL('./picture-process.mjs', import.meta.url));

/** One picture at a time, because each may take hundreds of megabytes. */
const turns = new Turns({
  simultaneous: 1,
  simultaneousEach: 1,
  maxWaiting: 8,
  maxWaitingEach: 2,
  waitMs: 15_000,
  turnMs: maxMs + 1000,
});

const expected = `Choose a JPEG, PNG or WebP file of at most ${maxUploadedPictureBytes / 1024 / 1024} MB, with at most ${megapixels} megapixels and without animation`;
const problems = {
  animation: 'The picture is animated',
  pixels: 'The picture has too many pixels',
  damaged: 'The file is damaged or incomplete, or it is not a picture',
  small: `The chosen part is smaller than ${limits.smallest} × ${limits.smallest} pixels`,
  slow: 'The picture took too long to read',
} as const;
type Problem = keyof typeof problems;

const resultSchema = z.union([
  z.object({ files: z.record(z.enum(pictureFiles), z.base64()) }),
  z.object({ problem: z.enum(Object.keys(problems) as [Problem, ...Problem[]]) }),
]);

/**
 * @param by who uploads it; callers take turns
 * @throws ApiError that says what is expected of the file
 */
export async function makePicture(
  bytes: Uint8Array,
  { crop, isWhole, by }: { crop: Crop | null; isWhole: boolean; by: string },
): Promise<StoredFiles> {
  const type = pictureTypeOf(bytes);
  if (type === null || type === 'svg') throw refusal(nameOfFormat(bytes));
  try {
    const result = await turns.run(by, () => decode(bytes, { crop, isWhole }));
    if ('files' in result) return result.files;
    throw refusal(problems[result.problem]);
  } catch (error) {
    if (!(error instanceof NoTurn)) throw error;
    throw new ApiError('temporarily_unavailable', 'Too many pictures are being read. Try again in a minute', {
      'Retry-After': '60',
    });
  }
}

export function pictureTooLarge(): ApiError {
  return new ApiError('payload_too_large', `The file is too large. ${expected}`);
}

function refusal(what: string): ApiError {
  return new ApiError('invalid_request', `${what}. ${expected}`);
}

function nameOfFormat(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'The file is empty';
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  const brand = start.slice(4, 8) === 'ftyp' ? start.slice(8, 12) : '';
  const format = /^(avif|avis)$/.test(brand)
    ? 'AVIF'
    : /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)
      ? 'HEIC'
      : start.startsWith('GIF8')
        ? 'GIF'
        : start.startsWith('%PDF')
          ? 'PDF'
          : /^(II\*\0|MM\0\*)/.test(start)
            ? 'TIFF'
            : start.startsWith('BM')
              ? 'BMP'
              : /^[\s\u00ef\u00bb\u00bf]*<(\?xml|!DOCTYPE svg|svg)/i.test(start)
                ? 'SVG'
                : null;
  return format === null ? 'The file is not a picture that can be shown' : `The file is ${format}`;
}

/** The process gets none of this environment, so that a fault in the decoder reveals no secret. */
async function decode(
  bytes: Uint8Array,
  options: { crop: Crop | null; isWhole: boolean },
): Promise<z.infer<typeof resultSchema>> {
  const given = JSON.stringify({ ...options, sizes: pictureSizes, limits });
  const child = spawn(process.execPath, ['--max-old-space-size=128', processFile, given], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { NODE_ENV: 'production' },
    timeout: maxMs,
    killSignal: 'SIGKILL',
  });
  // The process may end before it has read the whole file.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  const signal = await new Promise<string | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (_, by) => resolve(by));
  });
  if (signal === 'SIGKILL') return { problem: 'slow' };
  const text = Buffer.concat(parts).toString('utf8');
  // Without a result, the decoder has crashed.
  return text === '' ? { problem: 'damaged' } : resultSchema.parse(JSON.parse(text));
}
