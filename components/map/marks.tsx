'use client';

import type { Popup as LeafletPopup } from 'leaflet';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Popup, useMap } from 'react-leaflet';
import type { Pin } from '@/lib/directory/model/pins';
import type { MapFeature } from '@/lib/directory/directory';
import type { Point } from '@/lib/map/geo/point';
import { useSearchControls } from '../directory/search-controls';
import { countsOf, findNearestPin, pinsOf, placeOf } from './features';
import { clearOfButtons, toBounds } from './fit-view';
import { phone } from '../directory/phone-width';
import { createMarkLayer, type MarkLayer } from './mark-layer';
import { pinsFrom } from './near-pins';
import { PinList } from './pin-list';
import { nearestTurn } from './view-box';
import { whenStill } from './when-still';

// Widths in pixels. A popup is never wider than `widestPopup`. On a phone, it leaves `besidePopup` pixels of the map's
// width free. The buttons, the popup's edges and the map's edges need this room.
const widestPopup = 280;
const besidePopup = 140;

interface MarksProps {
  query: string;
  features: MapFeature[] | undefined;
  raised: Point[];
  onChoose: (entryId: string) => void;
  opens: string | null;
  /** Called with the pins for the cards that a phone shows instead of a popup. null: the cards close. */
  onCards: (cards: Pin[] | null) => void;
}

interface Opened {
  pins: Pin[];
  counts: ReturnType<typeof countsOf>;
  /**
   * This array stays the same while the popup is open: with a new array, react-leaflet closes and reopens the popup.
   */
  position: [latitude: number, longitude: number];
}

export function Marks({ query, features, raised, onChoose, opens, onCards }: MarksProps) {
  const map = useMap();
  const { noun } = useSearchControls();
  const layer = useRef<MarkLayer>(null);
  const popup = useRef<LeafletPopup>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = useMemo(() => ({ remove: () => setOpened(null) }), []);
  // The open popup and the cards belong to the previous search.
  const reset = useEffectEvent(() => {
    setOpened(null);
    onCards(null);
  });
  useEffect(reset, [query]);
  // With `only`, the popup shows this pin without the others of the feature, and the cards begin with it.
  const choose = useEffectEvent((feature: MapFeature, only?: Pin) => {
    const isFirst = (pin: Pin) => Number(pin === only);
    const pins = only === undefined ? pinsOf(feature) : [only];
    if (feature.kind === 'cluster' && pins.length === 0) {
      map.closePopup();
      whenStill(map, () => map.fitBounds(toBounds(feature.box), clearOfButtons));
      return;
    }
    if (pins[0] !== undefined) onChoose(pins[0].entryId);
    if (window.matchMedia(phone).matches)
      return onCards(pinsFrom(feature, features ?? []).sort((a, b) => isFirst(b) - isFirst(a)));
    const { latitude, longitude } = placeOf(feature);
    setOpened({
      pins,
      counts: only === undefined ? countsOf(feature) : { count: 1, unlisted: 0 },
      position: [latitude, nearestTurn(longitude, map.getCenter().lng)],
    });
  });
  useEffect(() => {
    layer.current = createMarkLayer(map, { noun, choose });
    return () => layer.current?.remove();
  }, [map, noun]);
  useEffect(() => layer.current?.show(features ?? []), [features]);
  useEffect(() => layer.current?.raise(raised), [raised]);
  const isOpening = useRef(opens !== null);
  useEffect(() => {
    if (!isOpening.current || features === undefined) return;
    isOpening.current = false;
    const { lat: latitude, lng: longitude } = map.getCenter();
    const found = findNearestPin(features, opens ?? '', { latitude, longitude });
    if (found !== null) choose(found.feature, found.pin);
  }, [map, features, opens]);
  if (opened === null) return null;
  return (
    <Popup
      ref={popup}
      key={opened.position.join(' ')}
      position={opened.position}
      maxWidth={Math.min(widestPopup, map.getSize().x - besidePopup)}
      autoPanPaddingTopLeft={clearOfButtons.paddingTopLeft}
      autoPanPaddingBottomRight={clearOfButtons.paddingBottomRight}
      eventHandlers={close}
    >
      <PinList pins={opened.pins} {...opened.counts} onGrow={() => popup.current?.update()} />
    </Popup>
  );
}
