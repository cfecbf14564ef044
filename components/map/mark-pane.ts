import { DomUtil, type Map as LeafletMap, type Point as Pixels, type ZoomAnimEvent } from 'leaflet';
import type { Point } from '@/lib/map/geo/point';
import { nearestTurn } from './view-box';

/**
 * The element that contains all marks. During a zoom, only this element is scaled, together with the tiles. The
 * elements of the marks do not change.
 */
export interface MarkPane {
  element: HTMLElement;
  /**
   * Returns the position of a point in pixels, relative to the element. The map repeats the earth from west to east, so
   * the point is on the copy that is in view.
   */
  place(point: Point): Pixels;
  remove(): void;
}

/** @param onPlaced called after each movement or zoom, because every point then has a new position */
export function createMarkPane(map: LeafletMap, onPlaced: () => void): MarkPane {
  const element = document.createElement('div');
  // With the class `leaflet-zoom-animated`, Leaflet's style sheet scales the element from its corner and animates it
  // with the tiles.
  element.className = 'marks leaflet-zoom-animated';
  map.getPane('markerPane')?.append(element);
  let [zoom, origin] = [map.getZoom(), map.getPixelOrigin()];

  const scaleTo = (newZoom: number, newOrigin: Pixels) => {
    const scale = map.getZoomScale(newZoom, zoom);
    DomUtil.setTransform(element, origin.multiplyBy(scale).subtract(newOrigin), scale);
  };
  const settle = () => {
    [zoom, origin] = [map.getZoom(), map.getPixelOrigin()];
    scaleTo(zoom, origin);
    onPlaced();
  };
  const events = {
    zoom: () => scaleTo(map.getZoom(), map.getPixelOrigin()),
    zoomanim: (to: ZoomAnimEvent) => scaleTo(to.zoom, originAt(map, to)),
    moveend: settle,
    viewreset: settle,
  };
  map.on(events);
  return {
    element,
    place: ({ latitude, longitude }) => {
      const lng = nearestTurn(longitude, map.getCenter().lng);
      return map.project([latitude, lng], zoom).subtract(origin).round();
    },
    remove() {
      map.off(events);
      element.remove();
    },
  };
}

/** Returns the value that `getPixelOrigin` will have after the zoom. */
function originAt(map: LeafletMap, { center, zoom }: ZoomAnimEvent): Pixels {
  const paneAt = map.layerPointToContainerPoint([0, 0]);
  return map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(paneAt).round();
}
