/** The values of each facet for each member, as columns of numbers. */
import { facetText } from '@/lib/messages/facets';
import { textKey } from '@/lib/text-key';
import type { Named, PublicEntry } from './entry';
import type { PublicLists } from './projection';
import { optionsShownFirst } from './search';
import type { Breathe } from '@/lib/slices';

export interface FacetColumn {
  key: string;
  label: string;
  /** In display order. */
  options: Named[];
  /**
   * The options of member `m`: `values[starts[m]]` up to `values[starts[m + 1]]`. If `starts` is null, no member has
   * two options: member `m` has `values[m]`, or `options.length` for none.
   */
  starts: Uint32Array | null;
  values: Uint32Array;
  /** The options that a chosen value means: matched by ID, or by name ignoring case and accents. */
  optionsOf(value: string): number[];
}

export interface FacetIndexBuilder {
  /** Adds the next member. */
  add(entry: PublicEntry): void;
  finish(breathe: Breathe): Promise<FacetColumn[]>;
}

/** Facets in page order: membership type, category, chapter, state, country, and each searchable extra. */
export function createFacetIndexBuilder(lists: PublicLists): FacetIndexBuilder {
  const facets = [
    createFacet('type', facetText.type, [...lists.types.values()], (entry) => present(entry.membershipType)),
    createFacet('category', facetText.category, [...lists.categories.values()], (entry) => entry.categories),
    createFacet('chapter', facetText.chapter, [], (entry) => present(entry.chapter)),
    createFacet('state', facetText.state, [], (entry) => byName(entry.state)),
    createFacet('country', facetText.country, [], (entry) => byName(entry.country)),
    ...lists.extras.map((extra) =>
      createFacet(`extra-${extra.id}`, extra.name, extra.options.flatMap(byName), (entry) =>
        (entry.answers.find((answer) => answer.extraId === extra.id)?.answers ?? []).flatMap(byName),
      ),
    ),
  ];
  return {
    add: (entry) => facets.forEach((facet) => facet.add(entry)),
    async finish(breathe) {
      const columns: FacetColumn[] = [];
      for (const facet of facets) {
        columns.push(...facet.finish());
        await breathe();
      }
      return columns;
    },
  };
}

// Free-text answers are all different: a facet of them would be a list of the members.
const maxFreeOptions = 60;

interface FacetBuilder {
  add(entry: PublicEntry): void;
  finish(): FacetColumn[];
}

function createFacet(
  key: string,
  label: string,
  published: Named[],
  valuesOf: (entry: PublicEntry) => Named[],
): FacetBuilder {
  const found: Option[] = [];
  const numbers = new Map<string, number>();
  const starts = [0];
  const values: number[] = [];
  const numberOf = (value: Named, isPublished: boolean) => {
    const identity = value.id === value.name ? textKey(value.name) : `#${value.id}`;
    const known = numbers.get(identity);
    if (known !== undefined) return known;
    numbers.set(identity, found.length);
    return found.push({ ...value, spellings: new Map(), isPublished }) - 1;
  };
  for (const value of published) numberOf(value, true);
  return {
    add(entry) {
      const own = new Set<number>();
      for (const value of valuesOf(entry)) {
        const number = numberOf(value, false);
        const { spellings } = found[number] ?? { spellings: new Map<string, number>() };
        spellings.set(value.name, (spellings.get(value.name) ?? 0) + 1);
        own.add(number);
      }
      values.push(...own);
      starts.push(values.length);
    },
    finish() {
      const isChosenFromList = published.length > 0 || !key.startsWith('extra-');
      if (found.length === 0 || (!isChosenFromList && found.length > maxFreeOptions)) return [];
      return [column(key, label, found, { starts, values })];
    },
  };
}

interface Option extends Named {
  /** How often each spelling occurs. The commonest is shown. */
  spellings: Map<string, number>;
  isPublished: boolean;
}

function column(
  key: string,
  label: string,
  found: Option[],
  { starts, values }: { starts: number[]; values: number[] },
): FacetColumn {
  const named = found.map(commonest);
  const keepsOrder = key === 'type' || key.startsWith('extra-');
  const order = inOrder(
    named.map((option, number) => ({
      number,
      isLater: !(keepsOrder && found[number]?.isPublished),
      name: textKey(option.name),
    })),
    values,
  );
  const rank = new Uint32Array(found.length);
  order.forEach(({ number }, position) => (rank[number] = position));
  const options = order.flatMap(({ number }) => named[number] ?? []);
  const ranked = Uint32Array.from(values);
  for (let at = 0; at < ranked.length; at += 1) ranked[at] = rank[ranked[at]!]!; // in range: every value was found
  const meanings = new Map<string, number[]>();
  options.forEach((option, position) => {
    const name = textKey(option.name);
    meanings.set(name, [...(meanings.get(name) ?? []), position]);
  });
  return {
    key,
    label,
    options,
    ...packed(starts, ranked, options.length),
    // An ID takes precedence over a name that looks the same.
    optionsOf: (value) => {
      const byId = options.findIndex((option) => option.id === value);
      return byId === -1 ? (meanings.get(textKey(value)) ?? []) : [byId];
    },
  };
}

/** `none`: the value for no option, if no member has two. */
function packed(starts: number[], values: Uint32Array, none: number): Pick<FacetColumn, 'starts' | 'values'> {
  const single = new Uint32Array(starts.length - 1).fill(none);
  for (let member = 0; member < single.length; member += 1) {
    const [from, to] = [starts[member] ?? 0, starts[member + 1] ?? 0];
    if (to - from > 1) return { starts: Uint32Array.from(starts), values };
    if (to > from) single[member] = values[from] ?? none;
  }
  return { starts: null, values: single };
}

interface Placed {
  number: number;
  /** The association gave it no position: it comes after those with one, by name. */
  isLater: boolean;
  name: string;
}

/**
 * The association's order, then A–Z. If a list is too long to be shown whole and has no order of its own, the most
 * frequent come first. All members are counted, so that no search changes the order.
 */
function inOrder(options: Placed[], values: number[]): Placed[] {
  const sorted = options.sort(
    (a, b) =>
      Number(a.isLater) - Number(b.isLater) ||
      (a.isLater ? compareTexts(a.name, b.name) : 0) ||
      a.number - b.number,
  );
  if (sorted.length <= optionsShownFirst + 1 || sorted[0]?.isLater !== true) return sorted;
  const counts = new Uint32Array(options.length);
  for (const number of values) counts[number] = (counts[number] ?? 0) + 1;
  const byCount = [...sorted].sort((a, b) => (counts[b.number] ?? 0) - (counts[a.number] ?? 0));
  const first = new Set(byCount.slice(0, optionsShownFirst));
  return [...sorted.filter((one) => first.has(one)), ...sorted.filter((one) => !first.has(one))];
}

/** One name for all spellings: the commonest; on a tie, the first by code units. */
function commonest(option: Option): Named {
  const [best] = [...option.spellings].sort(
    ([a, timesA], [b, timesB]) => timesB - timesA || compareTexts(a, b),
  );
  if (option.isPublished || best === undefined) return { id: option.id, name: option.name };
  return option.id === option.name ? { id: best[0], name: best[0] } : { id: option.id, name: best[0] };
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function present(value: Named | null): Named[] {
  return value === null ? [] : [value];
}

function byName(name: string | null): Named[] {
  return name === null || name.trim() === '' ? [] : [{ id: name, name }];
}
