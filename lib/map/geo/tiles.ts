import { contentsOf, tileExtent, type TileContents } from './base-map';
import type { LayerName } from './base-map-blocks';
import { baseline, isTown, labelKinds, labelSizes, type LabelKind } from './labels';
import { mapThemes, type MapTheme, type MapThemeName } from './map-theme';
import { maxTileZoom, tilePixels, zoomAhead } from './tile-address';
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
    `<svg xmlns="http://www.w3.org/2000/svg" width="${tilePixels}" height="${tilePixels}" viewBox="0 0 ${tileExtent} ${tileExtent}">`,
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
  return `<g font-family="${fonts}" text-anchor="middle" paint-order="stroke" stroke-linejoin="round" stroke="${colours.halo}" stroke-width="${3 * perPixel}">${groups.join('')}</g>`;
}

function textStyle(kind: LabelKind, colours: MapTheme): string {
  const size = `font-size="${round(labelSizes[kind] * perPixel)}"`;
  if (kind === 'country') return `${size} fill="${colours.areaText}" font-weight="600" letter-spacing="10"`;
  if (kind === 'state') return `${size} fill="${colours.areaText}" letter-spacing="10"`;
  return `${size} fill="${colours.townText}"${kind === 'city' ? ' font-weight="600"' : ''}`;
}

function dot({ kind, x, y }: PlacedLabel, colours: MapTheme): string {
  const radius = kind === 'city' ? 2.6 : kind === 'town' ? 2.1 : 1.7;
  return `<circle cx="${round(x * perPixel)}" cy="${round(y * perPixel)}" r="${radius * perPixel}" fill="${colours.town}" stroke-width="${perPixel}"/>`;
}

function text({ kind, name, x, y }: PlacedLabel): string {
  const words = kind === 'country' ? name.toUpperCase() : name;
  return `<text x="${round(x * perPixel)}" y="${round((y + baseline(kind)) * perPixel)}">${escapeXml(words)}</text>`;
}

function round(value: number): number {
  return Math.round(value);
}

function escapeXml(words: string): string {
  return words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
