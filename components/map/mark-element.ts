import type { MapFeature } from '@/lib/directory/directory';
import { formatNumber } from '@/lib/messages/locale';
import type { Noun } from '@/lib/noun';
import { isArea, nameOf } from './features';

/**
 * A single element for a feature, with its look and its name for screen readers. It is only one element because there
 * may be a hundred features. Only a pointer can reach it until `setReachable` is called.
 */
export function markElement(feature: MapFeature, noun: Noun): HTMLElement {
  const mark = document.createElement('div');
  mark.className = `mark mark-${feature.kind}`;
  mark.ariaHidden = 'true';
  if (feature.kind === 'cluster') {
    const text = formatNumber(feature.count);
    mark.textContent = text;
    // Texts such as "5,362" and "12,345" need smaller letters.
    mark.classList.toggle('mark-long', text.length > 4);
    mark.classList.toggle('mark-longest', text.length > 5);
  }
  nameMark(mark, feature, noun);
  return mark;
}

/** Updates a mark that keeps its position and its number of members, but has other members or now opens as a list. */
export function nameMark(mark: HTMLElement, feature: MapFeature, noun: Noun): void {
  mark.classList.toggle('mark-area', isArea(feature));
  mark.ariaLabel = nameOf(feature, noun);
}

/** The width and height of a mark, in pixels (map.css). They are more than the 24 that touch requires (WCAG 2.5.8). */
export function markPixels(feature: MapFeature): number {
  return feature.kind === 'pin' ? 26 : 40;
}

/** Sets whether keyboard focus stops at a mark and screen readers present it as a button. */
export function setReachable(mark: HTMLElement, isReachable: boolean): void {
  if (mark === document.activeElement || (mark.ariaHidden === null) === isReachable) return;
  mark.tabIndex = isReachable ? 0 : -1;
  mark.role = isReachable ? 'button' : null;
  mark.ariaHidden = isReachable ? null : 'true';
}
