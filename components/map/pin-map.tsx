'use client';

import 'leaflet/dist/leaflet.css';
import { divIcon, point as pixels, type LeafletKeyboardEvent, type LeafletMouseEvent } from 'leaflet';
import { useCallback, useEffect, useState } from 'react';
import { MapContainer, Marker, useMap, useMapEvents } from 'react-leaflet';
import { lookUp } from '@/lib/base/look-up';
import type { Point } from '@/lib/map/geo/point';
import { mapText } from '@/lib/messages/map';
import type { MapBackground } from '@/lib/map/geo/map-background';
import { locationText } from '@/lib/messages/office-location';
import { BaseMap } from './base-map';
import { MoveButtons } from './map-buttons';
import './map.css';
import './pin-map.css';
import { TouchGestures } from './touch-gestures';
import { useFrame } from './use-frame';

export interface PinMapProps {
  point: Point | null;
  onMove: (point: Point) => void;
  background: MapBackground | null;
}

const closeZoom = 14;
const somewhere = { center: [20, 0], zoom: 1 } satisfies { center: [number, number]; zoom: number };

const icon = divIcon({
  className: '',
  html: '<div class="drag-pin"></div>',
  iconSize: [32, 32],
  iconAnchor: [16, 36],
});

/** Pixels of the map. With Shift, the pin moves by one. */
const step = 10;
const steps: Readonly<Record<string, [x: number, y: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** A map with one pin to drag. A click or the arrow keys move the pin too, for people who cannot drag (WCAG 2.5.7). */
export function PinMap({ point, onMove, background }: PinMapProps) {
  const [haveTilesFailed, setHaveTilesFailed] = useState(false);
  const reportTilesFailed = useCallback(() => setHaveTilesFailed(true), []);
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const first = point === null ? somewhere : { center: toLatLng(point), zoom: closeZoom };
  return (
    <>
      <MapContainer
        className="member-map"
        {...first}
        minZoom={1}
        maxZoom={18}
        zoomControl={false}
        scrollWheelZoom={false}
        worldCopyJump
        zoomAnimation={!isStill}
        inertia={!isStill}
        fadeAnimation={false}
      >
        <Frame />
        <TouchGestures isFull={false} />
        <div className="map-buttons">
          <MoveButtons />
        </div>
        <BaseMap background={background} onFailure={reportTilesFailed} />
        <ClickToMove onMove={onMove} />
        {point !== null && <Pin point={point} onMove={onMove} />}
      </MapContainer>
      <div role="status" className="map-notice">
        {haveTilesFailed && <p>{mapText.tilesFailed}</p>}
      </div>
    </>
  );
}

function Pin({ point, onMove }: Pick<PinMapProps, 'onMove'> & { point: Point }) {
  const map = useMap();
  const { latitude, longitude } = point;
  const moveByKey = ({ originalEvent: event }: LeafletKeyboardEvent) => {
    const direction = lookUp(steps, event.key);
    if (direction === undefined) return;
    // Otherwise the same key moves the map, and scrolls the page.
    event.preventDefault();
    event.stopPropagation();
    const by = pixels(direction).multiplyBy(event.shiftKey ? 1 : step);
    const moved = map.project([latitude, longitude]).add(by);
    onMove(toPoint(map.unproject(moved).wrap()));
  };
  useEffect(() => {
    if (!map.getBounds().contains([latitude, longitude]))
      map.setView([latitude, longitude], Math.max(map.getZoom(), closeZoom), { animate: false });
  }, [map, latitude, longitude]);
  return (
    <Marker
      position={[latitude, longitude]}
      icon={icon}
      draggable
      alt={locationText.pin}
      title={locationText.pin}
      eventHandlers={{
        dragend: ({ target }: { target: { getLatLng: () => { wrap: () => LatLng } } }) =>
          onMove(toPoint(target.getLatLng().wrap())),
        keydown: moveByKey,
      }}
    />
  );
}

function ClickToMove({ onMove }: Pick<PinMapProps, 'onMove'>) {
  useMapEvents({ click: ({ latlng }: LeafletMouseEvent) => onMove(toPoint(latlng.wrap())) });
  return null;
}

function Frame() {
  useFrame(locationText.map);
  return null;
}

interface LatLng {
  lat: number;
  lng: number;
}

function toPoint({ lat, lng }: LatLng): Point {
  return { latitude: lat, longitude: lng };
}

function toLatLng({ latitude, longitude }: Point): [number, number] {
  return [latitude, longitude];
}
