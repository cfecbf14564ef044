'use client';

import type { Pin } from '@/lib/directory/model/pins';
import { bearingDegrees, distanceKm } from '@/lib/map/geo/point';
import { EntryPicture } from '../directory/entry-picture';
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

/** The name beside it says whose picture it is. */
export function PinPicture({ pin: { entryId: id, name, pictureId } }: { pin: Pin }) {
  if (pictureId === undefined) return null;
  const entry = { id, name, kind: 'organisation', picture: { id: pictureId, description: null } } as const;
  return (
    <span className="float-right ml-2">
      <EntryPicture entry={entry} />
    </span>
  );
}
