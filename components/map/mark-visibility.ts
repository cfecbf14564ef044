import type { Map as LeafletMap, Point as Pixels } from 'leaflet';

const covers =
  '.map-buttons, .map-search, .map-list-link, .map-cards, .leaflet-control-attribution, .leaflet-popup';

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Whether a mark is fully visible. If it is not, its focus ring could be cut off by the map's edge or covered by a
 * button or popup. Moving the map uncovers the mark, and a pointer can use the visible part. Elements that may cover a
 * mark are measured once, and marks are never measured, because measuring forces a layout.
 */
export function visibilityOf(map: LeafletMap): (middle: Pixels, size: number) => boolean {
  const frame = map.getContainer().getBoundingClientRect();
  // Cards and links that may cover a mark are siblings of the map's own element.
  const parent = map.getContainer().parentElement ?? map.getContainer();
  const covering = [...parent.querySelectorAll(covers)].map((element) => element.getBoundingClientRect());
  return (middle, size) => {
    const at = map.layerPointToContainerPoint(middle);
    const left = frame.left + at.x - size / 2;
    const top = frame.top + at.y - size / 2;
    const box = { left, top, right: left + size, bottom: top + size };
    return contains(frame, box) && !covering.some((other) => meet(other, box));
  };
}

function contains(outer: Edges, inner: Edges): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  );
}

function meet(a: Edges, b: Edges): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
