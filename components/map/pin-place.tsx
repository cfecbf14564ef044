'use client';

import type { Pin } from '@/lib/directory-model/pins';
import { bearingDegrees, distanceKm } from '@/lib/geo/point';
import { hereKm, sayDistanceAndBearing } from '../directory/distance-text';
import { useSearchControls } from '../directory/search-controls';

export function PinPlace({ pin }: { pin: Pin }) {
  const { filter } = useSearchControls();
  const { near } = filter;
  const distance = near === null ? 0 : distanceKm(near.point, pin);
  // If only an area is known, the member may be anywhere in it, so "Here" could be wrong.
  const isKnown = near !== null && !(pin.isArea && distance < hereKm);
  return (
    <span>
      {isKnown && `${sayDistanceAndBearing(distance, bearingDegrees(near.point, pin), near.unit)}, `}
      {pin.place}
    </span>
  );
}
