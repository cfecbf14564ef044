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
    // The HTML of the page already shows the first value. The visitor may have typed something else before the scripts
    // were loaded. The field must keep that text, so it is not set here.
    if (shown.current === address) return;
    shown.current = address;
    if (field.current !== null) field.current.value = value;
  }, [field, value, address]);
}
