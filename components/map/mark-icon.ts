import { divIcon, type DivIcon } from 'leaflet';
import { mapText } from '@/lib/messages/map';
import { say, sayNumber } from '@/lib/messages/say';
import { commonPlace, memberCount, type Feature } from './clusters';

/** How a feature looks; its name is text inside it, so that a keyboard or screen reader user hears what it is. */
export function markIcon(feature: Feature): DivIcon {
  const mark = document.createElement('span');
  mark.className = `mark mark-${feature.kind} ${isArea(feature) ? 'mark-area' : ''}`;
  if (feature.kind !== 'pin') {
    const count = document.createElement('span');
    count.ariaHidden = 'true';
    count.textContent = sayNumber(memberCount(feature.pins));
    mark.append(count);
  }
  const name = document.createElement('span');
  name.className = 'sr-only';
  name.textContent = nameOf(feature);
  mark.append(name);
  const size = feature.kind === 'pin' ? 28 : 40;
  return divIcon({ html: mark, className: 'mark-box', iconSize: [size, size] });
}

/** "12 members around Geelong VIC, zoom in". */
export function nameOf({ kind, pins }: Feature): string {
  const [first] = pins;
  if (kind === 'pin' && first !== undefined) {
    return say(first.isArea ? mapText.area : mapText.pin, { name: first.name, place: first.place });
  }
  const message = kind === 'cluster' ? mapText.cluster : mapText.samePoint;
  return say(message, { count: memberCount(pins), place: commonPlace(pins) });
}

function isArea({ pins }: Feature): boolean {
  return pins.every((pin) => pin.isArea);
}
