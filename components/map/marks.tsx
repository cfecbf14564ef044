'use client';

import { latLngBounds, type LeafletKeyboardEvent, type Marker as LeafletMarker } from 'leaflet';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Marker, Popup, useMap } from 'react-leaflet';
import type { MapFeature, Pin } from '@/lib/directory/directory';
import type { Point } from '@/lib/geo/point';
import { holdsAny, keyOf, pinsOf, placeOf } from './features';
import { markIcon } from './mark-icon';
import { PinList } from './pin-list';
import { useReachableMarks } from './use-reachable-marks';

interface MarksProps {
  /** The search that the features answer. */
  query: string;
  features: MapFeature[];
  /** Where the member is whose card is pointed at. */
  raised: Point[];
  onChoose: (entryId: string) => void;
}

interface Opened extends Point {
  pins: Pin[];
}

/** The features of the view. Choosing a cluster zooms in, choosing anything else opens its members. */
export function Marks({ query, features, raised, onChoose }: MarksProps) {
  const map = useMap();
  useReachableMarks(features);
  const [opened, setOpened] = useState<Opened | null>(null);
  // What was opened belongs to the search before.
  useEffect(() => setOpened(null), [query]);
  const choose = (feature: MapFeature) => {
    const pins = pinsOf(feature);
    if (feature.kind === 'cluster' && pins.length === 0) {
      const { south, west, north, east } = feature.box;
      const bounds = latLngBounds([south, west], [north, west > east ? east + 360 : east]);
      map.fitBounds(bounds, { padding: [40, 40] });
      return;
    }
    setOpened({ ...placeOf(feature), pins });
    if (pins[0] !== undefined) onChoose(pins[0].entryId);
  };
  return (
    <>
      {features.map((feature) => (
        <Mark key={keyOf(feature)} feature={feature} isRaised={holdsAny(feature, raised)} onChoose={choose} />
      ))}
      {opened !== null && (
        <Popup
          key={`${opened.latitude} ${opened.longitude}`}
          position={[opened.latitude, nearestTurn(opened.longitude, map.getCenter().lng)]}
          maxWidth={280}
          autoPanPadding={[24, 24]}
          eventHandlers={{ remove: () => setOpened(null) }}
        >
          <PinList pins={opened.pins} />
        </Popup>
      )}
    </>
  );
}

interface MarkProps {
  feature: MapFeature;
  isRaised: boolean;
  onChoose: (feature: MapFeature) => void;
}

function Mark({ feature, isRaised, onChoose }: MarkProps) {
  const map = useMap();
  const marker = useRef<LeafletMarker>(null);
  // A new answer of the server's is a new object: what is drawn is the same as long as its key is.
  const key = keyOf(feature);
  const drawn = useRef({ key, feature });
  if (drawn.current.key !== key) drawn.current = { key, feature };
  const shown = drawn.current.feature;
  const icon = useMemo(() => markIcon(shown), [shown]);
  const position = useMemo<[number, number]>(() => {
    const { latitude, longitude } = placeOf(shown);
    return [latitude, nearestTurn(longitude, map.getCenter().lng)];
  }, [shown, map]);
  useEffect(() => {
    marker.current?.getElement()?.classList.toggle('mark-raised', isRaised);
    marker.current?.setZIndexOffset(isRaised ? 1000 : 0);
  }, [isRaised]);
  const onKeyDown = ({ originalEvent }: LeafletKeyboardEvent) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return;
    originalEvent.preventDefault();
    onChoose(shown);
  };
  return (
    <Marker
      ref={marker}
      position={position}
      icon={icon}
      // Only marks in sight whole can be reached: the map need not jump to them.
      autoPanOnFocus={false}
      // Leaflet makes a marker a button to screen readers, but answers Enter only for popups of its own.
      eventHandlers={{ click: () => onChoose(shown), keydown: onKeyDown }}
    />
  );
}

/** The longitude on the copy of the earth that the map shows: across the 180th meridian -179 is 181. */
function nearestTurn(longitude: number, centre: number): number {
  return longitude + 360 * Math.round((centre - longitude) / 360);
}
