'use client';

import { useQuery } from '@tanstack/react-query';
import { latLng, latLngBounds, type FitBoundsOptions, type LatLngBounds } from 'leaflet';
import { useEffect, useRef, type RefObject } from 'react';
import { useMap } from 'react-leaflet';
import type { MapFeature } from '@/lib/directory/directory';
import type { DirectoryFilter, NearFilter } from '@/lib/directory/search';
import type { Box } from '@/lib/geo/box';
import { everywhere, featuresOf } from './feature-query';
import { boxOfFeatures } from './features';
import { whenStill } from './when-still';

// A single member is shown with its surroundings, not as a dot on nothing.
const closestFit = 12;
/** What lies behind the buttons (map.css) could not be pressed. */
export const clearOfButtons = {
  paddingTopLeft: [64, 56],
  paddingBottomRight: [24, 24],
} satisfies FitBoundsOptions;

interface FitViewProps {
  query: string;
  filter: DirectoryFilter;
  /** The circle or area that was brought into view, or searched in view, last; null: that of all members. */
  shown: RefObject<LatLngBounds | null>;
  /** The map began with the view of `firstView`. */
  isPlaced: boolean;
  /** The first view stands: what is asked for now is asked once. */
  onPlaced: () => void;
}

/** What the map shows first, if that is known before it is there; null: where the members are is still asked. */
export function firstView(filter: DirectoryFilter, all: MapFeature[] | undefined) {
  const bounds = askedBounds(filter) ?? boundsOfAll(all);
  return bounds === null ? null : { bounds, boundsOptions: { ...clearOfButtons, maxZoom: closestFit } };
}

/** Brings a new search into view: its circle or area, else all its members. */
export function FitView({ query, filter, shown, isPlaced, onPlaced }: FitViewProps) {
  const map = useMap();
  const { near, box } = filter;
  const isFirst = useRef(!isPlaced);
  const isDone = useRef(isPlaced);
  const { data: all, isError } = useQuery({
    ...featuresOf(query, everywhere),
    enabled: near === null && box === null,
  });
  useEffect(() => {
    if (isDone.current) {
      isDone.current = false;
      return;
    }
    // Another choice, page or order within the same circle or area leaves the view too; Back to another does not.
    const asked = askedBounds({ near, box });
    const isInView = asked !== null && shown.current?.equals(asked) === true;
    shown.current = asked;
    if (isInView && !isFirst.current) return;
    const target = asked ?? boundsOfAll(all);
    if (target !== null) {
      const options = { ...clearOfButtons, maxZoom: closestFit, animate: !isFirst.current };
      whenStill(map, () => map.fitBounds(target, options));
      isFirst.current = false;
    }
    if (target !== null || all !== undefined || isError) onPlaced();
  }, [map, all, isError, near, box, shown, onPlaced]);
  return null;
}

/** The circle or the area that is searched; null where neither is. */
export function askedBounds({ near, box }: Pick<DirectoryFilter, 'near' | 'box'>): LatLngBounds | null {
  if (near !== null) return circleBounds(near);
  return box === null ? null : toBounds(box);
}

function boundsOfAll(all: MapFeature[] | undefined): LatLngBounds | null {
  const box = boxOfFeatures(all ?? []);
  return box === null ? null : toBounds(box);
}

function circleBounds({ point, radiusKm }: NearFilter): LatLngBounds {
  // Leaflet takes the width of the square round the circle, in metres.
  return latLng(point.latitude, point.longitude).toBounds(radiusKm * 2000);
}

/** A box as Leaflet has it, which goes on counting past the 180th meridian. */
export function toBounds({ south, west, north, east }: Box): LatLngBounds {
  return latLngBounds([south, west], [north, west > east ? east + 360 : east]);
}
