'use client';

import { useEffect, useRef } from 'react';

/**
 * Sends the form around it as soon as a choice with `data-at-once` is made with a mouse or a finger. With the arrow keys,
 * people pass other choices on the way, so they send the form themselves.
 */
export function AtOnce() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = place.current?.closest('form');
    if (form === null || form === undefined) return;
    let isByKey = false;
    const ends = new AbortController();
    form.addEventListener('keydown', () => (isByKey = true), ends);
    form.addEventListener('pointerdown', () => (isByKey = false), ends);
    form.addEventListener(
      'change',
      ({ target }) => {
        if (!isByKey && target instanceof HTMLSelectElement && 'atOnce' in target.dataset)
          form.requestSubmit();
      },
      ends,
    );
    return () => ends.abort();
  }, []);
  return <span ref={place} hidden />;
}
