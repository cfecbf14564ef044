import { useEffect, useRef, type RefObject } from 'react';
import type { DirectoryFilter } from '@/lib/directory/search';
import { withFacet, withSort } from './addresses';
import { withRadius } from './distance-change';
import { useSearchControls } from './search-controls';

/**
 * Searches for what a visitor chose before the scripts of the page had loaded. Without this search, the next update of
 * the page would set the boxes and lists back to what the address says.
 */
export function useEarlyChoices(form: RefObject<HTMLFormElement | null>): void {
  const { filter, search } = useSearchControls();
  const isRead = useRef(false);
  useEffect(() => {
    if (isRead.current || form.current === null) return;
    isRead.current = true;
    // After a reload and after Back, the browser restores the values of fields, which may not match the address.
    const [load] = performance.getEntriesByType('navigation');
    if (load instanceof PerformanceNavigationTiming && load.type !== 'navigate') return;
    const next = withEarlyChoices(filter, form.current);
    // Next.js notices a changed address only after all effects of the page have run.
    if (next !== filter) queueMicrotask(() => search(next));
  }, [form, filter, search]);
}

function withEarlyChoices(filter: DirectoryFilter, form: HTMLFormElement): DirectoryFilter {
  let next = filter;
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) {
      next = withFacet(next, { key: field.name, value: field.value, isChosen: field.checked });
    }
    if (field instanceof HTMLSelectElement && field.selectedOptions[0]?.defaultSelected === false) {
      next = withList(next, field);
    }
  }
  return next;
}

function withList(filter: DirectoryFilter, { name, value }: HTMLSelectElement): DirectoryFilter {
  if (name === 'sort') return withSort(filter, value);
  return name === 'radius' && value !== '' ? withRadius(filter, Number(value)) : filter;
}
