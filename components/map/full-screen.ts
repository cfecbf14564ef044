import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { phone } from '../directory/phone-width';

/**
 * With `full on a phone`, the map fills a phone's screen. On a wider screen, it is embedded in the page (globals.css).
 * Only the page chooses this size, as the first size. The visitor's button chooses `full` or `embedded`.
 */
type Size = 'full on a phone' | 'full' | 'embedded';

/** The map stops filling the screen when the focus moves to the page behind it. */
export function useFullScreen(section: RefObject<HTMLElement | null>, startsFull: boolean) {
  const isPhone = useIsPhone();
  const [size, setSize] = useState<Size>(startsFull ? 'full on a phone' : 'embedded');
  const isFull = size === 'full' || (size === 'full on a phone' && isPhone);
  useEffect(() => {
    if (!isFull) return;
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Node && section.current?.contains(target) === false) setSize('embedded');
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [section, isFull]);
  return { size, isFull, setFull: (isFull: boolean) => setSize(isFull ? 'full' : 'embedded') };
}

function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(phone);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => window.matchMedia(phone).matches,
    () => false,
  );
}
