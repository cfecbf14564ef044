'use client';

import type { MapPanelProps } from './map-panel';

export function MemberMap(_props: MapPanelProps) {
  return <p>map</p>;
}
