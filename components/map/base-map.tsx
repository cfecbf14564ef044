'use client';

import type { LeafletEventHandlerFnMap } from 'leaflet';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { TileLayer, useMap } from 'react-leaflet';
import type { MapBackground } from '@/lib/map/geo/map-background';
import type { MapThemeName } from '@/lib/map/geo/map-theme';
import {
  mapAttribution,
  maxTileZoom,
  tilePixels,
  tileUrlTemplate,
  zoomAhead,
} from '@/lib/map/geo/tile-address';
import { EnlargedTiles } from './enlarged-tiles';
import { Streets } from './streets';

// One failed tile may be at sea, where some servers have no tiles. Several failures mean that the server refuses us.
const failuresBeforeFallback = 3;

// The longest wait for a server's first tile. After a longer wait the map would seem broken.
const timeoutMs = 10_000;

// During a pinch the existing tiles are scaled. Loading tiles for every zoom level on the way would make the movement
// jerky.
const smooth = { updateWhenZooming: false };

interface BaseMapProps {
  background: MapBackground | null;
  /** Called when tiles or streets could not be loaded. */
  onFailure: () => void;
  /** Says whether any part of the view has streets. Called only if the server has streets. */
  onStreets?: (hasStreets: boolean) => void;
  /** Called when all our own tiles of a view are drawn. */
  onTiles?: () => void;
}

/**
 * Shows the tiles of the operator's tile server. If that server is missing or fails, shows our own shapes. If
 * `background` has streets, shows the streets over the shapes.
 */
export function BaseMap({ background, onFailure, onStreets, onTiles = ignore }: BaseMapProps) {
  const isDark = useIsDark();
  const { hasFailed, eventHandlers, fail } = useFailure(onFailure);
  const theme = isDark ? 'dark' : 'light';
  if (background !== null && 'url' in background && !hasFailed) {
    return (
      <TileLayer
        {...smooth}
        url={background.url}
        attribution={background.attribution}
        maxZoom={18}
        // Tile servers (OpenStreetMap's policy) require the referring site.
        referrerPolicy="strict-origin-when-cross-origin"
        eventHandlers={eventHandlers}
      />
    );
  }
  return (
    <>
      <OwnTiles theme={theme} eventHandlers={eventHandlers} onLoad={onTiles} />
      {background !== null && 'streets' in background && !hasFailed && (
        <Streets streets={background} themeName={theme} onView={onStreets ?? ignore} onFailure={fail} />
      )}
    </>
  );
}

function ignore(): void {}

interface OwnTilesProps {
  theme: MapThemeName;
  eventHandlers: LeafletEventHandlerFnMap;
  onLoad: () => void;
}

function OwnTiles({ theme, eventHandlers, onLoad }: OwnTilesProps) {
  const map = useMap();
  const load = useEffectEvent(onLoad);
  useEffect(() => {
    const layer = new EnlargedTiles(tileUrlTemplate.replace('{theme}', theme), {
      ...smooth,
      className: 'enlarged-tiles',
      attribution: mapAttribution,
      tileSize: tilePixels,
      zoomOffset: -zoomAhead,
      maxNativeZoom: maxTileZoom + zoomAhead,
      maxZoom: 18,
    });
    layer.on({ ...eventHandlers, load: () => load() }).addTo(map);
    return () => void layer.remove();
  }, [map, theme, eventHandlers]);
  return null;
}

/** Calls `onFailure` if several tiles fail or the first tile takes too long. */
function useFailure(onFailure: () => void) {
  const failures = useRef(0);
  const waiting = useRef<number>(undefined);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => () => window.clearTimeout(waiting.current), []);
  const fail = useCallback(() => {
    window.clearTimeout(waiting.current);
    setHasFailed(true);
    onFailure();
  }, [onFailure]);
  const eventHandlers = useMemo(() => {
    return {
      loading: () => {
        waiting.current ??= window.setTimeout(fail, timeoutMs);
      },
      tileload: () => window.clearTimeout(waiting.current),
      tileerror: () => {
        failures.current += 1;
        if (failures.current === failuresBeforeFallback) fail();
      },
    };
  }, [fail]);
  return { hasFailed, eventHandlers, fail };
}

function useIsDark(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(dark);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => window.matchMedia(dark).matches,
    () => false,
  );
}

const dark = '(prefers-color-scheme: dark)';
