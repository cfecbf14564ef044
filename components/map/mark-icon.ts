import { divIcon, type DivIcon } from 'leaflet';
import type { MapFeature } from '@/lib/directory/directory';
import { sayNumber } from '@/lib/messages/say';
import { isArea, nameOf } from './features';

/** How a feature looks; its name is text inside it, so that a keyboard or screen reader user hears what it is. */
export function markIcon(feature: MapFeature): DivIcon {
  const mark = document.createElement('span');
  mark.className = `mark mark-${feature.kind} ${isArea(feature) ? 'mark-area' : ''}`;
  if (feature.kind === 'cluster') {
    const count = document.createElement('span');
    count.ariaHidden = 'true';
    count.textContent = sayNumber(feature.count);
    mark.append(count);
  }
  const name = document.createElement('span');
  name.className = 'sr-only';
  name.textContent = nameOf(feature);
  mark.append(name);
  const size = feature.kind === 'pin' ? 28 : 40;
  return divIcon({ html: mark, className: 'mark-box', iconSize: [size, size] });
}
