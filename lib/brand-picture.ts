/**
 * The picture beside a link to the site where it is shared: its mark in the organisation's colour, for organisations
 * without a logo. Drawn here, pixel by pixel, because it needs no letters: what draws text brings fonts along, and fetches
 * those of other scripts from third parties.
 */
import { crc32, deflateSync } from 'node:zlib';
import { accentShades, parseColour, type Rgb } from './theme';

/** In pixels: what Open Graph's readers crop least. */
export const brandPictureSize = { width: 1200, height: 630 };

/** A PNG of `brandPictureSize`, some 6 kB. @param colour `#rrggbb`; anything else counts as our own accent */
export function drawBrandPicture(colour: string | null): Buffer {
  const { accent, onAccent } = accentShades(colour).light;
  const { width, height } = brandPictureSize;
  // Each row begins with the number of its filter: 0, none. Around the mark it is paper, which is colour 0.
  const rows = Buffer.alloc((width + 1) * height);
  const [left, top] = [(width - markPixels) / 2, (height - markPixels) / 2];
  for (let y = 0; y < markPixels; y += 1) {
    const row = (top + y) * (width + 1) + 1 + left;
    for (let x = 0; x < markPixels; x += 1) {
      rows[row + x] = shadeAt((x + 0.5) / pixelsPerUnit, (y + 0.5) / pixelsPerUnit);
    }
  }
  return encode(rows, [...ramp(paper, rgb(accent)), ...ramp(rgb(accent), rgb(onAccent))]);
}

const paper: Rgb = [250, 249, 247];
// Shades between two colours: the edges look smooth.
const steps = 32;
// The mark of app/icon.svg, 32 units wide and high, in the middle of the picture.
const markUnits = 32;
const pixelsPerUnit = 12;
const markPixels = markUnits * pixelsPerUnit;
const halfStroke = 1.3;

/** The number of the colour at a point of the mark, in units. */
function shadeAt(x: number, y: number): number {
  const house = covered(distanceToHouse(x, y) - halfStroke);
  if (house > 0) return steps + Math.round(house * (steps - 1));
  return Math.round(covered(distanceToPlate(x, y)) * (steps - 1));
}

/** How much of a pixel lies inside an edge that is `distance` units away; negative is inside. */
function covered(distance: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance * pixelsPerUnit));
}

/** To the edge of a square with corners of radius 8. */
function distanceToPlate(x: number, y: number): number {
  const half = markUnits / 2;
  const radius = 8;
  const dx = Math.abs(x - half) - half + radius;
  const dy = Math.abs(y - half) - half + radius;
  return length(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
}

type Line = readonly [number, number, number, number];

// Wall, roof and side of the door of the left half, whose mirror image is the right one.
const lines: Line[] = [
  [7, 25, 7, 15],
  [7, 15, 16, 7],
  [13, 25, 13, 19],
];

function distanceToHouse(anyX: number, y: number): number {
  const x = Math.min(anyX, markUnits - anyX);
  // The top of the door is half a circle.
  let nearest = y > 19 ? Infinity : Math.abs(length(x - 16, y - 19) - 3);
  for (const line of lines) nearest = Math.min(nearest, distanceToLine(x, y, line));
  return nearest;
}

function distanceToLine(x: number, y: number, [x1, y1, x2, y2]: Line): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
  return length(x - x1 - along * dx, y - y1 - along * dy);
}

/** Math.hypot guards against overflow, at twenty times the cost. */
function length(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy);
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

/** @see https://www.w3.org/TR/png-3/#5DataRep */
function encode(rows: Buffer, palette: Rgb[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(brandPictureSize.width, 0);
  header.writeUInt32BE(brandPictureSize.height, 4);
  // 8 bits a pixel, each the number of a colour of the palette.
  header.set([8, 3, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const colours = Buffer.from(palette.flat());
  const parts = [chunk('IHDR', header), chunk('PLTE', colours), chunk('IDAT', deflateSync(rows))];
  return Buffer.concat([signature, ...parts, chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}
