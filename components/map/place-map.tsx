'use client';

import 'leaflet/dist/leaflet.css';
import { divIcon } from 'leaflet';
import { useCallback, useEffect } from 'react';
import { MapContainer, Marker, useMap } from 'react-leaflet';
import type { MapBackground } from '@/lib/geo/map-background';
import { BaseMap } from './base-map';
import './map.css';
import type { MapPoint } from './place-still';
import type { PlaceView } from './place-view';

export interface PlaceMapProps {
  view: PlaceView;
  points: readonly MapPoint[];
  background: MapBackground | null;
  label: string;
}

const icons = {
  pin: divIcon({ className: '', html: '<div class="mark mark-pin"></div>', iconSize: [0, 0] }),
  area: divIcon({ className: '', html: '<div class="mark mark-pin mark-area"></div>', iconSize: [0, 0] }),
};

/** A small map that does not move, so that it never takes a scroll or a key. The links beside it open the large map. */
export function PlaceMap({ view: { center, zoom }, points, background, label }: PlaceMapProps) {
  const ignoreFailure = useCallback(() => undefined, []);
  return (
    <MapContainer
      className="member-map"
      center={[center.latitude, center.longitude]}
      zoom={zoom}
      zoomControl={false}
      dragging={false}
      keyboard={false}
      scrollWheelZoom={false}
      doubleClickZoom={false}
      boxZoom={false}
      touchZoom={false}
      zoomAnimation={false}
      fadeAnimation={false}
    >
      <Frame label={label} />
      <BaseMap background={background} onFailure={ignoreFailure} />
      {points.map((point, index) => (
        <Marker
          key={index}
          position={[point.latitude, point.longitude]}
          icon={point.isArea ? icons.area : icons.pin}
          interactive={false}
          keyboard={false}
        />
      ))}
    </MapContainer>
  );
}

function Frame({ label }: { label: string }) {
  const map = useMap();
  useEffect(() => {
    const frame = map.getContainer();
    frame.setAttribute('role', 'group');
    frame.setAttribute('aria-label', label);
    map.attributionControl.setPrefix('<a href="https://leafletjs.com">Leaflet</a>');
  }, [map, label]);
  return null;
}
