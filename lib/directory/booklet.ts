/** Members in the order of a printed booklet. */
import type { SearchHit } from './search';

/** Members of one state, by suburb. A name is '' for members without a state, country or suburb. */
export interface BookletState {
  name: string;
  suburbs: { name: string; hits: SearchHit[] }[];
}

export const maxPrinted = 500;

/**
 * Groups members by state (by country without a state) and suburb, in alphabetical order. Groups without a name come
 * last. Inside a suburb, the order of `hits` stays.
 */
export function toBooklet(hits: readonly SearchHit[], collator: Intl.Collator): BookletState[] {
  const states = groupBy(hits, ({ entry }) => entry.state ?? entry.country ?? '', collator);
  return states.map(({ name, hits: inState }) => ({
    name,
    suburbs: groupBy(inState, ({ entry }) => entry.suburb ?? '', collator),
  }));
}

function groupBy(
  hits: readonly SearchHit[],
  nameOf: (hit: SearchHit) => string,
  collator: Intl.Collator,
): { name: string; hits: SearchHit[] }[] {
  const groups = new Map<string, SearchHit[]>();
  for (const hit of hits) {
    const name = nameOf(hit);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [hit]);
    else group.push(hit);
  }
  return [...groups]
    .map(([name, members]) => ({ name, hits: members }))
    .sort((a, b) => Number(a.name === '') - Number(b.name === '') || collator.compare(a.name, b.name));
}
