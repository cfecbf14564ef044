'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Pin } from '@/lib/directory/model/pins';
import { isForMembers } from '../directory/addresses';
import { MemberActions } from '../directory/member-actions';
import { useSearchControls } from '../directory/search-controls';
import { memberOf } from './feature-query';

export function PinActions({ pin, onLoad }: { pin: Pin; onLoad?: () => void }) {
  const { carriesMessages, path } = useSearchControls();
  const { data: entry } = useQuery(memberOf(pin.entryId));
  const reportLoad = useEffectEvent(() => onLoad?.());
  const isLoaded = entry !== undefined;
  useEffect(() => {
    if (isLoaded) reportLoad();
  }, [isLoaded]);
  if (entry === undefined) return null;
  const location = entry.locations.find(
    ({ point }) => point.latitude === pin.latitude && point.longitude === pin.longitude,
  );
  return (
    <MemberActions
      entry={entry}
      location={location ?? null}
      carriesMessages={carriesMessages}
      isForMembers={isForMembers(path)}
    />
  );
}
