'use client';

import { useRef, useState } from 'react';
import { useMap } from 'react-leaflet';
import type { Pin } from '@/lib/directory-model/pins';
import { memberPath } from '@/lib/directory/member-address';
import { mapText } from '@/lib/messages/map';
import { say } from '@/lib/messages/say';
import { useSearchControls } from '../directory/search-controls';
import { useBorrowedFocus } from './borrowed-focus';
import { PinActions } from './pin-actions';
import { PinPlace } from './pin-place';

interface PinListProps {
  pins: Pin[];
  /** The number of members. One member may have two locations here. */
  count: number;
  /** How many of the members are not among the pins. */
  unlisted: number;
  /** Called when the content has become taller. */
  onGrow: () => void;
}

// With so few members, their actions are loaded with the list. The actions of more members would need many requests and
// make the list long.
const fewPins = 3;

/**
 * A popup's content: the members at a point, with links to their profiles. The popup gets the focus when it opens, and
 * returns the focus when it closes.
 */
export function PinList({ pins, count, unlisted, onGrow }: PinListProps) {
  const map = useMap();
  const { noun } = useSearchControls();
  const title = say(mapText.samePointTitle, { ...noun, count });
  const list = useRef<HTMLDivElement>(null);
  useBorrowedFocus(list, () => map.closePopup());
  return (
    <div ref={list} tabIndex={-1} role="group" aria-label={title}>
      {pins.length > 1 && <p className="pin-list-title">{title}</p>}
      {pins.some((pin) => pin.isArea) && <p className="pin-list-note">{mapText.areaNote}</p>}
      <ul className="pin-list">
        {pins.map((pin, index) => (
          // A member may have two locations at one point.
          <li key={`${pin.entryId} ${index}`}>
            <a href={memberPath(pin.slug)}>{pin.name}</a>
            <PinPlace pin={pin} />
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

/** The actions of one of many members, behind a button. */
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
