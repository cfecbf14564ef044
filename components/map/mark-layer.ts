import type { Map as LeafletMap, Point as Pixels } from 'leaflet';
import type { MapFeature } from '@/lib/directory/directory';
import type { Point } from '@/lib/geo/point';
import { holdsAny, keyOf, placeOf } from './features';
import { markElement, markPixels, nameMark, setReachable } from './mark-element';
import { createMarkPane } from './mark-pane';
import { reachOf } from './reach';

/** The marks on a map. There may be a hundred: each is one element, without a component or Leaflet marker of its own. */
export interface MarkLayer {
  /** Draws these features and no others: what is drawn already keeps its element, and the focus on it. */
  show(features: MapFeature[]): void;
  /** Lifts the marks at these points. */
  raise(points: Point[]): void;
  remove(): void;
}

interface Mark {
  feature: MapFeature;
  element: HTMLElement;
  middle: Pixels;
}

// A phone makes and lays out so many between two frames.
const marksPerFrame = 24;
/** The keyboard goes down the map; and what is drawn in one frame lies in one strip of it, to be painted once. */
const fromNorth = (a: MapFeature, b: MapFeature) => placeOf(b).latitude - placeOf(a).latitude;

/** `choose` is told of a mark that was pressed, by a finger or by a key. */
export function createMarkLayer(map: LeafletMap, choose: (feature: MapFeature) => void): MarkLayer {
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
    const element = markElement(feature);
    element.classList.toggle('mark-raised', holdsAny(feature, raised));
    marks.set(keyOf(feature), placed(feature, element));
    return element;
  };
  const renew = (feature: MapFeature) => {
    const mark = marks.get(keyOf(feature));
    if (mark === undefined) return;
    mark.feature = feature;
    nameMark(mark.element, feature);
  };
  const draw = () => {
    const isInReach = reachOf(map);
    const added = waiting.splice(0, marksPerFrame).map(add);
    for (const { element, middle, feature } of marks.values())
      setReachable(element, isInReach(middle, markPixels(feature)));
    pane.element.append(...added);
    if (waiting.length > 0) drawLater();
  };
  // A popup has its size only once it is drawn.
  const drawLater = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  };
  const pane = createMarkPane(map, () => {
    for (const [key, { feature, element }] of marks) marks.set(key, placed(feature, element));
    drawLater();
  });
  const stopAnswering = answerPresses(pane.element, map, (element) => {
    for (const mark of marks.values()) if (mark.element === element) choose(mark.feature);
  });
  map.on(covering, drawLater);
  return {
    show(features) {
      const wanted = new Set(features.map(keyOf));
      for (const [key, { element }] of marks) {
        if (wanted.has(key)) continue;
        // A cluster that was zoomed into would take the focus with it, and leave it nowhere.
        if (element === document.activeElement) map.getContainer().focus({ preventScroll: true });
        element.remove();
        marks.delete(key);
      }
      for (const feature of features) renew(feature);
      waiting = features.filter((feature) => !marks.has(keyOf(feature))).sort(fromNorth);
      // The first ones are waited for: a phone that is still loading tiles may be long in coming to its next frame.
      if (marks.size === 0 && waiting.length > 0) draw();
      else drawLater();
    },
    raise(points) {
      raised = points;
      for (const { element, feature } of marks.values())
        element.classList.toggle('mark-raised', holdsAny(feature, points));
    },
    remove() {
      cancelAnimationFrame(frame);
      map.off(covering, drawLater);
      stopAnswering();
      pane.remove();
    },
  };
}

// What changes which marks are in sight whole, besides a move.
const covering = 'resize popupopen popupclose';

/** Returns how to stop it. */
function answerPresses(
  pane: HTMLElement,
  map: LeafletMap,
  press: (target: EventTarget | null) => void,
): () => void {
  // Who drags the map by a mark does not choose it.
  let isDrag = false;
  const drag = () => {
    isDrag = true;
  };
  map.on('dragstart', drag);
  pane.addEventListener('pointerdown', () => {
    isDrag = false;
  });
  pane.addEventListener('click', (event) => {
    // The map would take it as its own and close what it opens.
    event.stopPropagation();
    if (!isDrag) press(event.target);
  });
  // The map zooms in on two clicks.
  pane.addEventListener('dblclick', (event) => event.stopPropagation());
  pane.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    press(event.target);
  });
  return () => map.off('dragstart', drag);
}
