import type { MapFeature } from '@/lib/directory/directory';
import { formatNumber } from '@/lib/messages/locale';
import { isArea, nameOf } from './features';

/**
 * A feature as one element, for there are a hundred of them: how it looks, and its name for those who do not see it.
 * Nobody reaches it but the pointer until `setReachable` is told so.
 */
export function markElement(feature: MapFeature): HTMLElement {
  const mark = document.createElement('div');
  mark.className = `mark mark-${feature.kind}`;
  mark.ariaHidden = 'true';
  if (feature.kind === 'cluster') {
    const text = formatNumber(feature.count);
    mark.textContent = text;
    // As much room as there is: "5,362", "12,345".
    mark.classList.toggle('mark-long', text.length > 4);
    mark.classList.toggle('mark-longest', text.length > 5);
  }
  nameMark(mark, feature);
  return mark;
}

/** What may change of a mark that keeps its place and number: other members are there, or the same open as a list. */
export function nameMark(mark: HTMLElement, feature: MapFeature): void {
  mark.classList.toggle('mark-area', isArea(feature));
  mark.ariaLabel = nameOf(feature);
}

/** The width and height of a mark, in pixels (map.css): larger than the 24 that a finger needs (WCAG 2.5.8). */
export function markPixels(feature: MapFeature): number {
  return feature.kind === 'pin' ? 26 : 40;
}

/** Whether the keyboard stops at a mark and a screen reader has it as a button. */
export function setReachable(mark: HTMLElement, isReachable: boolean): void {
  if (mark === document.activeElement || (mark.ariaHidden === null) === isReachable) return;
  mark.tabIndex = isReachable ? 0 : -1;
  mark.role = isReachable ? 'button' : null;
  mark.ariaHidden = isReachable ? null : 'true';
}
