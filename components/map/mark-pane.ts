import { DomUtil, type Map as LeafletMap, type Point as Pixels, type ZoomAnimEvent } from 'leaflet';
import type { Point } from '@/lib/geo/point';
import { nearestTurn } from './view-box';

/** The element that contains all marks. During a zoom it is scaled with the tiles, so that no mark changes. */
export interface MarkPane {
  element: HTMLElement;
  /** The position of a point in the element, in pixels, on the copy of the earth in view. */
  place(point: Point): Pixels;
  remove(): void;
}

/**
 * Creates the element.
 * @param onPlaced called when the map is still again, perhaps at another zoom, and every point has a new position
 */
export function createMarkPane(map: LeafletMap, onPlaced: () => void): MarkPane {
  const element = document.createElement('div');
  // Leaflet's style sheet scales it from its corner, and animates it with the tiles.
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

/** The value of `getPixelOrigin` after a zoom. */
function originAt(map: LeafletMap, { center, zoom }: ZoomAnimEvent): Pixels {
  const paneAt = map.layerPointToContainerPoint([0, 0]);
  return map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(paneAt).round();
}
