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
    if (then === 'results' && heading !== null) keepInView(heading);
  });
}

const untilStillMs = 2000;

/** After a search, the form folds and the list loads. Until then, or until the visitor does something, the page follows. */
function keepInView(heading: HTMLElement): void {
  const observer = new ResizeObserver(() => heading.scrollIntoView());
  const listening = new AbortController();
  const stop = () => {
    observer.disconnect();
    listening.abort();
  };
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown', 'popstate'])
    window.addEventListener(event, stop, { signal: listening.signal, passive: true });
  observer.observe(document.body);
  setTimeout(stop, untilStillMs);
}
