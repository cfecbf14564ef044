import type { Map as LeafletMap, Point as Pixels } from 'leaflet';
import type { MapFeature } from '@/lib/directory/directory';
import type { Point } from '@/lib/map/geo/point';
import { formatNumber } from '@/lib/messages/locale';
import type { Noun } from '@/lib/base/noun';
import { containsAny, keyOf, placeOf, isArea, nameOf } from './features';
import { createMarkPane } from './mark-pane';

/**
 * The marks on a map. There may be a hundred, so each mark is one element without a React component or Leaflet marker.
 */
export interface MarkLayer {
  /** Draws exactly these features. A feature that is already drawn keeps its element and the focus. */
  show(features: MapFeature[]): void;
  raise(points: Point[]): void;
  remove(): void;
}

interface Mark {
  feature: MapFeature;
  element: HTMLElement;
  middle: Pixels;
}

// A phone can create and lay out this number of marks between two frames.
const marksPerFrame = 24;
/**
 * Sorts from north to south. The Tab key goes through the marks in the same order. Each frame adds the next
 * `marksPerFrame` marks, and these marks are in one strip of the map. So the browser paints only that strip, and paints
 * it once.
 */
const fromNorth = (a: MapFeature, b: MapFeature) => placeOf(b).latitude - placeOf(a).latitude;

export function createMarkLayer(
  map: LeafletMap,
  { noun, choose }: { noun: Noun; choose: (feature: MapFeature) => void },
): MarkLayer {
  const marks = new Map<string, Mark>();
  let waiting: MapFeature[] = [];
  let raised: Point[] = [];
  let frame = 0;

  const placed = (feature: MapFeature, element: HTMLElement): Mark => {
    const middle = pane.place(placeOf(feature));
    element.style.translate = `${middle.x}px ${middle.y}px`;
    return { feature, element, middle };
  };
  const add = (feature: MapFeature) => {
    const element = markElement(feature, noun);
    element.classList.toggle('mark-raised', containsAny(feature, raised));
    marks.set(keyOf(feature), placed(feature, element));
    return element;
  };
  const renew = (feature: MapFeature) => {
    const mark = marks.get(keyOf(feature));
    if (mark === undefined) return;
    mark.feature = feature;
    nameMark(mark.element, feature, noun);
  };
  const draw = () => {
    const isFullyVisible = visibilityOf(map);
    const added = waiting.splice(0, marksPerFrame).map(add);
    for (const { element, middle, feature } of marks.values())
      setReachable(element, isFullyVisible(middle, markPixels(feature)));
    pane.element.append(...added);
    if (waiting.length > 0) drawLater();
  };
  // Waits for the next frame, because the size of a popup is not known before the popup is drawn.
  const drawLater = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  };
  const pane = createMarkPane(map, () => {
    for (const [key, { feature, element }] of marks) marks.set(key, placed(feature, element));
    drawLater();
  });
  const stopHandling = handlePresses(pane.element, map, (element) => {
    for (const mark of marks.values()) if (mark.element === element) choose(mark.feature);
  });
  map.on(covering, drawLater);
  return {
    show(features) {
      const shownKeys = new Set(features.map(keyOf));
      for (const [key, { element }] of marks) {
        if (shownKeys.has(key)) continue;
        // When a visitor zooms into a cluster, its mark disappears. The map gets the focus, which would otherwise be
        // lost.
        if (element === document.activeElement) map.getContainer().focus({ preventScroll: true });
        element.remove();
        marks.delete(key);
      }
      for (const feature of features) renew(feature);
      waiting = features.filter((feature) => !marks.has(keyOf(feature))).sort(fromNorth);
      // The first marks are drawn immediately: on a phone that is loading tiles, the next frame may be late.
      if (marks.size === 0 && waiting.length > 0) draw();
      else drawLater();
    },
    raise(points) {
      raised = points;
      for (const { element, feature } of marks.values())
        element.classList.toggle('mark-raised', containsAny(feature, points));
    },
    remove() {
      cancelAnimationFrame(frame);
      map.off(covering, drawLater);
      stopHandling();
      pane.remove();
    },
  };
}

// After each of these Leaflet events, other marks may be fully visible. Movement of the map has the same effect, and
// `createMarkPane` handles it.
const covering = 'resize popupopen popupclose';

function handlePresses(
  pane: HTMLElement,
  map: LeafletMap,
  press: (target: EventTarget | null) => void,
): () => void {
  let isDrag = false;
  const drag = () => {
    isDrag = true;
  };
  map.on('dragstart', drag);
  pane.addEventListener('pointerdown', () => {
    isDrag = false;
  });
  pane.addEventListener('click', (event) => {
    // The click must not reach the map. The map would close the popup that the mark opens.
    event.stopPropagation();
    if (!isDrag) press(event.target);
  });
  // Otherwise a double click on a mark would zoom the map.
  pane.addEventListener('dblclick', (event) => event.stopPropagation());
  pane.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    press(event.target);
  });
  return () => map.off('dragstart', drag);
}

/**
 * Creates a mark as one single element, because there may be a hundred marks. Until `setReachable` is called, only a
 * pointer can reach the mark.
 */
function markElement(feature: MapFeature, noun: Noun): HTMLElement {
  const mark = document.createElement('div');
  mark.className = `mark mark-${feature.kind}`;
  mark.ariaHidden = 'true';
  if (feature.kind === 'cluster') {
    const text = formatNumber(feature.count);
    mark.textContent = text;
    // Five and six characters, such as "5,362" and "12,345", need smaller letters.
    mark.classList.toggle('mark-long', text.length > 4);
    mark.classList.toggle('mark-longest', text.length > 5);
  }
  nameMark(mark, feature, noun);
  return mark;
}

/**
 * Updates the style and the name of a mark. The position and the number of members stay the same. The mark may now
 * stand for other members, or open as a list.
 */
function nameMark(mark: HTMLElement, feature: MapFeature, noun: Noun): void {
  mark.classList.toggle('mark-area', isArea(feature));
  mark.ariaLabel = nameOf(feature, noun);
}

/** The width and height of a mark in pixels, as in map.css. WCAG 2.5.8 requires at least 24 for touch. */
function markPixels(feature: MapFeature): number {
  return feature.kind === 'pin' ? 26 : 40;
}

function setReachable(mark: HTMLElement, isReachable: boolean): void {
  if (mark === document.activeElement || (mark.ariaHidden === null) === isReachable) return;
  mark.tabIndex = isReachable ? 0 : -1;
  mark.role = isReachable ? 'button' : null;
  mark.ariaHidden = isReachable ? null : 'true';
}

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
function visibilityOf(map: LeafletMap): (middle: Pixels, size: number) => boolean {
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
