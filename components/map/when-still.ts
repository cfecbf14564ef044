import type { Map as LeafletMap } from 'leaflet';

/** Moves the map, behind a zoom that is under way: whatever comes during one is passed over by Leaflet. */
export function whenStill(map: LeafletMap, move: () => void): void {
  const isZooming = map.getPane('mapPane')?.classList.contains('leaflet-zoom-anim') === true;
  if (isZooming) map.once('moveend', () => whenStill(map, move));
  else move();
}
