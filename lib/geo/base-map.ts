import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import GeoJsonVt from 'geojson-vt';
import { openParts, type Line } from './map-edges';
import type { Label } from './labels';

/** Closest zoom that has tiles of its own; Leaflet enlarges them from there. */
export const maxTileZoom = 14;

/** Tenths of a pixel of a tile 256 pixels wide: whole numbers are shorter than decimals. */
export const tileExtent = 2560;

type LayerName = 'land' | 'coast' | 'countries' | 'states' | 'lakes' | 'rivers';

/** The shapes cut into tiles on demand, and the placed labels. */
export interface BaseMap {
  layers: Record<LayerName, GeoJsonVt>;
  labels: Label[];
}

type MapFile = Record<Exclude<LayerName, 'coast'>, GeoJSON.Feature | GeoJSON.FeatureCollection> & {
  labels: Label[];
};

let loaded: BaseMap | null = null;

/** The base map; the first call reads and cuts it (about half a second), later ones return the same. */
export function loadBaseMap(): BaseMap {
  loaded ??= readBaseMap();
  return loaded;
}

function readBaseMap(): BaseMap {
  const file = readFileSync(fileURLToPath(new URL('./data/base-map.json.gz', import.meta.url)));
  const { labels, ...shapes } = JSON.parse(gunzipSync(file).toString()) as MapFile; // our own build's shape, held by its test
  const cut = (shape: GeoJSON.GeoJSON) =>
    new GeoJsonVt(shape, { maxZoom: maxTileZoom, extent: tileExtent, tolerance: 4, buffer: 60 });
  const layers = {
    land: cut(shapes.land),
    coast: cut(coastOf(shapes.land)),
    countries: cut(shapes.countries),
    states: cut(shapes.states),
    lakes: cut(shapes.lakes),
    rivers: cut(shapes.rivers),
  };
  return { layers, labels };
}

/** The land's outline as lines of its own: the polygons also have edges where the map ends and not the land. */
function coastOf(land: MapFile['land']): GeoJSON.Feature {
  const features = land.type === 'FeatureCollection' ? land.features : [land];
  const rings = features.flatMap(({ geometry }) => {
    if (geometry.type === 'MultiPolygon') return geometry.coordinates.flat();
    return geometry.type === 'Polygon' ? geometry.coordinates : [];
  });
  const coordinates = rings.flatMap((ring) => openParts(ring as Line));
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates } };
}
