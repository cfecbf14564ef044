import { useEffect, useRef, type RefObject } from 'react';

/**
 * Makes a text field follow the address (Back, a removed chip), except during typing. `value` is the field's text in
 * the address. `address` is the part of the address that the text describes. When it changes, the field shows `value`.
 * Until then, typed text stays.
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
