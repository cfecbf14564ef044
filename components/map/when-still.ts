import type { Map as LeafletMap } from 'leaflet';

/** Moves the map once a running zoom has ended: Leaflet ignores movements during one. */
export function whenStill(map: LeafletMap, move: () => void): void {
  const isZooming = map.getPane('mapPane')?.classList.contains('leaflet-zoom-anim') === true;
  if (isZooming) map.once('moveend', () => whenStill(map, move));
  else move();
}
