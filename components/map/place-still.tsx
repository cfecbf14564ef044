import { drawnPixels, tilePixels, tileUrlTemplate, zoomAhead } from '@/lib/map/geo/tile-address';
import { mercatorRow } from '@/lib/map/geo/mercator';
import type { Point } from '@/lib/map/geo/point';
import { placeMapSize, type PlaceView } from './place-view';

interface Props {
  view: PlaceView;
  points: readonly MapPoint[];
}

export interface MapPoint extends Point {
  /** The point is the centre of an area in which the place is. */
  isArea: boolean;
}

/** A picture of the map from our own tiles. It needs no scripts. */
export function PlaceStill({ view, points }: Props) {
  const { width, height } = placeMapSize;
  const tileZoom = Math.max(0, view.zoom - zoomAhead);
  const count = 2 ** tileZoom;
  const at = ({ latitude, longitude }: Point) => ({
    x: ((longitude + 180) / 360) * count * tilePixels,
    y: mercatorRow(latitude) * count * tilePixels,
  });
  const middle = at(view.center);
  const left = middle.x - width / 2;
  const top = middle.y - height / 2;
  const rows = range(Math.floor(top / tilePixels), Math.floor((top + height) / tilePixels));
  const columns = range(Math.floor(left / tilePixels), Math.floor((left + width) / tilePixels));
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
      {(['light', 'dark'] as const).map((theme) => (
        <g key={theme} className={theme === 'dark' ? 'hidden dark:inline' : 'dark:hidden'}>
          {tiles.map(({ x, y, address }) => (
            <image
              key={address + x}
              href={address.replace('{theme}', theme)}
              x={(x * tilePixels - left).toFixed(1)}
              y={(y * tilePixels - top).toFixed(1)}
              width={drawnPixels}
              height={drawnPixels}
            />
          ))}
        </g>
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
