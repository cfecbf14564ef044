import type { MapFeature } from '@/lib/directory/directory';
import { formatNumber } from '@/lib/messages/locale';
import type { Noun } from '@/lib/noun';
import { isArea, nameOf } from './features';

/**
 * Creates a mark as one single element, because there may be a hundred marks. Until `setReachable` is called, only a
 * pointer can reach the mark.
 */
export function markElement(feature: MapFeature, noun: Noun): HTMLElement {
  const mark = document.createElement('div');
  mark.className = `mark mark-${feature.kind}`;
  mark.ariaHidden = 'true';
  if (feature.kind === 'cluster') {
    const text = formatNumber(feature.count);
    mark.textContent = text;
    // Five and six characters, such as "5,362" and "12,345", need smaller letters.
    mark.classList.toggle('mark-long', text.length > 4);
    mark.classList.toggle('mark-longest', text.length > 5);
  }
  nameMark(mark, feature, noun);
  return mark;
}

/**
 * Updates the style and the name of a mark. The position and the number of members stay the same. The mark may now
 * stand for other members, or open as a list.
 */
export function nameMark(mark: HTMLElement, feature: MapFeature, noun: Noun): void {
  mark.classList.toggle('mark-area', isArea(feature));
  mark.ariaLabel = nameOf(feature, noun);
}

/** The width and height of a mark in pixels, as in map.css. WCAG 2.5.8 requires at least 24 for touch. */
export function markPixels(feature: MapFeature): number {
  return feature.kind === 'pin' ? 26 : 40;
}

export function setReachable(mark: HTMLElement, isReachable: boolean): void {
  if (mark === document.activeElement || (mark.ariaHidden === null) === isReachable) return;
  mark.tabIndex = isReachable ? 0 : -1;
  mark.role = isReachable ? 'button' : null;
  mark.ariaHidden = isReachable ? null : 'true';
}
