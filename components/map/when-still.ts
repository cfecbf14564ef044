import type { Map as LeafletMap } from 'leaflet';

/** If a zoom is running, waits for its end before the map moves, because Leaflet ignores movements during a zoom. */
export function whenStill(map: LeafletMap, move: () => void): void {
  const isZooming = map.getPane('mapPane')?.classList.contains('leaflet-zoom-anim') === true;
  if (isZooming) map.once('moveend', () => whenStill(map, move));
  else move();
}
