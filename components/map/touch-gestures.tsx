'use client';

import { useEffect, useState } from 'react';
import { useMap } from 'react-leaflet';
import { mapText } from '@/lib/messages/map';

/**
 * On an embedded map, one finger scrolls the page and two fingers move the map. On a map that fills the screen, one
 * finger moves the map. A mouse always moves the map.
 */
export function TouchGestures({ isFull }: { isFull: boolean }) {
  const map = useMap();
  const [isHintShown, setIsHintShown] = useState(false);
  useEffect(() => {
    const frame = map.getContainer();
    frame.classList.toggle('map-scrolls-page', !isFull);
    map.invalidateSize(false);
    // `pointerdown` comes before the touch or mouse event that Leaflet handles.
    const choose = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'touch' && !isFull) map.dragging.disable();
      else map.dragging.enable();
    };
    const hint = ({ touches }: TouchEvent) => setIsHintShown(!isFull && touches.length === 1);
    const unhint = () => setIsHintShown(false);
    frame.addEventListener('pointerdown', choose, true);
    frame.addEventListener('touchmove', hint, { passive: true });
    frame.addEventListener('touchend', unhint);
    frame.addEventListener('touchcancel', unhint);
    return () => {
      frame.removeEventListener('pointerdown', choose, true);
      frame.removeEventListener('touchmove', hint);
      frame.removeEventListener('touchend', unhint);
      frame.removeEventListener('touchcancel', unhint);
    };
  }, [map, isFull]);
  return isHintShown ? <p className="map-hint">{mapText.twoFingers}</p> : null;
}
