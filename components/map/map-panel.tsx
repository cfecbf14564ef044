'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import type { DirectoryFilter } from '@/lib/directory/search';
import type { Point } from '@/lib/geo/point';
import { mapText } from '@/lib/messages/map';
import { everywhere, featuresOf, mapQuery } from './feature-query';
import type { MapTiles } from './tiles';

export interface MapPanelProps {
  filter: DirectoryFilter;
  tiles: MapTiles | null;
  /** The map was asked for: it is drawn on every width. Beside the list it needs the room. */
  isPage: boolean;
  /** Where the member is whose card is pointed at. */
  raised: Point[];
  onChoose: (entryId: string) => void;
}

/** The place of the map. Its size is fixed before the map is there, so that nothing moves. */
export function MapPanel(props: MapPanelProps) {
  const isWide = useIsWide();
  const isReady = useIsIdle(props.isPage) && (isWide || props.isPage);
  useFirstView(props.filter, isReady);
  const { MemberMap, isLoading, hasFailed } = useMapCode(isReady);
  return (
    <section aria-label={mapText.map} className={`print:hidden ${props.isPage ? pageSize : asideSize}`}>
      <noscript>
        <p className="p-4">{mapText.needsScript}</p>
      </noscript>
      {MemberMap === null && (isLoading || hasFailed) && (
        <p role="status" className="p-4 text-ink-soft">
          {hasFailed ? mapText.failed : mapText.loading}
        </p>
      )}
      {isReady && MemberMap !== null && <MemberMap {...props} />}
    </section>
  );
}

let loading: Promise<ComponentType<MapPanelProps>> | null = null;

/** The map's code, and with it Leaflet: asked for once, and again after it could not be had. */
function loadMap(): Promise<ComponentType<MapPanelProps>> {
  loading ??= import('./member-map').then((module) => module.MemberMap);
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

// The map's own page need not come to life first.
if (typeof window !== 'undefined' && window.location.pathname === '/map') void loadMap();

/** Not by `lazy`: once React has shown that it waits, it keeps what came meanwhile back for 300 ms. */
function useMapCode(isWanted: boolean) {
  const [MemberMap, setMemberMap] = useState<ComponentType<MapPanelProps> | null>(null);
  // Not before: without scripts the server's page would say so for ever.
  const [isLoading, setIsLoading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    setIsLoading(true);
    loadMap()
      .then(
        (loaded) => setMemberMap(() => loaded),
        () => setHasFailed(true),
      )
      .finally(() => setIsLoading(false));
  }, [isWanted]);
  return { MemberMap, isLoading, hasFailed };
}

/** Asks for what the first view is made of while the map's code is still on its way. */
function useFirstView(filter: DirectoryFilter, isWanted: boolean): void {
  const client = useQueryClient();
  const isOfAll = filter.near === null && filter.box === null;
  const query = mapQuery(filter);
  useEffect(() => {
    if (isWanted && isOfAll) void client.prefetchQuery(featuresOf(query, everywhere));
  }, [client, query, isOfAll, isWanted]);
}

const frame = 'overflow-hidden rounded-xl border border-line bg-sunken noscript:h-auto noscript:min-h-0';
const pageSize = `${frame} relative h-[65vh] min-h-96`;
// As high as the window leaves room for, but in sight whole below the search form; stays so while the list scrolls.
const asideSize = `${frame} sticky top-4 hidden h-[calc(100vh-2rem)] max-h-[36rem] xl:block`;

// A busy phone may never be idle; the map is wanted all the same.
const longestWaitMs = 2_000;

/** Whether the page has come to rest after it was loaded; at once where nothing is more urgent. */
function useIsIdle(isUrgent: boolean): boolean {
  const [isIdle, setIsIdle] = useState(isUrgent);
  useEffect(() => {
    if (isUrgent) return;
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      setIsIdle(true);
      return;
    }
    const waiting = window.requestIdleCallback(() => setIsIdle(true), { timeout: longestWaitMs });
    return () => window.cancelIdleCallback(waiting);
  }, [isUrgent]);
  return isIdle;
}

// Tailwind's `xl`: where the map stands beside the list.
const wide = '(min-width: 80rem)';

function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(wide);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => window.matchMedia(wide).matches,
    () => false,
  );
}
