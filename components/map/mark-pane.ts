import { DomUtil, type Map as LeafletMap, type Point as Pixels, type ZoomAnimEvent } from 'leaflet';
import type { Point } from '@/lib/geo/point';
import { nearestTurn } from './view-box';

/** The one element that holds all marks: while a zoom lasts it is scaled with the tiles, and no mark is touched. */
export interface MarkPane {
  element: HTMLElement;
  /** Where in the element a point of the earth is, on the copy of the earth that is in view. Pixels. */
  place(point: Point): Pixels;
  remove(): void;
}

/** `onPlaced`: the map stands again, perhaps in another zoom: every point has a new place. */
export function createMarkPane(map: LeafletMap, onPlaced: () => void): MarkPane {
  const element = document.createElement('div');
  // Leaflet's style sheet turns it about its corner, and animates it when the tiles are.
  element.className = 'marks leaflet-zoom-animated';
  map.getPane('markerPane')?.append(element);
  let [zoom, origin] = [map.getZoom(), map.getPixelOrigin()];

  const scaleTo = (newZoom: number, newOrigin: Pixels) => {
    const scale = map.getZoomScale(newZoom, zoom);
    DomUtil.setTransform(element, origin.multiplyBy(scale).subtract(newOrigin), scale);
  };
  const stand = () => {
    [zoom, origin] = [map.getZoom(), map.getPixelOrigin()];
    scaleTo(zoom, origin);
    onPlaced();
  };
  const events = {
    zoom: () => scaleTo(map.getZoom(), map.getPixelOrigin()),
    zoomanim: (to: ZoomAnimEvent) => scaleTo(to.zoom, originAt(map, to)),
    moveend: stand,
    viewreset: stand,
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

/** What `getPixelOrigin` will be when a zoom is over. */
function originAt(map: LeafletMap, { center, zoom }: ZoomAnimEvent): Pixels {
  const paneAt = map.layerPointToContainerPoint([0, 0]);
  return map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(paneAt).round();
}
