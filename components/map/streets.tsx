'use client';

import type { Layer } from 'leaflet';
import { useEffect, useEffectEvent, useState } from 'react';
import { useMap } from 'react-leaflet';
import type { MapThemeName } from '@/lib/map/geo/map-theme';
import { closestWithoutStreets, type StreetMap } from '@/lib/map/geo/street-map';

interface StreetsProps {
  streets: StreetMap;
  themeName: MapThemeName;
  /** Called each time the map stops moving. `hasStreets` says whether any part of the view has streets. */
  onView: (hasStreets: boolean) => void;
  onFailure: () => void;
}

/** The code that draws streets is loaded here, so that maps without streets do not load it. */
export function Streets({ streets: given, themeName, onView, onFailure }: StreetsProps) {
  // All pages of this server have the same streets. The first object is kept, so that a new object does not draw the
  // layer again.
  const [streets] = useState(given);
  const map = useMap();
  const report = useEffectEvent(onView);
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    let layer: Layer | null = null;
    let isGone = false;
    let stop = () => {};
    const start = async () => {
      const { addStreetLayer, hasStreetsAt, openStreetArchive } = await import('./street-layer');
      if (isGone) return;
      const archive = openStreetArchive(streets, () => fail());
      const language = document.documentElement.lang.split('-')[0] ?? 'en';
      layer = addStreetLayer(map, { archive, streets, themeName, language });
      const look = async () => {
        // Below this zoom, the base map shows as much detail as the streets. A view without streets lacks nothing, so
        // it is reported like a view with streets.
        if (map.getZoom() < closestWithoutStreets) return report(true);
        const bounds = map.getBounds();
        const corners = [
          bounds.getNorthWest(),
          bounds.getNorthEast(),
          bounds.getSouthWest(),
          bounds.getSouthEast(),
        ];
        const found = await Promise.all(
          [bounds.getCenter(), ...corners].map((at) => {
            const { lat, lng } = at.wrap();
            return hasStreetsAt(archive, streets, { latitude: lat, longitude: lng });
          }),
        );
        if (!isGone) report(found.includes(true));
      };
      const onMoveEnd = () => {
        look().catch(() => undefined);
      };
      map.on('moveend', onMoveEnd);
      stop = () => map.off('moveend', onMoveEnd);
      onMoveEnd();
    };
    start().catch(() => fail());
    return () => {
      isGone = true;
      stop();
      layer?.remove();
    };
  }, [map, streets, themeName]);
  return null;
}
