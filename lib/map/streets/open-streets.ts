import { createHash } from 'node:crypto';
import type { Header } from 'pmtiles';
import { gunzipSync } from 'node:zlib';
import type { Config } from '@/lib/base/config';
import type { StreetMap } from '@/lib/map/geo/street-map';
import { streetsFromZoom } from '@/lib/map/geo/street-map';
import type { UrlRule } from '@/lib/base/http/public-url';
import { boundsOf, firstBytes, parseHeader } from './archive-header';
import { decodeDirectory, type DirectoryEntry } from './directory-codec';
import { openSource, type RangeSource } from './range-source';
import { StreetsError } from './streets-error';
import { findStreets, streetsRule, withoutSecrets } from './streets-file';

export interface Streets {
  source: RangeSource;
  header: Header;
  root: DirectoryEntry[];
  metadata: Record<string, unknown>;
  /** The version is the same for the same content, even on another machine. */
  version: string;
}

/**
 * null: there are no streets, or they cannot be used. In the second case, `warn` gets the reason, and the map is drawn
 * without them.
 */
export async function loadStreets(
  config: Pick<Config, 'mapStreets' | 'allowsPrivateStreets' | 'mapTiles' | 'dataDir'>,
  warn: (message: string) => void,
): Promise<Streets | null> {
  const place = findStreets(config);
  if (place === null) return null;
  try {
    return await openStreets(place, streetsRule(config));
  } catch (error) {
    if (!(error instanceof StreetsError)) throw error;
    warn(`the map has no streets: ${withoutSecrets(place)}: ${error.message}`);
    return null;
  }
}

/** @throws StreetsError if the archive cannot be read, or has no streets that the map can draw */
export async function openStreets(place: string, rule: UrlRule): Promise<Streets> {
  const source = await openSource(place, rule);
  try {
    return await readStreets(source);
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function readStreets(source: RangeSource): Promise<Streets> {
  const first = await source.read(0, Math.min(firstBytes, source.size));
  const header = parseHeader(first, source.size);
  const { rootDirectoryOffset, rootDirectoryLength, jsonMetadataOffset, jsonMetadataLength } = header;
  const root = decodeDirectory(
    first.subarray(rootDirectoryOffset, rootDirectoryOffset + rootDirectoryLength),
  );
  const packedMetadata = await source.read(jsonMetadataOffset, jsonMetadataLength);
  const metadata = parseMetadata(packedMetadata);
  requireStreets(metadata, header);
  const version = createHash('sha256')
    .update(String(source.size))
    .update(first)
    .update(packedMetadata)
    .digest('hex')
    .slice(0, 16);
  return { source, header, root, metadata, version };
}

// The planet's metadata has 20 KB.
const maxMetadataBytes = 4 * 1024 * 1024;

function parseMetadata(packed: Uint8Array): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(
      gunzipSync(packed, { maxOutputLength: maxMetadataBytes }).toString('utf8'),
    );
    if (parsed !== null && typeof parsed === 'object') return { ...parsed };
  } catch {
    // Damaged JSON gets the same error as JSON that is not an object.
  }
  throw new StreetsError('the metadata of the archive is damaged');
}

/** Checks for the layers of the Protomaps basemap schema. With another schema, the map would be empty. */
function requireStreets({ vector_layers: layers }: Record<string, unknown>, { maxZoom }: Header): void {
  const names: unknown[] = Array.isArray(layers)
    ? layers.map((layer: unknown) =>
        layer !== null && typeof layer === 'object' && 'id' in layer ? layer.id : null,
      )
    : [];
  const missing = ['earth', 'water', 'roads', 'places'].filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new StreetsError(
      `the archive has no layer "${missing[0]}": vector tiles in the Protomaps basemap schema are needed`,
    );
  if (maxZoom < streetsFromZoom)
    throw new StreetsError(`the archive ends at zoom ${maxZoom}, where there are no streets yet`);
}

export function toStreetMap({ header, version }: Streets): StreetMap {
  return { streets: `/streets/${version}.pmtiles`, bounds: boundsOf(header), maxDataZoom: header.maxZoom };
}
