import { bytesToHeader, Compression, TileType, type Header } from 'pmtiles';
import type { Box } from '@/lib/map/geo/box';
import { StreetsError } from './streets-error';

const headerBytes = 127;
/** The header and the root directory are within the first 16 KB, which clients read with one request. */
export const firstBytes = 16_384;

export interface HeaderFields {
  rootLength: number;
  metadataLength: number;
  leafLength: number;
  tileDataLength: number;
  addressedTiles: number;
  tileEntries: number;
  tileContents: number;
  minZoom: number;
  maxZoom: number;
  bounds: Box;
}

/**
 * @param size the size of the archive in bytes
 * @throws StreetsError if this is not an archive of gzipped vector tiles, or if the header names bytes beyond the
 * archive's end
 * @see https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
export function parseHeader(bytes: Uint8Array, size: number): Header {
  if (bytes.length < headerBytes || Buffer.from(bytes.subarray(0, 7)).toString('latin1') !== 'PMTiles')
    throw new StreetsError('this is not a PMTiles archive');
  if (bytes[7] !== 3) throw new StreetsError(`this is PMTiles version ${bytes[7]}; version 3 is needed`);
  const header = bytesToHeader(Uint8Array.from(bytes.subarray(0, headerBytes)).buffer);
  if (header.tileType !== TileType.Mvt)
    throw new StreetsError(
      'the archive has pictures; vector tiles in the Protomaps basemap schema are needed',
    );
  if (header.tileCompression !== Compression.Gzip || header.internalCompression !== Compression.Gzip)
    throw new StreetsError(
      'the archive is not compressed with gzip, the only compression that all browsers read',
    );
  if (header.maxZoom > maxZoom || header.minZoom > header.maxZoom)
    throw new StreetsError(`the archive's zooms are ${header.minZoom} to ${header.maxZoom}`);
  if (!isBox(header)) throw new StreetsError("the archive's area is not a part of the earth");
  const { rootDirectoryOffset: root, rootDirectoryLength: rootLength } = header;
  if (root < headerBytes || root + rootLength > firstBytes)
    throw new StreetsError('the root directory is not within the first 16 KB');
  if (header.jsonMetadataLength > maxMetadataBytes)
    throw new StreetsError('the metadata is larger than 1 MB');
  const end = Math.max(
    root + rootLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  );
  if (end > size)
    throw new StreetsError(`the archive is truncated: it has ${size} bytes and its header names ${end}`);
  return header;
}

// Zoom 20 is enough for single houses.
const maxZoom = 20;
const maxMetadataBytes = 1024 * 1024;

function isBox({ minLon, minLat, maxLon, maxLat }: Header): boolean {
  const isWithin = Math.abs(minLon) <= 180 && Math.abs(maxLon) <= 180 && Math.abs(minLat) <= 90;
  return isWithin && Math.abs(maxLat) <= 90 && minLon < maxLon && minLat < maxLat;
}

export function boundsOf({ minLon, minLat, maxLon, maxLat }: Header): Box {
  return { south: minLat, west: minLon, north: maxLat, east: maxLon };
}

/**
 * The header of a clustered archive of gzipped vector tiles. The parts of the archive are in this order: header, root,
 * metadata, leaf directories, tiles.
 */
export function writeHeader(fields: HeaderFields): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 'latin1');
  header.writeUInt8(3, 7);
  const lengths = [fields.rootLength, fields.metadataLength, fields.leafLength, fields.tileDataLength];
  let offset = headerBytes;
  lengths.forEach((length, index) => {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * index);
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * index);
    offset += length;
  });
  [fields.addressedTiles, fields.tileEntries, fields.tileContents].forEach((count, index) =>
    header.writeBigUInt64LE(BigInt(count), 72 + 8 * index),
  );
  const isClustered = 1;
  const { minZoom, maxZoom, bounds } = fields;
  header.set([isClustered, Compression.Gzip, Compression.Gzip, TileType.Mvt, minZoom, maxZoom], 96);
  const { south, west, north, east } = bounds;
  [west, south, east, north].forEach((degrees, index) =>
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index),
  );
  header.writeUInt8(minZoom, 118);
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119);
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123);
  return header;
}
