import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Gives the focus to what has just opened over the map, closes it on Escape, and returns the focus afterwards. */
export function useBorrowedFocus(opened: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const before = document.activeElement;
    const element = opened.current;
    element?.focus({ preventScroll: true });
    // Leaflet handles Escape only while the map itself has the focus.
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    element?.addEventListener('keydown', onKey);
    return () => {
      element?.removeEventListener('keydown', onKey);
      // Something else that opened may already have taken the focus.
      const isLost =
        document.activeElement === document.body || element?.contains(document.activeElement) === true;
      if (isLost && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [opened]);
}
