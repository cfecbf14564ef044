'use client';

import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { mapAttribution } from '@/lib/geo/tile-address';
import type { PlaceMapProps } from './place-map';

interface Props extends PlaceMapProps {
  /** A picture of the same view. */
  children: ReactNode;
}

/** The map's code is loaded when the map comes near the window. Until then, and without scripts, it is a picture. */
export function PlaceMapPanel({ children, ...props }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [PlaceMap, setPlaceMap] = useState<ComponentType<PlaceMapProps> | null>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting !== true) return;
      watch.disconnect();
      // If the code does not load, the picture stays.
      import('./place-map').then(
        (module) => setPlaceMap(() => module.PlaceMap),
        () => undefined,
      );
    });
    if (frame.current !== null) watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      className="relative h-60 overflow-hidden rounded-xl border border-line bg-sunken print:hidden"
    >
      {PlaceMap === null ? (
        <>
          {children}
          <p className="absolute right-0 bottom-0 bg-surface px-1 text-xs text-ink-soft">{mapAttribution}</p>
        </>
      ) : (
        <PlaceMap {...props} />
      )}
    </div>
  );
}
