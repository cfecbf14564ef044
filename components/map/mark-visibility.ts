import type { Map as LeafletMap, Point as Pixels } from 'leaflet';

const covers =
  '.map-buttons, .map-search, .map-question, .map-pan > div, .map-list-link, .map-cards, .leaflet-control-attribution, .leaflet-popup';

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Returns a function that says whether a mark is fully visible. If it is not, the map's edge, a button or a popup could
 * hide the mark's focus ring. Only the elements that may cover a mark are measured. They are measured only once,
 * because measuring makes the browser lay out the page.
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
