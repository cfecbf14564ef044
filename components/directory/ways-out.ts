import { kilometresInUnit, radiusChoices } from '@/lib/directory/filter';
import type { DirectoryFilter, Facet } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { sayRadius } from '@/lib/messages/distance';
import { say } from '@/lib/messages/say';
import { changed } from './addresses';
import { chosenOf } from './chosen';

/** A looser search than one that found nobody. How many it finds is asked before it is offered. */
export interface WayOut {
  name: string;
  filter: DirectoryFilter;
}

/** Each chosen thing taken away, and each wider radius; in that order. */
export function waysOut(filter: DirectoryFilter, facets: Facet[]): WayOut[] {
  const without = chosenOf(filter, facets).map(({ name, without: looser }) => ({
    name: say(directoryText.without, { name }),
    filter: looser,
  }));
  return [...widerRadii(filter), ...without];
}

function widerRadii(filter: DirectoryFilter): WayOut[] {
  const { near } = filter;
  if (near === null) return [];
  return radiusChoices[near.unit].choices
    .map((choice) => choice * kilometresInUnit[near.unit])
    .filter((radiusKm) => radiusKm > near.radiusKm)
    .map((radiusKm) => ({
      name: say(directoryText.within, { distance: sayRadius(radiusKm, near.unit) }),
      filter: changed(filter, { near: { ...near, radiusKm } }),
    }));
}
