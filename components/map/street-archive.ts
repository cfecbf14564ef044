import { findTile, PMTiles, zxyToTileId, type RangeResponse, type Source } from 'pmtiles';
import { mercatorRow } from '@/lib/map/geo/mercator';
import type { Point } from '@/lib/map/geo/point';
import type { StreetMap } from '@/lib/map/geo/street-map';

// One failed request may be a lost connection. Several failed requests mean that the archive cannot be read.
const failuresBeforeFallback = 3;

/** Opens the archive of street tiles on our server. The browser caches the range requests that read the archive. */
export function openStreetArchive({ streets }: StreetMap, onFailure: () => void): PMTiles {
  return new PMTiles(createSource(streets, onFailure));
}

function createSource(address: string, onFailure: () => void): Source {
  let failures = 0;
  const request = async (offset: number, length: number, signal?: AbortSignal): Promise<RangeResponse> => {
    const response = await fetch(address, {
      headers: { Range: `bytes=${offset}-${offset + length - 1}` },
      ...(signal !== undefined && { signal }),
    });
    if (response.status !== 206) throw new Error(`${address} returned ${response.status}`);
    return { data: await response.arrayBuffer() };
  };
  return {
    getKey: () => address,
    async getBytes(offset, length, signal) {
      try {
        return await request(offset, length, signal);
      } catch (error) {
        if (signal?.aborted === true) throw error;
        failures += 1;
        // Nothing can be drawn without the beginning of the archive, and the library requests the beginning only once.
        if (offset === 0 || failures === failuresBeforeFallback) onFailure();
        throw error;
      }
    },
  };
}

// The PMTiles specification allows a root directory and three levels of leaf directories.
const maxDepth = 3;

/** Whether the archive has streets at a point. Only directories are read, and the map has already loaded them. */
export async function hasStreetsAt(
  { cache, source }: PMTiles,
  { maxDataZoom }: StreetMap,
  { latitude, longitude }: Point,
): Promise<boolean> {
  const header = await cache.getHeader(source);
  const across = 2 ** maxDataZoom;
  const x = Math.floor(((longitude + 180) / 360) * across);
  const y = Math.floor(mercatorRow(latitude) * across);
  if (!(x >= 0 && x < across && y >= 0 && y < across)) return false;
  const tileId = zxyToTileId(maxDataZoom, x, y);
  let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength];
  for (let depth = 0; depth <= maxDepth; depth += 1) {
    const entry = findTile(await cache.getDirectory(source, offset, length, header), tileId);
    if (entry === null) return false;
    if (entry.runLength > 0) return true;
    [offset, length] = [header.leafDirectoryOffset + entry.offset, entry.length];
  }
  return false;
}
