import { emptyFilter } from '@/lib/directory/filter';
import type { DirectoryFilter, Facet } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { sayRadius } from './distance-text';
import { say } from '@/lib/messages/say';
import { lookUp } from '@/lib/base/look-up';
import { changed, withFacet } from './addresses';

/** One choice of the visitor. `without` is the search without this choice. */
export interface Chosen {
  key: string;
  name: string;
  without: DirectoryFilter;
}

/**
 * Returns all choices in the order of the form. If no option has the chosen value, the choice's name is the value from
 * the URL. An answer such as "Yes" says little by itself. So the name of an answer always includes the facet's name.
 * Any other name includes it only if a chosen value of another facet has the same name. For example, a state and a
 * chapter may have the same name.
 */
export function chosenOf(filter: DirectoryFilter, facets: Facet[]): Chosen[] {
  const chosen: Chosen[] = [];
  if (filter.text !== '') {
    const name = say(directoryText.chipText, { text: filter.text });
    chosen.push({ key: 'q', name, without: changed(filter, { text: '', asTyped: false }) });
  }
  if (filter.near !== null) {
    chosen.push({ key: 'near', name: sayNear(filter.near), without: changed(filter, { near: null }) });
  }
  if (filter.inside !== null) {
    const name = say(directoryText.chipInside, { place: filter.inside.label });
    chosen.push({ key: 'in', name, without: changed(filter, { inside: null }) });
  }
  if (filter.box !== null) {
    chosen.push({ key: 'box', name: directoryText.chipBox, without: changed(filter, { box: null }) });
  }
  const values = Object.entries(filter.facets).flatMap(([key, ids]) => ids.map((id) => ({ key, id })));
  const named = values.map((value) => ({ ...value, ...namesOf(value, facets) }));
  for (const { key, id, name, label } of named) {
    const isAnswer = key.startsWith('extra-');
    const isAlone = !isAnswer && named.every((other) => other.key === key || other.name !== name);
    chosen.push({
      key: `${key} ${id}`,
      name: isAlone ? name : say(directoryText.chipOfFacet, { label, name }),
      without: withFacet(filter, { key, value: id, isChosen: false }),
    });
  }
  for (const key of filter.all) {
    if ((lookUp(filter.facets, key)?.length ?? 0) < 2) continue;
    const label = facets.find((one) => one.key === key)?.label ?? key;
    const all = filter.all.filter((one) => one !== key);
    chosen.push({
      key: `all ${key}`,
      name: say(directoryText.chipAll, { label }),
      without: changed(filter, { all }),
    });
  }
  return chosen;
}

function namesOf({ key, id }: { key: string; id: string }, facets: Facet[]): { name: string; label: string } {
  const facet = facets.find((one) => one.key === key);
  const name = facet?.options.find((option) => option.id === id)?.name ?? id;
  return { name, label: facet?.label ?? key };
}

/** Drops all choices, but keeps the order and the layout. */
export function nothingChosen({ sort, layout }: DirectoryFilter): DirectoryFilter {
  return { ...emptyFilter, sort, layout };
}

/** A text such as "Within 25 km of Geelong VIC 3220". */
function sayNear({ radiusKm, unit, label }: NonNullable<DirectoryFilter['near']>): string {
  const place = label ?? directoryText.here;
  return say(directoryText.chipNear, { distance: sayRadius(radiusKm, unit), place });
}
