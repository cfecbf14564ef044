'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { featuresOf } from './feature-query';
import { boxOfView } from './view-box';

// The margin fetched around the view, so that small movements show no gap.
const margin = 0.25;

/** The features of the current view. The previous ones stay until the response arrives. */
export function useFeatures(query: string, isPlaced: boolean) {
  const map = useMap();
  const read = () => ({ view: boxOfView(map.getBounds().pad(margin)), zoom: Math.round(map.getZoom()) });
  const [area, setArea] = useState(read);
  useMapEvents({ moveend: () => setArea(read()) });
  return useQuery({
    ...featuresOf(query, area),
    enabled: isPlaced,
    placeholderData: keepPreviousData,
  });
}
