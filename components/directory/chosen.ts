import { emptyFilter } from '@/lib/directory/filter';
import type { DirectoryFilter, Facet } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { sayRadius } from '@/lib/messages/distance';
import { say } from '@/lib/messages/say';
import { changed, withFacet } from './addresses';

/** One thing that the visitor chose, in words, and the search without it. */
export interface Chosen {
  key: string;
  name: string;
  without: DirectoryFilter;
}

/** Everything chosen, in the order of the form. A value that no facet names is shown as it stands in the address. */
export function chosenOf(filter: DirectoryFilter, facets: Facet[]): Chosen[] {
  const chosen: Chosen[] = [];
  if (filter.text !== '') {
    const name = say(directoryText.chipText, { text: filter.text });
    chosen.push({ key: 'q', name, without: changed(filter, { text: '' }) });
  }
  if (filter.near !== null) {
    chosen.push({ key: 'near', name: sayNear(filter.near), without: changed(filter, { near: null }) });
  }
  if (filter.box !== null) {
    chosen.push({ key: 'box', name: directoryText.chipBox, without: changed(filter, { box: null }) });
  }
  for (const [key, values] of Object.entries(filter.facets)) {
    const options = facets.find((facet) => facet.key === key)?.options ?? [];
    for (const value of values) {
      const name = options.find((option) => option.id === value)?.name ?? value;
      chosen.push({
        key: `${key} ${value}`,
        name,
        without: withFacet(filter, { key, value, isChosen: false }),
      });
    }
  }
  return chosen;
}

/** The same order and look of the list with nothing chosen. */
export function nothingChosen({ sort, layout }: DirectoryFilter): DirectoryFilter {
  return { ...emptyFilter, sort, layout };
}

/** "Within 25 km of Geelong VIC 3220". */
export function sayNear({ radiusKm, unit, label }: NonNullable<DirectoryFilter['near']>): string {
  const place = label ?? directoryText.here;
  return say(directoryText.chipNear, { distance: sayRadius(radiusKm, unit), place });
}
