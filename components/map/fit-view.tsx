'use client';

import { latLng, latLngBounds, type LatLngBounds } from 'leaflet';
import { useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import type { Pin } from '@/lib/directory/directory';
import type { DirectoryFilter } from '@/lib/directory/search';

// A single member is shown with its surroundings, not as a dot on nothing.
const closestZoom = 12;

/** Brings a new search into view: its circle, else its members. The area that was searched is already in view. */
export function FitView({ pins, filter }: { pins: Pin[]; filter: DirectoryFilter }) {
  const map = useMap();
  const isFirst = useRef(true);
  useEffect(() => {
    if (filter.box !== null && !isFirst.current) return;
    const bounds = boundsOf(pins, filter);
    if (bounds === null) return;
    map.fitBounds(bounds, { padding: [32, 32], maxZoom: closestZoom, animate: !isFirst.current });
    isFirst.current = false;
  }, [map, pins, filter]);
  return null;
}

function boundsOf(pins: Pin[], { near, box }: DirectoryFilter): LatLngBounds | null {
  if (near !== null) return latLng(near.point.latitude, near.point.longitude).toBounds(near.radiusKm * 2000);
  if (box !== null) {
    // Leaflet goes on counting past the 180th meridian.
    const east = box.west > box.east ? box.east + 360 : box.east;
    return latLngBounds([box.south, box.west], [box.north, east]);
  }
  return pins.length === 0 ? null : latLngBounds(pins.map((pin) => [pin.latitude, pin.longitude]));
}
