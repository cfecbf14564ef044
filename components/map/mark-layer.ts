import type { Map as LeafletMap, Point as Pixels } from 'leaflet';
import type { MapFeature } from '@/lib/directory/directory';
import type { Point } from '@/lib/geo/point';
import type { Noun } from '@/lib/noun';
import { containsAny, keyOf, placeOf } from './features';
import { markElement, markPixels, nameMark, setReachable } from './mark-element';
import { createMarkPane } from './mark-pane';
import { visibilityOf } from './mark-visibility';

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
