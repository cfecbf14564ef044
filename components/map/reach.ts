import type { Map as LeafletMap, Point as Pixels } from 'leaflet';

const covers = '.map-buttons, .map-search, .leaflet-control-attribution, .leaflet-popup';

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Says of a mark whether it is in sight whole: the focus would be lost on one that the map's edge cuts or a button or
 * popup covers. Moving the map brings it clear, and the pointer may have what is seen of it. What covers is measured
 * once, and marks not at all: the browser would have to lay them out.
 */
export function reachOf(map: LeafletMap): (middle: Pixels, size: number) => boolean {
  const frame = map.getContainer().getBoundingClientRect();
  const covering = [...map.getContainer().querySelectorAll(covers)].map((element) =>
    element.getBoundingClientRect(),
  );
  return (middle, size) => {
    const at = map.layerPointToContainerPoint(middle);
    const left = frame.left + at.x - size / 2;
    const top = frame.top + at.y - size / 2;
    const box = { left, top, right: left + size, bottom: top + size };
    return holds(frame, box) && !covering.some((other) => meet(other, box));
  };
}

function holds(outer: Edges, inner: Edges): boolean {
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
