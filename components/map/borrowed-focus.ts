import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Moves the focus into an element that opens over the map. Escape closes the element. Then the focus returns. */
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
      // Another element that opened may already have taken the focus.
      const isLost =
        document.activeElement === document.body || element?.contains(document.activeElement) === true;
      if (isLost && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [opened]);
}
