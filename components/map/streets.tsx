'use client';

import type { Layer } from 'leaflet';
import { useEffect, useEffectEvent, useState } from 'react';
import { useMap } from 'react-leaflet';
import type { MapThemeName } from '@/lib/geo/map-theme';
import { closestWithoutStreets, type StreetMap } from '@/lib/geo/street-map';

interface StreetsProps {
  streets: StreetMap;
  themeName: MapThemeName;
  /** Whether a part of the view has streets; called when the map stops. */
  onView: (hasStreets: boolean) => void;
  /** The streets cannot be drawn. */
  onFailure: () => void;
}

/** Loads the code that draws streets, and draws them. Only a map with streets loads it. */
export function Streets({ streets: given, themeName, onView, onFailure }: StreetsProps) {
  // The streets are the same on every page of this server.
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
        // Below this zoom, the base map shows as much detail, so no streets are missing.
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
