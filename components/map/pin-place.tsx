'use client';

import type { Pin } from '@/lib/directory-model/pins';
import { bearingDegrees, distanceKm } from '@/lib/geo/point';
import { sayDistanceAndBearing } from '../directory/distance-text';
import { useSearchControls } from '../directory/search-controls';

export function PinPlace({ pin }: { pin: Pin }) {
  const { filter } = useSearchControls();
  const { near } = filter;
  // If only an area is known, the member may be anywhere in it.
  const isKnown = near !== null && !pin.isArea;
  return (
    <span>
      {isKnown &&
        `${sayDistanceAndBearing(distanceKm(near.point, pin), bearingDegrees(near.point, pin), near.unit)}, `}
      {pin.place}
    </span>
  );
}
