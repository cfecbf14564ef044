'use client';

import dynamic from 'next/dynamic';
import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react';
import { phone } from '@/components/directory/phone-width';
import type { DirectoryFilter } from '@/lib/directory/search';
import { mapText } from '@/lib/messages/map';
import { say } from '@/lib/messages/say';
import { isMapPage } from '../directory/addresses';
import { useSearchControls } from '../directory/search-controls';
import type { MapProps } from './map-props';
import { pinOfHash } from './pin-hash';

interface MapPanelProps extends Omit<MapProps, 'isFull' | 'onFull' | 'opens' | 'onTiles'> {
  /** On a phone the map page fills the screen from the start. */
  startsFull: boolean;
  /** A picture of the first view, which a phone shows until the map's tiles are drawn. null: there is none. */
  still: ReactNode;
}

/** The size is fixed before the map loads, so that nothing on the page moves. */
export function MapPanel({ startsFull, still, ...props }: MapPanelProps) {
  const section = useRef<HTMLElement>(null);
  const { many } = useSearchControls().noun;
  const { size, isFull, setFull } = useFullScreen(section, props.isPage && startsFull);
  // Before the first search replaces the address. The first HTML does not depend on it.
  const [opens] = useState(() => (typeof window === 'undefined' ? null : pinOfHash(window.location.hash)));
  const isWide = useIsWide();
  const isIdle = useIsIdle(props.isPage);
  const isReady = isIdle && (isWide || props.isPage);
  useEffect(() => {
    // The next search need not wait for this code, also on a phone, where the map is not loaded.
    if (isIdle) void import('../directory/query-client');
  }, [isIdle]);
  useFirstView(props.filter, isReady && props.firstBox === null);
  const { MemberMap, isLoading, hasFailed } = useMapCode(isReady);
  const [hasTiles, setHasTiles] = useState(false);
  const hasStill = startsFull && still !== null && !hasTiles;
  return (
    <section
      ref={section}
      aria-label={say(mapText.map, { many })}
      data-size={size}
      data-still={hasStill || undefined}
      className={`map-panel print:hidden ${props.isPage ? 'map-page' : 'map-aside'}`}
    >
      {typeof window === 'undefined' && props.isPage && <MapFiles />}
      {hasStill && <div className="absolute inset-0 -z-1 md:hidden noscript:hidden">{still}</div>}
      <noscript>
        <p className="p-4">{say(mapText.needsScript, { many })}</p>
      </noscript>
      {MemberMap === null && (isLoading || hasFailed) && (
        <p role="status" className="p-4 text-ink-soft">
          {hasFailed ? mapText.failed : mapText.loading}
        </p>
      )}
      {isReady && MemberMap !== null && (
        <MemberMap
          {...props}
          isFull={isFull}
          onFull={setFull}
          opens={opens}
          onTiles={() => setHasTiles(true)}
        />
      )}
    </section>
  );
}

let importMap = (): Promise<{ MemberMap: ComponentType<MapProps> }> =>
  Promise.reject(new Error('not in a page'));

/**
 * Names the files of the map's code in the first HTML of the map page, so that a browser loads them together with the
 * page's scripts. It renders nothing, because Leaflet needs a browser. Next.js finds the files by the `import` inside
 * `dynamic`.
 */
const MapFiles = dynamic(onServer(() => import('./member-map')));

function onServer(load: typeof importMap) {
  importMap = load;
  return () => Promise.resolve(() => null);
}

let loading: Promise<ComponentType<MapProps>> | null = null;

/** Loads the map's code and keeps it for later calls. If the loading fails, the next call loads the code again. */
function loadMap(): Promise<ComponentType<MapProps>> {
  loading ??= importMap().then(({ MemberMap }) => MemberMap);
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

// On the map page, loading need not wait for hydration.
if (typeof window !== 'undefined' && isMapPage(window.location.pathname)) void loadMap();

/** This hook does not use `lazy`, because React delays loaded content for 300 ms after it has shown a fallback. */
function useMapCode(isNeeded: boolean) {
  const [MemberMap, setMemberMap] = useState<ComponentType<MapProps> | null>(null);
  // The server's HTML shows this first value. If the value were true, the HTML would have the loading text. A browser
  // without scripts would never remove that text.
  const [isLoading, setIsLoading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!isNeeded) return;
    setIsLoading(true);
    loadMap()
      .then(
        (loaded) => setMemberMap(() => loaded),
        () => setHasFailed(true),
      )
      .finally(() => setIsLoading(false));
  }, [isNeeded]);
  return { MemberMap, isLoading, hasFailed };
}

/** The request is sent before the map's code is loaded. */
function useFirstView(filter: DirectoryFilter, isNeeded: boolean): void {
  useEffect(() => {
    if (isNeeded) void import('./feature-query').then(({ requestFirstView }) => requestFirstView(filter));
  }, [filter, isNeeded]);
}

// A busy phone may never be idle, but the map is needed anyway.
const maxWaitMs = 2_000;

/** If the map is urgent, the result is true immediately. */
function useIsIdle(isUrgent: boolean): boolean {
  const [isIdle, setIsIdle] = useState(isUrgent);
  useEffect(() => {
    if (isUrgent) return;
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      setIsIdle(true);
      return;
    }
    const waiting = window.requestIdleCallback(() => setIsIdle(true), { timeout: maxWaitMs });
    return () => window.cancelIdleCallback(waiting);
  }, [isUrgent]);
  return isIdle;
}

// The breakpoint `beside` of globals.css. From this width on, the map is beside the list.
const wide = '(min-width: 75rem)';

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

/**
 * With `full on a phone`, the map fills a phone's screen. On a wider screen, it is embedded in the page (globals.css).
 * Only the page chooses this size, as the first size. The visitor's button chooses `full` or `embedded`.
 */
type Size = 'full on a phone' | 'full' | 'embedded';

/** The map stops filling the screen when the focus moves to the page behind it. */
function useFullScreen(section: RefObject<HTMLElement | null>, startsFull: boolean) {
  const isPhone = useIsPhone();
  const [size, setSize] = useState<Size>(startsFull ? 'full on a phone' : 'embedded');
  const isFull = size === 'full' || (size === 'full on a phone' && isPhone);
  useEffect(() => {
    if (!isFull) return;
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Node && section.current?.contains(target) === false) setSize('embedded');
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [section, isFull]);
  return { size, isFull, setFull: (isFull: boolean) => setSize(isFull ? 'full' : 'embedded') };
}

function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(phone);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => window.matchMedia(phone).matches,
    () => false,
  );
}
