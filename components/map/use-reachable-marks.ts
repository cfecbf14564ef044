'use client';

import { useEffect } from 'react';
import type { Map as LeafletMap } from 'leaflet';
import { useMap } from 'react-leaflet';

const covers = '.map-buttons, .map-search, .leaflet-control-attribution, .leaflet-popup';
const settled = 'moveend resize popupopen popupclose';

/**
 * Marks are stops of the keyboard and buttons to a screen reader while they are in sight whole. The focus would be lost
 * on one that the map's edge cuts or a button or popup covers: moving the map brings it clear, and the pointer may have
 * what is seen of it.
 */
export function useReachableMarks(features: readonly unknown[]): void {
  const map = useMap();
  useEffect(() => {
    let frame = 0;
    // A popup has its size, and a new mark its place, only once they are drawn.
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => sortMarks(map));
    };
    later();
    map.on(settled, later);
    return () => {
      cancelAnimationFrame(frame);
      map.off(settled, later);
    };
  }, [map, features]);
}

/** Reads every place before anything is changed: the browser lays the page out once. */
function sortMarks(map: LeafletMap): void {
  const frame = map.getContainer();
  const edge = frame.getBoundingClientRect();
  const covering = [...frame.querySelectorAll<HTMLElement>(covers)]
    // A popup that was closed fades out.
    .filter((element) => element.style.opacity !== '0')
    .map((element) => element.getBoundingClientRect());
  const marks = [...frame.querySelectorAll<HTMLElement>('.mark-box')].map((mark) => {
    const box = mark.getBoundingClientRect();
    return { mark, isReachable: holds(edge, box) && !covering.some((other) => meet(other, box)) };
  });
  for (const { mark, isReachable } of marks) {
    if (mark === document.activeElement) continue;
    mark.tabIndex = isReachable ? 0 : -1;
    mark.role = isReachable ? 'button' : null;
    mark.ariaHidden = isReachable ? null : 'true';
  }
}

function holds(outer: DOMRect, inner: DOMRect): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  );
}

function meet(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
