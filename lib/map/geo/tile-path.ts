import type GeoJsonVt from 'geojson-vt';
import { zoomAhead } from './tile-address';

/** The data of an SVG path, in the units of `tileExtent`. '': the tile has nothing of this layer. */
export function pathOf(layer: GeoJsonVt, { z, x, y }: { z: number; x: number; y: number }): string {
  const tile = layer.getTileRaw(z, x, y);
  if (tile === null) return '';
  let data = '';
  for (const feature of tile.features) {
    if (typeof feature.tags?.from === 'number' && feature.tags.from > z + zoomAhead) continue;
    if (feature.type !== 2 && feature.type !== 3) continue;
    for (const ring of feature.geometry) data += linePath(ring, feature.type === 3);
  }
  return data;
}

/** The steps are relative, which makes the data half as long as with absolute points. */
function linePath(points: ArrayLike<number>, isClosed: boolean): string {
  let [fromX, fromY] = [points[0] ?? 0, points[1] ?? 0];
  let data = `M${fromX} ${fromY}l`;
  for (let at = 2; at < points.length; at += 2) {
    const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0];
    if (x === fromX && y === fromY) continue;
    data += `${x - fromX} ${y - fromY} `;
    [fromX, fromY] = [x, y];
  }
  return data.trimEnd().replaceAll(' -', '-') + (isClosed ? 'z' : '');
}
