'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect } from 'react';

/**
 * Before typed work would be lost, the browser asks. A long form with typed work is marked, so that its button stays
 * in view. Without scripts, nothing asks, and the button always stays in view.
 */
export function UnsavedWarning() {
  const path = usePathname();
  const query = useSearchParams().toString();
  // After a form was saved, the page has another address, and nothing is unsaved.
  useEffect(() => {
    const state = { isTyped: false, isSent: false };
    const ends = new AbortController();
    const note = (target: EventTarget | null) => {
      if (!(target instanceof Element) || !isWork(target)) return;
      state.isTyped = true;
      state.isSent = false;
      const form = target.closest('form:has(> .save-bar)');
      form?.setAttribute('data-typed', '');
      // The bar must not cover the field.
      if (form !== null) target.scrollIntoView({ block: 'nearest' });
    };
    typedBefore().forEach(note);
    document.addEventListener('input', ({ target }) => note(target), ends);
    document.addEventListener('submit', () => (state.isSent = true), ends);
    window.addEventListener(
      'beforeunload',
      (event) => {
        // A form that was refused still has what was typed.
        const isRefused = document.querySelector('main [role="alert"]') !== null;
        if (state.isTyped && (!state.isSent || isRefused)) event.preventDefault();
      },
      ends,
    );
    return () => {
      ends.abort();
      for (const form of document.querySelectorAll('form[data-typed]')) form.removeAttribute('data-typed');
    };
  }, [path, query]);
  return null;
}

/** The fields into which somebody typed before the scripts of the page had loaded. */
function typedBefore(): Element[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main form :is(input:not([type="hidden"]), textarea)',
  );
  return [...fields].filter(({ value, defaultValue }) => value !== defaultValue);
}

/** The filters of a list, whose form has an address, and the ticks with which rows are selected are no work. */
function isWork(input: Element): boolean {
  const form = input.closest('form');
  if (form === null) return false;
  // A form of an action has an address too, but is posted.
  if (form.method === 'get' && form.getAttribute('action')?.startsWith('/') === true) return false;
  return !input.matches('table [type="checkbox"]');
}
