'use client';

import { latLngBounds, type LeafletKeyboardEvent, type Marker as LeafletMarker } from 'leaflet';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Marker, Popup, useMap, useMapEvents } from 'react-leaflet';
import type { Pin } from '@/lib/directory/directory';
import { clusterPins, type Feature } from './clusters';
import { markIcon } from './mark-icon';
import { PinList } from './pin-list';

interface MarksProps {
  pins: Pin[];
  raised: string | null;
  onChoose: (entryId: string) => void;
}

/** The features in view. Choosing a cluster zooms in, choosing anything else opens its members. */
export function Marks({ pins, raised, onChoose }: MarksProps) {
  const map = useMap();
  const [view, setView] = useState(() => ({ zoom: map.getZoom(), bounds: map.getBounds() }));
  const update = () => setView({ zoom: map.getZoom(), bounds: map.getBounds() });
  useMapEvents({ moveend: update, zoomend: update });
  const [open, setOpen] = useState<Feature | null>(null);
  const isDeepest = view.zoom >= map.getMaxZoom();
  const features = useMemo(() => clusterPins(pins, view.zoom, isDeepest), [pins, view.zoom, isDeepest]);
  useEffect(() => setOpen(null), [pins]);

  const shown = view.bounds.pad(0.2);
  const choose = (feature: Feature) => {
    if (feature.kind === 'cluster') {
      const bounds = latLngBounds(feature.pins.map((pin) => [pin.latitude, pin.longitude]));
      map.fitBounds(bounds, {
        padding: [40, 40],
        maxZoom: Math.max(view.zoom + 2, map.getBoundsZoom(bounds)),
      });
      return;
    }
    setOpen(feature);
    if (feature.pins[0] !== undefined) onChoose(feature.pins[0].entryId);
  };
  return (
    <>
      {features
        .filter((feature) => shown.contains([feature.latitude, feature.longitude]))
        .map((feature) => (
          <Mark
            key={`${feature.key} ${feature.pins.length}`}
            feature={feature}
            isRaised={raised !== null && feature.pins.some((pin) => pin.entryId === raised)}
            onChoose={choose}
          />
        ))}
      {open !== null && (
        <Popup
          position={[open.latitude, open.longitude]}
          maxWidth={280}
          autoPanPadding={[24, 24]}
          eventHandlers={{ remove: () => setOpen(null) }}
        >
          <PinList pins={open.pins} />
        </Popup>
      )}
    </>
  );
}

function Mark({
  feature,
  isRaised,
  onChoose,
}: {
  feature: Feature;
  isRaised: boolean;
  onChoose: (feature: Feature) => void;
}) {
  const marker = useRef<LeafletMarker>(null);
  const icon = useMemo(() => markIcon(feature), [feature]);
  const position = useMemo<[number, number]>(() => [feature.latitude, feature.longitude], [feature]);
  useEffect(() => {
    marker.current?.getElement()?.classList.toggle('mark-raised', isRaised);
    marker.current?.setZIndexOffset(isRaised ? 1000 : 0);
  }, [isRaised]);
  const onKeyDown = ({ originalEvent }: LeafletKeyboardEvent) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return;
    originalEvent.preventDefault();
    onChoose(feature);
  };
  return (
    <Marker
      ref={marker}
      position={position}
      icon={icon}
      // Leaflet makes a marker a button to screen readers, but answers Enter only for popups of its own.
      eventHandlers={{ click: () => onChoose(feature), keydown: onKeyDown }}
    />
  );
}
