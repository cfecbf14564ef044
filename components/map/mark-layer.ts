import type { Map as LeafletMap, Point as Pixels } from 'leaflet';
import type { MapFeature } from '@/lib/directory/directory';
import type { Point } from '@/lib/geo/point';
import type { Noun } from '@/lib/noun';
import { containsAny, keyOf, placeOf } from './features';
import { markElement, markPixels, nameMark, setReachable } from './mark-element';
import { createMarkPane } from './mark-pane';
import { visibilityOf } from './mark-visibility';

/** The marks on a map. There may be a hundred, so each is one element without a component or Leaflet marker. */
export interface MarkLayer {
  /** Draws exactly these features. A feature already drawn keeps its element and focus. */
  show(features: MapFeature[]): void;
  /** Raises the marks at these points. */
  raise(points: Point[]): void;
  remove(): void;
}

interface Mark {
  feature: MapFeature;
  element: HTMLElement;
  middle: Pixels;
}

// The number of marks a phone creates and lays out between two frames.
const marksPerFrame = 24;
/**
 * Keyboard order is from north to south. In this order, the marks that are drawn in one frame are also in one strip,
 * which is painted once.
 */
const fromNorth = (a: MapFeature, b: MapFeature) => placeOf(b).latitude - placeOf(a).latitude;

/** When a mark is pressed by pointer or key, `choose` is called with the feature of the mark. */
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
  // The size of a popup is not known before it is drawn.
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
        // When a cluster is zoomed into, its mark disappears and the focus would be lost.
        if (element === document.activeElement) map.getContainer().focus({ preventScroll: true });
        element.remove();
        marks.delete(key);
      }
      for (const feature of features) renew(feature);
      waiting = features.filter((feature) => !marks.has(keyOf(feature))).sort(fromNorth);
      // Draws the first marks immediately: on a phone that is loading tiles, the next frame may be late.
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

// Events besides movement that change which marks are fully visible.
const covering = 'resize popupopen popupclose';

/** Handles presses. Returns a function that stops this. */
function handlePresses(
  pane: HTMLElement,
  map: LeafletMap,
  press: (target: EventTarget | null) => void,
): () => void {
  // Dragging the map by a mark does not choose the mark.
  let isDrag = false;
  const drag = () => {
    isDrag = true;
  };
  map.on('dragstart', drag);
  pane.addEventListener('pointerdown', () => {
    isDrag = false;
  });
  pane.addEventListener('click', (event) => {
    // Otherwise the map would handle the press too, and close what the press opens.
    event.stopPropagation();
    if (!isDrag) press(event.target);
  });
  // A double click would zoom the map.
  pane.addEventListener('dblclick', (event) => event.stopPropagation());
  pane.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    press(event.target);
  });
  return () => map.off('dragstart', drag);
}
