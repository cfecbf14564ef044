'use client';

import { useQuery } from '@tanstack/react-query';
import { latLng, latLngBounds, type FitBoundsOptions, type LatLngBounds } from 'leaflet';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useMap } from 'react-leaflet';
import type { MapFeature } from '@/lib/directory/directory';
import type { DirectoryFilter, NearFilter } from '@/lib/directory/search';
import type { Box } from '@/lib/map/geo/box';
import type { MapBackground } from '@/lib/map/geo/map-background';
import { boxOfDensest, everywhere } from './densest';
import { featuresOf } from './feature-query';
import { closestFit, phoneFrame } from './place-view';
import { whenStill } from './when-still';

// With streets, the surroundings of a single member are a few blocks.
const closestFitOnStreets = 16;
const { top, right, bottom, left } = phoneFrame.margin;
/** Leaves room for the buttons, at every width. */
export const clearOfButtons = {
  paddingTopLeft: [left, top],
  paddingBottomRight: [right, bottom],
} satisfies FitBoundsOptions;

interface FitViewProps {
  query: string;
  filter: DirectoryFilter;
  background: MapBackground | null;
  /**
   * The circle or area of the latest search. Usually the map was moved to it. If the visitor searched the area in view,
   * the map did not have to move. null: the search has no circle or area, so the map was moved to all its members.
   */
  shown: RefObject<LatLngBounds | null>;
  isPlaced: boolean;
  /** Called when the first view is set. Features are requested only from then on, so they are requested once. */
  onPlaced: () => void;
  /** Called before the map moves to a search. */
  onFit: () => void;
}

interface FirstView {
  opens: string | null;
  filter: DirectoryFilter;
  background: MapBackground | null;
  firstBox: Box | null;
  /** The features of all members. undefined: they are still loading. */
  all: MapFeature[] | undefined;
}

/** The map's first view, if it is known in advance. null: the members' positions are still loading. */
export function firstView({ filter, background, opens, firstBox, all }: FirstView) {
  // So close that every mark lists its members, the pin of the member can be opened.
  if (opens !== null && filter.near !== null) {
    const { latitude, longitude } = filter.near.point;
    return { center: [latitude, longitude] satisfies [number, number], zoom: closestFitOnStreets };
  }
  const bounds = requestedBounds(filter) ?? (firstBox === null ? boundsOfAll(all) : toBounds(firstBox));
  return bounds === null ? null : { bounds, boundsOptions: fitOptions(bounds, background) };
}

function fitOptions(target: LatLngBounds, background: MapBackground | null) {
  const isOnStreets =
    background !== null &&
    'streets' in background &&
    toBounds(background.bounds).contains(target.getCenter());
  return { ...clearOfButtons, maxZoom: isOnStreets ? closestFitOnStreets : closestFit };
}

/** Moves the map to the circle or area of a new search. If the search has neither, moves the map to all its members. */
export function FitView({
  query,
  filter,
  background,
  shown,
  isPlaced,
  onPlaced,
  onFit: announceFit,
}: FitViewProps) {
  const map = useMap();
  const { near, box } = filter;
  const isFirst = useRef(!isPlaced);
  const isDone = useRef(isPlaced);
  const onFit = useEffectEvent(announceFit);
  // The search that the map already shows.
  const [shownQuery, setShownQuery] = useState(isPlaced ? query : null);
  if (shownQuery !== null && shownQuery !== query) setShownQuery(null);
  const { data: all, isError } = useQuery({
    ...featuresOf(query, everywhere),
    enabled: near === null && box === null && shownQuery === null,
  });
  useEffect(() => {
    if (isDone.current) {
      isDone.current = false;
      return;
    }
    // If a search has the same circle or area as the search before, the map does not move. If the circle or area is
    // different, the map moves, also after the visitor presses Back.
    const request = requestedBounds({ near, box });
    const isInView = request !== null && shown.current?.equals(request) === true;
    shown.current = request;
    if (isInView && !isFirst.current) return;
    const target = request ?? boundsOfAll(all);
    if (target !== null) {
      const options = { ...fitOptions(target, background), animate: !isFirst.current };
      whenStill(map, () => {
        onFit();
        map.fitBounds(target, options);
      });
      isFirst.current = false;
    }
    if (target !== null || all !== undefined || isError) onPlaced();
  }, [map, all, isError, near, box, background, shown, onPlaced]);
  return null;
}

export function requestedBounds({ near, box }: Pick<DirectoryFilter, 'near' | 'box'>): LatLngBounds | null {
  if (near !== null) return circleBounds(near);
  return box === null ? null : toBounds(box);
}

function boundsOfAll(all: MapFeature[] | undefined): LatLngBounds | null {
  const box = boxOfDensest(all ?? []);
  return box === null ? null : toBounds(box);
}

function circleBounds({ point, radiusKm }: NearFilter): LatLngBounds {
  // Leaflet expects the width of the square around the circle, in metres.
  return latLng(point.latitude, point.longitude).toBounds(radiusKm * 2000);
}

/** A box for Leaflet, where longitudes continue past the 180th meridian. */
export function toBounds({ south, west, north, east }: Box): LatLngBounds {
  return latLngBounds([south, west], [north, west > east ? east + 360 : east]);
}
