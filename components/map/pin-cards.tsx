'use client';

import { useRef, useState } from 'react';
import type { Pin } from '@/lib/directory/model/pins';
import { mapText } from '@/lib/messages/map';
import { say } from '@/lib/messages/say';
import { capitalised } from '@/lib/base/noun';
import { profilePath } from '../directory/addresses';
import { useSearchControls } from '../directory/search-controls';
import { useBorrowedFocus } from './borrowed-focus';
import { PinActions } from './pin-actions';
import { PinPicture, PinPlace } from './pin-place';

interface PinCardsProps {
  /** The chosen pin, then the pins around it, nearest first. */
  pins: Pin[];
  onShow: (pin: Pin) => void;
  onClose: () => void;
}

/**
 * The cards at the bottom of a phone's screen: the chosen pin first. A swipe leads to the next card, with CSS alone.
 */
export function PinCards({ pins, onShow, onClose }: PinCardsProps) {
  const { noun, path } = useSearchControls();
  const [shown, setShown] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useBorrowedFocus(frame, onClose);
  const readPosition = () => {
    const { scrollLeft = 0, clientWidth = 1 } = list.current ?? {};
    const index = Math.round(scrollLeft / clientWidth);
    const pin = pins[index];
    if (index === shown || pin === undefined) return;
    setShown(index);
    onShow(pin);
  };
  const show = (index: number) => list.current?.scrollTo({ left: index * list.current.clientWidth });
  return (
    <div
      ref={frame}
      tabIndex={-1}
      role="group"
      aria-label={say(mapText.cards, { Many: capitalised(noun.many) })}
      className="map-cards"
    >
      <div className="map-cards-bar">
        <p role="status">
          {pins.length > 1 && say(mapText.cardOf, { number: shown + 1, count: pins.length })}
        </p>
        {pins.length > 1 && (
          <>
            <CardButton
              name={mapText.previousCard}
              sign="‹"
              isOff={shown === 0}
              onPress={() => show(shown - 1)}
            />
            <CardButton
              name={mapText.nextCard}
              sign="›"
              isOff={shown === pins.length - 1}
              onPress={() => show(shown + 1)}
            />
          </>
        )}
        <CardButton name={mapText.closeCards} sign="✕" onPress={onClose} />
      </div>
      <ul ref={list} onScroll={readPosition}>
        {pins.map((pin, index) => (
          // The key includes the index, because a member may have two locations at one point.
          <li key={`${pin.entryId} ${index}`}>
            <PinPicture pin={pin} />
            <a href={profilePath(path, pin.slug)}>{pin.name}</a>
            <PinPlace pin={pin} />
            {pin.isArea && <span>{mapText.areaNote}</span>}
            {Math.abs(index - shown) <= 1 && <PinActions pin={pin} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CardButtonProps {
  name: string;
  sign: string;
  isOff?: boolean;
  onPress: () => void;
}

/** If there is no further card, the button has only `aria-disabled`, because a disabled button would lose the focus. */
function CardButton({ name, sign, isOff = false, onPress }: CardButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onPress}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
