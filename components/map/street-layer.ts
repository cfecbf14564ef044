import { latLngBounds, type Layer, type Map as LeafletMap } from 'leaflet';
import type { PMTiles } from 'pmtiles';
import { leafletLayer } from 'protomaps-leaflet';
import type { MapThemeName } from '@/lib/map/geo/map-theme';
import { streetsAttribution, streetsFromZoom, type StreetMap } from '@/lib/map/geo/street-map';
import { streetLabelRules, streetPaintRules } from './street-rules';
import { streetTheme } from './street-theme';

export { hasStreetsAt, openStreetArchive } from './street-archive';

// Some phones have 3 × 3 pixels for each CSS pixel. With at most 2 × 2, they paint fewer than half as many pixels.
const maxPixels = 2;

interface StreetLayerOptions {
  archive: PMTiles;
  streets: StreetMap;
  themeName: MapThemeName;
  /** The language of the page, such as `en`. */
  language: string;
}

/** Adds the streets as a layer above the base map. The layer is transparent where the archive has no tile. */
export function addStreetLayer(
  map: LeafletMap,
  { archive, streets, themeName, language }: StreetLayerOptions,
): Layer {
  const { bounds, maxDataZoom } = streets;
  const theme = streetTheme(themeName);
  const layer = leafletLayer({
    url: archive,
    bounds: latLngBounds([bounds.south, bounds.west], [bounds.north, bounds.east]),
    attribution: streetsAttribution,
    minZoom: streetsFromZoom,
    maxZoom: 18,
    maxDataZoom,
    zIndex: 2,
    paintRules: streetPaintRules(theme),
    labelRules: streetLabelRules(theme, language),
    lang: language,
    devicePixelRatio: Math.min(maxPixels, window.devicePixelRatio),
    updateWhenZooming: false,
  });
  return layer.addTo(map);
}
