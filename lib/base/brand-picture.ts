/**
 * The picture in link previews for organisations without a logo: our mark in the organisation's colour. The file has
 * our own colours, and only its palette is replaced.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { accentShades, paper, parseColour, type Rgb } from './theme';

/** The size in pixels. Open Graph readers crop this size least. */
export const brandPictureSize = { width: 1200, height: 630 };

// The file has 64 colours, so that edges are smooth: 32 from paper to accent, and 32 from accent to the mark's colour.
const steps = 32;

/** A PNG of `brandPictureSize`, about 6 kB. @param colour `#rrggbb`; anything else counts as our own accent */
export function drawBrandPicture(colour: string | null): Buffer {
  const { accent, onAccent } = accentShades(colour).light;
  const png = readFileSync(join(process.cwd(), 'public/mark.png'));
  const type = png.indexOf('PLTE', 0, 'latin1');
  const colours = Buffer.from([...ramp(paper, rgb(accent)), ...ramp(rgb(accent), rgb(onAccent))].flat());
  colours.copy(png, type + 4);
  // A chunk is its length, type, data and checksum. @see https://www.w3.org/TR/png-3/#5DataRep
  const end = type + 4 + colours.length;
  png.writeUInt32BE(crc32(png.subarray(type, end)), end);
  return png;
}

function ramp(from: Rgb, to: Rgb): Rgb[] {
  return Array.from({ length: steps }, (_, step) => {
    const at = (a: number, b: number) => Math.round(a + ((b - a) * step) / (steps - 1));
    return [at(from[0], to[0]), at(from[1], to[1]), at(from[2], to[2])] as const;
  });
}

function rgb(colour: string): Rgb {
  return parseColour(colour) ?? paper;
}
