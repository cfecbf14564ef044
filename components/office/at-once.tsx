'use client';

import { useEffect, useRef } from 'react';

/**
 * Sends the form around it as soon as a choice with `data-at-once` is made with a mouse or a finger. With the arrow keys,
 * people pass other choices on the way, so they send the form themselves. A menu with `data-at-once`, in which several
 * choices can be made, sends the form when it closes.
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
    let isChanged = false;
    for (const menu of form.querySelectorAll<HTMLDetailsElement>('details[data-at-once]')) {
      menu.addEventListener('change', () => (isChanged = true), ends);
      menu.addEventListener(
        'toggle',
        () => {
          if (!menu.open && isChanged) form.requestSubmit();
        },
        ends,
      );
      const close = ({ target }: Event) => {
        if (target instanceof Node && !menu.contains(target)) menu.open = false;
      };
      document.addEventListener('pointerdown', close, ends);
      // A press on empty space in the menu moves the focus to an element around it.
      document.addEventListener(
        'focusin',
        (event) => {
          if (event.target instanceof Node && !event.target.contains(menu)) close(event);
        },
        ends,
      );
      menu.addEventListener('keydown', ({ key }) => key === 'Escape' && (menu.open = false), ends);
    }
    return () => ends.abort();
  }, []);
  return <span ref={place} hidden />;
}
