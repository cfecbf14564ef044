import { useEffect, useRef, type RefObject } from 'react';

/**
 * Shows `value` in the text field whenever `address` changes (Back, a removed chip). Until then, typed text stays.
 * `address` is the part of the page's address that the text describes.
 */
export function useSyncedValue(
  field: RefObject<HTMLInputElement | null>,
  value: string,
  address: string,
): void {
  const shown = useRef(address);
  useEffect(() => {
    // The first value is in the HTML of the page. A visitor may have typed before the scripts were loaded.
    if (shown.current === address) return;
    shown.current = address;
    if (field.current !== null) field.current.value = value;
  }, [field, value, address]);
}
