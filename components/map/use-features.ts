'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { featuresOf } from './feature-query';
import { boxOfView } from './view-box';

/** The closest zoom that the server supports (`clustersLimits.maxZoom` of lib/directory). */
export const closestZoom = 18;

// The share of the view that is also fetched on each side, so that small movements show no gap.
const margin = 0.25;

export function useFeatures(query: string, isPlaced: boolean) {
  const map = useMap();
  const read = () => {
    // Marks that do not overlap at a zoom do not overlap at a closer one.
    const zoom = Math.floor(map.getZoom());
    // At `closestZoom`, the server lists the members of clusters even without `isClosest`.
    const isClosest = zoom >= map.getMaxZoom() && zoom < closestZoom;
    return { view: boxOfView(map.getBounds().pad(margin)), zoom, ...(isClosest && { isClosest }) };
  };
  const [area, setArea] = useState(read);
  const update = () => setArea(read());
  useMapEvents({ moveend: update, zoomlevelschange: update });
  return useQuery({
    ...featuresOf(query, area),
    enabled: isPlaced,
    placeholderData: keepPreviousData,
  });
}
