import { contentsOf, tileExtent, type TileContents } from './base-map';
import type { LayerName } from './base-map-blocks';
import { baseline, isTown, labelKinds, labelSizes, type LabelKind } from './labels';
import { mapThemes, type MapTheme, type MapThemeName } from './map-theme';
import { drawnPixels, maxTileZoom, tilePixels, zoomAhead, zoomSteps } from './tile-address';
import type { PlacedLabel } from './tile-labels';

export interface Tile {
  theme: MapThemeName;
  z: number;
  x: number;
  y: number;
}

const perPixel = tileExtent / tilePixels;
const fonts = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
/**
 * The zooms of the map that show rivers. At lower zooms there are too many rivers. At higher zooms, rivers are drawn
 * kilometres from their real course.
 */
const riverZooms = { from: 4, to: 9 };

/** null: the tile is outside the world, or this zoom has no tiles. */
export function drawTile({ theme, z, x, y }: Tile): string | null {
  if (![z, x, y].every(Number.isInteger) || z < 0 || z > maxTileZoom) return null;
  if (x < 0 || y < 0 || x >= 2 ** z || y >= 2 ** z) return null;
  const { pathOf, labels } = contentsOf({ z, x, y });
  const colours = mapThemes[theme];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${drawnPixels}" height="${drawnPixels}" viewBox="0 0 ${drawnPixels * perPixel} ${drawnPixels * perPixel}" preserveAspectRatio="none">`,
    `<rect width="100%" height="100%" fill="${colours.water}"/>`,
    drawShapes(pathOf, colours, z),
    drawLabels(labels, colours),
    '</svg>',
  ].join('');
}

function drawShapes(pathOf: TileContents['pathOf'], colours: MapTheme, z: number): string {
  const zoom = z + zoomAhead;
  const path = (layer: LayerName, attributes: string) => {
    const data = pathOf(layer);
    return data === '' ? '' : `<path d="${data}" ${attributes}/>`;
  };
  const line = (colour: string, pixels: number) =>
    `fill="none" stroke="${colour}" stroke-width="${round(pixels * perPixel)}" stroke-linejoin="round" stroke-linecap="round"`;
  return [
    path('land', `fill="${colours.land}" fill-rule="evenodd"`),
    path('lakes', `fill="${colours.water}" stroke="${colours.coast}" stroke-width="${0.8 * perPixel}"`),
    zoom < riverZooms.from || zoom > riverZooms.to
      ? ''
      : path('rivers', line(colours.river, 0.5 + (zoom - riverZooms.from) * 0.25)),
    path(
      'states',
      `${line(colours.state, zoom < 6 ? 0.8 : 1.2)} stroke-dasharray="${zoom < 6 ? '30 25' : '60 35'}"`,
    ),
    path('coast', line(colours.coast, zoom < 5 ? 0.7 : 1)),
    path('countries', line(colours.country, zoom < 4 ? 0.8 : 1.3)),
  ].join('');
}

function drawLabels(placed: PlacedLabel[], colours: MapTheme): string {
  if (placed.length === 0) return '';
  // The most important labels come last, on top of the others.
  const groups = labelKinds.toReversed().map((kind) => {
    const ofKind = placed.filter((label) => label.kind === kind);
    if (ofKind.length === 0) return '';
    const dots = isTown(kind) ? ofKind.map((each) => dot(each, colours)).join('') : '';
    return `<g ${textStyle(kind, colours)}>${ofKind.map(text).join('')}</g>${dots}`;
  });
  return `<style>${labelRules}</style><g class="labels" font-size="${perPixel}" font-family="${fonts}" text-anchor="middle" paint-order="stroke" stroke-linejoin="round" stroke="${colours.halo}" stroke-width="3em">${groups.join('')}</g>`;
}

/**
 * Between whole zooms, the map enlarges tiles. The labels stay as large as on the screen, because the width in these
 * rules is the width of the drawn tile. Sizes of labels are in `em`, and `1em` is a pixel of the screen.
 */
const labelRules = Array.from({ length: zoomSteps }, (_, step) => {
  const scale = 2 ** ((step + 1) / zoomSteps);
  const from = tilePixels * 2 ** ((step + 0.5) / zoomSteps);
  return `@media(min-width:${round(from)}px){.labels{font-size:${(perPixel / scale).toFixed(2)}px}}`;
}).join('');

function textStyle(kind: LabelKind, colours: MapTheme): string {
  const size = `font-size="${labelSizes[kind]}em"`;
  const spread = `letter-spacing="${(1 / labelSizes[kind]).toFixed(3)}em"`;
  if (kind === 'country') return `${size} fill="${colours.areaText}" font-weight="600" ${spread}`;
  if (kind === 'state') return `${size} fill="${colours.areaText}" ${spread}`;
  return `${size} fill="${colours.townText}"${kind === 'city' ? ' font-weight="600"' : ''}`;
}

function dot({ kind, x, y }: PlacedLabel, colours: MapTheme): string {
  const radius = kind === 'city' ? 2.6 : kind === 'town' ? 2.1 : 1.7;
  return `<circle cx="${round(x * perPixel)}" cy="${round(y * perPixel)}" r="${radius}em" fill="${colours.town}" stroke-width="1em"/>`;
}

function text({ kind, name, x, y }: PlacedLabel): string {
  const words = kind === 'country' ? name.toUpperCase() : name;
  const below = (baseline(kind) / labelSizes[kind]).toFixed(2);
  return `<text x="${round(x * perPixel)}" y="${round(y * perPixel)}" dy="${below}em">${escapeXml(words)}</text>`;
}

function round(value: number): number {
  return Math.round(value);
}

function escapeXml(words: string): string {
  return words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
