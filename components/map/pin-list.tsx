'use client';

import { useRef, useState } from 'react';
import { useMap } from 'react-leaflet';
import type { Pin } from '@/lib/directory/model/pins';
import { mapText } from '@/lib/messages/map';
import { say } from '@/lib/messages/say';
import { profilePath } from '../directory/addresses';
import { useSearchControls } from '../directory/search-controls';
import { useBorrowedFocus } from './borrowed-focus';
import { PinActions } from './pin-actions';
import { PinPicture, PinPlace } from './pin-place';

interface PinListProps {
  pins: Pin[];
  /** The number of members. There may be more pins than members, because one member may have two locations here. */
  count: number;
  /** The number of these members that have no entry in `pins`. */
  unlisted: number;
  onGrow: () => void;
}

// If a list has at most this number of pins, the actions of all pins are loaded with the list. Otherwise, loading the
// actions would need many requests and make the list long.
const fewPins = 3;

/** The content of a popup. It gets the focus when the popup opens, and returns the focus when the popup closes. */
export function PinList({ pins, count, unlisted, onGrow }: PinListProps) {
  const map = useMap();
  const { noun, path } = useSearchControls();
  const areOnlyAreas = pins.every((pin) => pin.isArea);
  const title = say(mapText.samePointTitle, { ...noun, count });
  const list = useRef<HTMLDivElement>(null);
  useBorrowedFocus(list, () => map.closePopup());
  return (
    <div ref={list} tabIndex={-1} role="group" aria-label={title}>
      {pins.length > 1 && <p className="pin-list-title">{title}</p>}
      {areOnlyAreas && <p className="pin-list-note">{mapText.areaNote}</p>}
      <ul className="pin-list">
        {pins.map((pin, index) => (
          // The key includes the index, because a member may have two locations at one point.
          <li key={`${pin.entryId} ${index}`}>
            <PinPicture pin={pin} />
            <a href={profilePath(path, pin.slug)}>{pin.name}</a>
            <PinPlace pin={pin} />
            {pin.isArea && !areOnlyAreas && <p className="pin-list-note">{mapText.areaNote}</p>}
            {pins.length <= fewPins ? (
              <PinActions pin={pin} onLoad={onGrow} />
            ) : (
              <ActionsOnRequest pin={pin} onLoad={onGrow} />
            )}
          </li>
        ))}
      </ul>
      {unlisted > 0 && <p className="pin-list-note">{say(mapText.samePointRest, { count: unlisted })}</p>}
    </div>
  );
}

function ActionsOnRequest({ pin, onLoad }: { pin: Pin; onLoad: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <PinActions pin={pin} onLoad={onLoad} />;
  return (
    <button
      type="button"
      aria-label={say(mapText.actionsOf, { name: pin.name })}
      className="pin-more"
      onClick={() => setIsOpen(true)}
    >
      {mapText.actions}
    </button>
  );
}
