import { useEffect, useEffectEvent, type RefObject } from 'react';

/** When an element opens over the map, it gets the focus. Escape closes the element. Then the focus returns. */
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
