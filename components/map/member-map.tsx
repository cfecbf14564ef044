'use client';

/** With base-map.tsx and its neighbours the only code that knows react-leaflet: another map can take its place here. */
import { useQuery } from '@tanstack/react-query';
import 'leaflet/dist/leaflet.css';
import { useEffect, useState } from 'react';
import { Circle, MapContainer, useMap } from 'react-leaflet';
import type { Pin } from '@/lib/directory/directory';
import { emptyFilter, formatDirectoryFilter } from '@/lib/directory/filter';
import type { DirectoryFilter } from '@/lib/directory/search';
import { mapText } from '@/lib/messages/map';
import { BaseMap } from './base-map';
import { FitView } from './fit-view';
import { MapButtons } from './map-buttons';
import './map.css';
import type { MapPanelProps } from './map-panel';
import { Marks } from './marks';

// Our own shapes know no streets: closer than this there is nothing to see.
const closestOwnZoom = 16;

/** Every member found, not the page's only, on a map. */
export function MemberMap({ filter, tiles, raised, onChoose }: MapPanelProps) {
  const { data: pins, isError } = usePins(filter);
  const [haveTilesFailed, setHaveTilesFailed] = useState(false);
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <>
      <MapContainer
        className="member-map"
        center={[-28, 134]}
        zoom={3}
        minZoom={1}
        maxZoom={tiles === null ? closestOwnZoom : 19}
        zoomControl={false}
        scrollWheelZoom={false}
        worldCopyJump
        zoomAnimation={!isStill}
        fadeAnimation={!isStill}
        markerZoomAnimation={!isStill}
      >
        <Frame />
        <MapButtons />
        <BaseMap tiles={tiles} onFailure={() => setHaveTilesFailed(true)} />
        {filter.near !== null && (
          <Circle
            center={[filter.near.point.latitude, filter.near.point.longitude]}
            radius={filter.near.radiusKm * 1000}
            className="map-circle"
            interactive={false}
          />
        )}
        {pins !== undefined && (
          <>
            <FitView pins={pins} filter={filter} />
            <Marks pins={pins} raised={raised} onChoose={onChoose} />
          </>
        )}
      </MapContainer>
      <div role="status" className="map-notice">
        {isError && <p>{mapText.failed}</p>}
        {haveTilesFailed && <p>{mapText.tilesFailed}</p>}
      </div>
    </>
  );
}

/** All pins of a search: the same whatever the page or the order of the list. */
function usePins(filter: DirectoryFilter) {
  const query = formatDirectoryFilter({ ...filter, sort: emptyFilter.sort, page: 1 });
  return useQuery({
    queryKey: ['pins', query],
    queryFn: async ({ signal }) => {
      const response = await fetch(`/directory/pins.json?${query}`, { signal });
      if (!response.ok) throw new Error(`pins.json answered ${response.status}`);
      return (await response.json()) as Pin[];
    },
  });
}

/** Names the map, and lets the wheel zoom only while the map has the focus: elsewhere it scrolls the page. */
function Frame() {
  const map = useMap();
  useEffect(() => {
    const frame = map.getContainer();
    frame.setAttribute('role', 'group');
    frame.setAttribute('aria-label', `${mapText.map}. ${mapText.useKeys}`);
    map.attributionControl.setPrefix('<a href="https://leafletjs.com">Leaflet</a>');
    const enable = () => map.scrollWheelZoom.enable();
    const disable = () => map.scrollWheelZoom.disable();
    frame.addEventListener('focusin', enable);
    frame.addEventListener('focusout', disable);
    return () => {
      frame.removeEventListener('focusin', enable);
      frame.removeEventListener('focusout', disable);
    };
  }, [map]);
  return null;
}
