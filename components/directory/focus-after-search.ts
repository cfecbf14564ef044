import type { Then } from './search-controls';

export const resultsHeadingId = 'results';
const chipsId = 'chips';

export function focusAfterSearch(then: Then): void {
  if (then === 'stay') return;
  requestAnimationFrame(() => {
    const chips = document.getElementById(chipsId)?.querySelectorAll('a') ?? [];
    const chip = then === 'results' ? undefined : [...chips].at(Math.min(then.chip, chips.length - 1));
    if (chip !== undefined) return chip.focus();
    const heading = document.getElementById(resultsHeadingId);
    heading?.focus({ preventScroll: then !== 'results' });
    if (then === 'results') heading?.scrollIntoView();
  });
}
