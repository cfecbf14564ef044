import { drawnPixels, maxTileZoom, tilePixels, tileUrlTemplate, zoomAhead } from '@/lib/map/geo/tile-address';
import { mercatorRow } from '@/lib/map/geo/mercator';
import type { Point } from '@/lib/map/geo/point';
import type { MapFrame, PlaceView } from './place-view';

interface Props {
  view: PlaceView;
  points: readonly MapPoint[];
  frame: MapFrame;
  /** A media query. Elsewhere, a browser loads no tiles. */
  media?: string;
}

export interface MapPoint extends Point {
  /** The point is the centre of an area in which the place is. */
  isArea: boolean;
}

/** A picture of the map from our own tiles. It needs no scripts. */
export function PlaceStill({ view, points, frame: { width, height }, media = 'all' }: Props) {
  const tileZoom = Math.min(maxTileZoom, Math.max(0, Math.floor(view.zoom) - zoomAhead));
  const count = 2 ** tileZoom;
  const scale = 2 ** (view.zoom - zoomAhead - tileZoom);
  const tile = tilePixels * scale;
  // Before the map's own tiles, a pixel more on each side. Otherwise those would count as a larger picture, which comes
  // later. Where the picture stays, the names that reach into two tiles must fit together.
  const margin = media === 'all' ? 0 : 1;
  const size = drawnPixels * scale + 2 * margin;
  const at = ({ latitude, longitude }: Point) => ({
    x: ((longitude + 180) / 360) * count * tile,
    y: mercatorRow(latitude) * count * tile,
  });
  const middle = at(view.center);
  const left = middle.x - width / 2;
  const top = middle.y - height / 2;
  const rows = range(Math.floor(top / tile), Math.floor((top + height) / tile));
  const columns = range(Math.floor(left / tile), Math.floor((left + width) / tile));
  const tiles = rows
    .filter((y) => y >= 0 && y < count)
    .flatMap((y) =>
      columns.map((x) => ({ x, y, address: addressOf(tileZoom, ((x % count) + count) % count, y) })),
    );
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="size-full"
    >
      {tiles.map(({ x, y, address }) => (
        <foreignObject
          key={address + x}
          x={(x * tile - left - margin).toFixed(1)}
          y={(y * tile - top - margin).toFixed(1)}
          width={size}
          height={size}
        >
          {/* An `image` element would load the tiles of both themes. */}
          <picture>
            <source
              media={`${media} and (prefers-color-scheme: dark)`}
              srcSet={address.replace('{theme}', 'dark')}
            />
            <source media={media} srcSet={address.replace('{theme}', 'light')} />
            <img alt="" className="size-full" />
          </picture>
        </foreignObject>
      ))}
      {points.map((point, index) => {
        const { x, y } = at(point);
        return (
          <circle
            key={index}
            cx={(x - left).toFixed(1)}
            cy={(y - top).toFixed(1)}
            r="12"
            className={point.isArea ? 'fill-accent/30 stroke-accent' : 'fill-accent stroke-surface'}
            strokeWidth="2"
            strokeDasharray={point.isArea ? '4 3' : undefined}
          />
        );
      })}
    </svg>
  );
}

function addressOf(z: number, x: number, y: number): string {
  return tileUrlTemplate.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
