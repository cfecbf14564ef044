'use client';

import { useQuery } from '@tanstack/react-query';
import { latLng, latLngBounds, type FitBoundsOptions, type LatLngBounds } from 'leaflet';
import { useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import type { DirectoryFilter } from '@/lib/directory/search';
import type { Box } from '@/lib/geo/box';
import { boxOfFeatures, everywhere, featuresOf } from './features';

// A single member is shown with its surroundings, not as a dot on nothing.
const closestZoom = 12;
// Marks behind the buttons (map.css) could not be pressed.
const clearOfButtons = { paddingTopLeft: [64, 56], paddingBottomRight: [24, 24] } satisfies FitBoundsOptions;

interface FitViewProps {
  query: string;
  filter: DirectoryFilter;
  /** The first view stands: what is asked for now is asked once. */
  onPlaced: () => void;
}

/** Brings a new search into view: its circle or area, else all its members. */
export function FitView({ query, filter: { near, box }, onPlaced }: FitViewProps) {
  const map = useMap();
  const isFirst = useRef(true);
  const { data: all, isError } = useQuery({
    ...featuresOf(query, everywhere),
    enabled: near === null && box === null,
  });
  useEffect(() => {
    // "Search this area" is pressed with the area in view: it stays as it is.
    if (box !== null && !isFirst.current) return;
    const target = near === null ? toBounds(box ?? boxOfFeatures(all ?? [])) : circleBounds(near);
    if (target !== null) {
      map.fitBounds(target, { ...clearOfButtons, maxZoom: closestZoom, animate: !isFirst.current });
      isFirst.current = false;
    }
    if (target !== null || all !== undefined || isError) onPlaced();
  }, [map, all, isError, near, box, onPlaced]);
  return null;
}

function circleBounds({ point, radiusKm }: NonNullable<DirectoryFilter['near']>): LatLngBounds {
  // Leaflet takes the width of the square round the circle, in metres.
  return latLng(point.latitude, point.longitude).toBounds(radiusKm * 2000);
}

function toBounds(box: Box | null): LatLngBounds | null {
  if (box === null) return null;
  // Leaflet goes on counting past the 180th meridian.
  return latLngBounds([box.south, box.west], [box.north, box.west > box.east ? box.east + 360 : box.east]);
}
