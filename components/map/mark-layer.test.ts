import type { Map as LeafletMap } from 'leaflet';
import { defaultNoun } from '@/lib/base/noun';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { MapFeature } from '@/lib/directory/directory';
import { createMarkLayer } from './mark-layer';

class FakeElement {
  ariaLabel = '';
  style = {};
  classes = new Set<string>();
  classList = {
    toggle: (name: string, isOn: boolean) => (isOn ? this.classes.add(name) : this.classes.delete(name)),
  };
  children: FakeElement[] = [];
  listeners = new Map<string, (event: unknown) => void>();
  append(...added: FakeElement[]) {
    this.children.push(...added);
  }
  addEventListener(type: string, listener: (event: unknown) => void) {
    this.listeners.set(type, listener);
  }
  getBoundingClientRect = () => ({ left: 0, top: 0, right: 900, bottom: 900 });
  querySelectorAll = () => [];
}

const pane = new FakeElement();
vi.mock('./mark-pane', () => ({
  createMarkPane: () => ({ element: pane, place: () => ({ x: 50, y: 50 }), remove: () => undefined }),
}));

beforeAll(() => {
  vi.stubGlobal('document', { createElement: () => new FakeElement() });
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterAll(() => vi.unstubAllGlobals());

const ada = {
  entryId: '1',
  slug: '1-ada',
  name: 'Ada Nguyen',
  place: 'Geelong VIC',
  latitude: -38.15,
  longitude: 144.36,
  isArea: false,
};
const twoOf = (pins: (typeof ada)[]): MapFeature => ({
  kind: 'cluster',
  count: 2,
  latitude: ada.latitude,
  longitude: ada.longitude,
  box: { south: -38.15, west: 144.36, north: -38.15, east: 144.36 },
  place: ada.place,
  pins,
});

it('a mark that stays in place opens its current content: other members, or a list that was a cluster', () => {
  const map = {
    on: () => undefined,
    getContainer: () => new FakeElement(),
    layerPointToContainerPoint: (at: unknown) => at,
  } as unknown as LeafletMap; // A mark layer uses only these properties of the map.
  const chosen: MapFeature[] = [];
  const layer = createMarkLayer(map, { noun: defaultNoun, choose: (feature) => chosen.push(feature) });
  const press = (target: unknown) =>
    pane.listeners.get('click')?.({ target, stopPropagation: () => undefined });
  const [cluster, list, others] = [
    twoOf([]),
    twoOf([ada, ada]),
    twoOf([ada, ada].map((pin) => ({ ...pin, entryId: '2', isArea: true }))),
  ];
  const labels: string[] = [];
  for (const feature of [cluster, list, others]) {
    layer.show([feature]);
    const [mark] = pane.children;
    labels.push(mark?.ariaLabel ?? '');
    press(mark);
  }
  expect(chosen).toEqual([cluster, list, others]);
  expect(pane.children).toHaveLength(1);
  expect(pane.children[0]?.classes).toContain('mark-area');
  expect(labels).toEqual([
    '2 members around Geelong VIC, zoom in',
    '2 members at one point in Geelong VIC, show them',
    '2 members at one point in Geelong VIC, show them',
  ]);
});
