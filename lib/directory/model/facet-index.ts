import { facetText } from '@/lib/messages/site';
import { textKey } from '@/lib/base/text-key';
import { compareIds } from './entry-store';
import type { Named, PublicEntry } from './entry';
import { growing, type Growing } from '@/lib/base/collections/growing';
import type { PublicLists } from './projection';
import { optionsShownFirst } from './options-shown-first';
import type { Pause } from '@/lib/base/slices';

export interface FacetColumn {
  key: string;
  label: string;
  /** In display order. */
  options: Named[];
  /** The code of each option; at least 1. */
  codes: Uint32Array;
  /** All codes are below this. Some may belong to no option. */
  codeCount: number;
  /** The number of members with each option. */
  totals: Uint32Array;
  /**
   * The codes of member `m` are those from `values[starts[m]]` up to, but not including, `values[starts[m + 1]]`.
   * `starts` null: no member has two options, and member `m` has the code `values[m]`, or 0 for none.
   */
  starts: Uint32Array | null;
  values: Uint32Array;
  /** The number of members with two or more options. */
  several: number;
  /** Matches a chosen value by ID, or by name ignoring case and accents. */
  optionsOf(value: string): number[];
}

export interface FacetIndex {
  /** In page order: membership type, category, chapter, state, country, and each searchable extra. */
  columns: FacetColumn[];
  /**
   * A new index with more members at the end. The members in `removed` keep their positions, but are no longer counted.
   * `lists` must have the same extras as before.
   */
  with(change: { removed: PublicEntry[]; added: PublicEntry[]; lists: PublicLists }): FacetIndex;
  /** The values of `members`, in this order. All other members must have been removed. */
  values(members: Uint32Array, pause: Pause): Promise<FacetValues[]>;
}

export interface FacetIndexBuilder {
  add(entry: PublicEntry): void;
  finish(pause: Pause): Promise<FacetValues[]>;
}

/** The values of one facet, without anything that follows from the association's lists. */
export interface FacetValues extends Pick<FacetColumn, 'starts' | 'values' | 'several'> {
  /** The options of the members. The code of an option is its position plus 1. */
  options: StoredOption[];
}

interface StoredOption {
  /** @see identityOf */
  identity: string;
  id: string | null;
  spellings: [spelling: string, times: number][];
  count: number;
}

/** @param values of each facet, for the same extras as in `lists` */
export function facetIndexOf(lists: PublicLists, values: readonly FacetValues[]): FacetIndex {
  const definitions = definitionsOf(lists);
  if (definitions.length !== values.length) throw new Error('the extras have changed');
  return createFacetIndex(
    values.flatMap((own, at) => {
      const definition = definitions[at];
      return definition === undefined ? [] : [withColumn(definition, countedOf(definition, own))];
    }),
  );
}

function countedOf({ published }: Definition, { options, starts, values, several }: FacetValues): Counted {
  const codes = new Map(options.map(({ identity }, at) => [identity, at + 1]));
  const found: Option[] = [
    noOption,
    ...options.map(({ id, spellings, count }) => ({ id, spellings: new Map(spellings), count })),
  ];
  for (const value of published) {
    const identity = identityOf(value);
    if (codes.has(identity)) continue;
    codes.set(identity, found.length);
    found.push({ ...noOption, id: ownId(value) });
  }
  return { codes, found, several, starts: starts && integers(starts), values: integers(values) };
}

const noOption: Option = { id: null, spellings: new Map(), count: 0 };

export function createFacetIndexBuilder(lists: PublicLists): FacetIndexBuilder {
  const facets = definitionsOf(lists).map((definition) => ({ definition, builder: createFacet(definition) }));
  return {
    add: (entry) => facets.forEach(({ builder }) => builder.add(entry)),
    async finish(pause) {
      const finished: FacetValues[] = [];
      for (const { builder } of facets) {
        finished.push(builder.finish());
        await pause();
      }
      return finished;
    },
  };
}

interface Definition {
  key: string;
  label: string;
  /** Options that exist even if no member has them, in the association's order. */
  published: Named[];
  valuesOf: (entry: PublicEntry) => Named[];
}

function definitionsOf(lists: PublicLists): Definition[] {
  const define = (
    key: string,
    label: string,
    published: Named[],
    valuesOf: Definition['valuesOf'],
  ): Definition => ({ key, label, published, valuesOf });
  return [
    define('type', facetText.type, [...lists.types.values()], (entry) => present(entry.membershipType)),
    define('category', facetText.category, [...lists.categories.values()], (entry) => entry.categories),
    define('chapter', facetText.chapter, [], (entry) => present(entry.chapter)),
    define('state', facetText.state, [], (entry) => byName(entry.state)),
    define('country', facetText.country, [], (entry) => byName(entry.country)),
    ...lists.extras.map((extra) =>
      define(`extra-${extra.id}`, extra.name, extra.options.flatMap(byName), (entry) =>
        (entry.answers.find((answer) => answer.extraId === extra.id)?.answers ?? []).flatMap(byName),
      ),
    ),
  ];
}

/**
 * A facet's options, and the codes of its members. Later versions can share the map `codes` and add codes to it.
 * Everything else in this object stays unchanged.
 */
interface Counted {
  /**
   * The code of each option, by the option's identity (`identityOf`). Later versions add codes to the same map. In this
   * version, only the codes in `found` are valid.
   */
  codes: Map<string, number>;
  /** The option of each code. The first element is not used. */
  found: readonly Option[];
  starts: Growing<Uint32Array> | null;
  values: Growing<Uint32Array>;
  several: number;
}

interface Option {
  /** null: the commonest spelling is both the option's name and its ID. */
  id: string | null;
  /** How often each spelling occurs. The commonest is shown. */
  spellings: ReadonlyMap<string, number>;
  count: number;
}

interface Facet {
  definition: Definition;
  counted: Counted;
  /** null: the facet is not shown. */
  column: FacetColumn | null;
}

function createFacetIndex(facets: Facet[]): FacetIndex {
  return {
    columns: facets.flatMap(({ column }) => column ?? []),
    with({ removed, added, lists }) {
      const definitions = definitionsOf(lists);
      return createFacetIndex(
        facets.map((facet) => {
          const definition = definitions.find(({ key }) => key === facet.definition.key);
          if (definition === undefined) throw new Error('the extras have changed');
          return changedFacet(facet, definition, { removed, added });
        }),
      );
    },
    async values(members, pause) {
      const all: FacetValues[] = [];
      for (const { counted } of facets) all.push(await valuesOf(counted, members, pause));
      return all;
    },
  };
}

async function valuesOf(
  { codes: numbers, found, starts: from, values: all, several }: Counted,
  members: Uint32Array,
  pause: Pause,
): Promise<FacetValues> {
  const codes = new Uint32Array(found.length);
  const options: StoredOption[] = [];
  for (const [identity, number] of numbers) {
    // Another version may have added to the map.
    const { id, spellings, count } = found[number] ?? noOption;
    if (count > 0) codes[number] = options.push({ identity, id, spellings: [...spellings], count });
    await pause();
  }
  const [starts, values]: [number[], number[]] = [[0], []];
  for (const member of members) {
    const [first, end] =
      from === null ? [member, member + 1] : [from.values[member], from.values[member + 1]];
    for (let at = first ?? 0; at < (end ?? 0); at += 1) {
      const code = codes[all.values[at] ?? 0] ?? 0;
      if (code !== 0) values.push(code);
    }
    starts.push(values.length);
    await pause();
  }
  return { options, several, ...packed(starts, values, several > 0) };
}

function createFacet(definition: Definition): { add(entry: PublicEntry): void; finish(): FacetValues } {
  const options = new Map<string, Option & { code: number; spellings: Map<string, number> }>();
  const starts = [0];
  const values: number[] = [];
  let several = 0;
  const optionOf = (value: Named) => {
    const identity = identityOf(value);
    const known = options.get(identity);
    if (known !== undefined) return known;
    const option = {
      code: options.size + 1,
      id: ownId(value),
      spellings: new Map<string, number>(),
      count: 0,
    };
    options.set(identity, option);
    return option;
  };
  return {
    add(entry) {
      const own = new Set<number>();
      for (const value of definition.valuesOf(entry)) {
        const option = optionOf(value);
        option.spellings.set(value.name, (option.spellings.get(value.name) ?? 0) + 1);
        if (!own.has(option.code)) option.count += 1;
        own.add(option.code);
      }
      if (own.size > 1) several += 1;
      values.push(...own);
      starts.push(values.length);
    },
    finish() {
      const stored = [...options].map(([identity, { id, spellings, count }]) => {
        return { identity, id, spellings: [...spellings], count };
      });
      return { options: stored, several, ...packed(starts, values, several > 0) };
    },
  };
}

function packed(
  starts: number[],
  values: number[],
  hasSeveral: boolean,
): Pick<FacetValues, 'starts' | 'values'> {
  if (hasSeveral) return { starts: Uint32Array.from(starts), values: Uint32Array.from(values) };
  const single = new Uint32Array(starts.length - 1);
  for (let member = 0; member < single.length; member += 1) {
    const [from, to] = [starts[member] ?? 0, starts[member + 1] ?? 0];
    if (to > from) single[member] = values[from] ?? 0;
  }
  return { starts: null, values: single };
}

function integers(values: Uint32Array): Growing<Uint32Array> {
  return growing(values, (length) => new Uint32Array(length));
}

/** Two values with one identity are one option. */
function identityOf(value: Named): string {
  return ownId(value) === null ? textKey(value.name) : `#${value.id}`;
}

function ownId({ id, name }: Named): string | null {
  return id === name ? null : id;
}

function changedFacet(
  facet: Facet,
  definition: Definition,
  { removed, added }: { removed: PublicEntry[]; added: PublicEntry[] },
): Facet {
  const counts = createCounts(facet.counted);
  for (const value of definition.published) counts.codeOf(value);
  const former = removed.map((entry) => counts.count(definition.valuesOf(entry), -1));
  const own = added.map((entry) => counts.count(definition.valuesOf(entry), 1));
  const several = facet.counted.several + countSeveral(own) - countSeveral(former);
  const counted = { ...counts.all(), ...appended(facet.counted, own), several };
  const isSame = counts.areSame() && areSameNames(definition.published, facet.definition.published);
  if (!isSame || facet.column === null) return withColumn(definition, counted);
  const { starts, values } = counted;
  const columns = { starts: starts?.values ?? null, values: values.values, several };
  return { definition, counted, column: { ...facet.column, label: definition.label, ...columns } };
}

function countSeveral(codes: number[][]): number {
  return codes.filter((own) => own.length > 1).length;
}

/** The given counts stay unchanged. */
function createCounts({ codes: before, found: known }: Counted) {
  let codes = before;
  const found = [...known];
  const changed = new Set<number>();
  const codeOf = (value: Named) => {
    const identity = identityOf(value);
    const code = codes.get(identity);
    if (code !== undefined && code < found.length) return code;
    // Another version has added to the map, so this version needs its own.
    if (codes.size >= found.length) codes = new Map([...codes].filter(([, other]) => other < found.length));
    codes.set(identity, found.length);
    return found.push({ id: ownId(value), spellings: new Map(), count: 0 }) - 1;
  };
  const countSpelling = (code: number, spelling: string, step: 1 | -1) => {
    const option = found[code];
    if (option === undefined) return;
    const spellings = new Map(option.spellings);
    const times = (spellings.get(spelling) ?? 0) + step;
    if (times === 0) spellings.delete(spelling);
    else spellings.set(spelling, times);
    found[code] = { ...option, spellings };
  };
  return {
    codeOf,
    /** @returns the codes of the member's values */
    count(values: Named[], step: 1 | -1): number[] {
      for (const value of values) countSpelling(codeOf(value), value.name, step);
      const own = new Set(values.map(codeOf));
      for (const code of own) {
        const option = found[code];
        if (option !== undefined) found[code] = { ...option, count: option.count + step };
        changed.add(code);
      }
      return [...own];
    },
    areSame: () =>
      found.length === known.length && [...changed].every((code) => isSameOption(found[code], known[code])),
    all: () => ({ codes, found }),
  };
}

function areSameNames(a: Named[], b: Named[]): boolean {
  return a.length === b.length && a.every(({ id, name }, at) => id === b[at]?.id && name === b[at].name);
}

function isSameOption(a: Option | undefined, b: Option | undefined): boolean {
  if (a?.count !== b?.count || a?.spellings.size !== b?.spellings.size) return false;
  return [...(a?.spellings ?? [])].every(([spelling, times]) => b?.spellings.get(spelling) === times);
}

function appended({ starts, values }: Counted, more: number[][]): Pick<Counted, 'starts' | 'values'> {
  if (starts === null && more.every((own) => own.length <= 1))
    return { starts, values: values.with(more.map(([code]) => code ?? 0)) };
  const several = starts === null ? asSeveral(values.values) : { starts, values };
  let end = several.values.values.length;
  return {
    starts: several.starts.with(more.map((own) => (end += own.length))),
    values: several.values.with(more.flat()),
  };
}

/** Converts the columns from one code per member to the format for several codes per member. */
function asSeveral(single: Uint32Array) {
  const starts = new Uint32Array(single.length + 1);
  const values = single.filter((code) => code !== 0);
  for (let member = 0; member < single.length; member += 1)
    starts[member + 1] = starts[member]! + Number(single[member] !== 0); // The index is in range.
  return { starts: integers(starts), values: integers(values) };
}

// A facet of free-text answers is not shown if members gave more than this number of different answers. Most answers
// would then have only one member. The facet would be a list of the members.
const maxFreeOptions = 60;

function withColumn(definition: Definition, counted: Counted): Facet {
  const { key, label, published } = definition;
  const isChosenFromList = published.length > 0 || !key.startsWith('extra-');
  const isTooLong =
    !isChosenFromList && counted.found.filter(({ count }) => count > 0).length > maxFreeOptions;
  const ordered = isTooLong ? [] : inOrder(placedOptions(definition, counted));
  if (ordered.length === 0) return { definition, counted, column: null };
  const options = ordered.map(({ id, name }) => ({ id, name }));
  const column: FacetColumn = {
    key,
    label,
    options,
    codes: Uint32Array.from(ordered, ({ code }) => code),
    codeCount: counted.found.length,
    totals: Uint32Array.from(ordered, ({ count }) => count),
    starts: counted.starts?.values ?? null,
    values: counted.values.values,
    several: counted.several,
    optionsOf: createOptionFinder(options),
  };
  return { definition, counted, column };
}

function createOptionFinder(options: Named[]): (value: string) => number[] {
  let meanings: Map<string, number[]> | null = null;
  const byMeaning = () => {
    const found = new Map<string, number[]>();
    options.forEach((option, position) => {
      const name = textKey(option.name);
      found.set(name, [...(found.get(name) ?? []), position]);
    });
    return found;
  };
  return (value) => {
    // An ID takes precedence over a name that looks the same.
    const byId = options.findIndex((option) => option.id === value);
    return byId === -1 ? ((meanings ??= byMeaning()).get(textKey(value)) ?? []) : [byId];
  };
}

interface Placed extends Named {
  code: number;
  count: number;
  /** The position in the association's list. null: the option is not in that list. */
  place: number | null;
  /**
   * true: the option comes after the options that the association has ordered. Later options are in the order of their
   * names.
   */
  isLater: boolean;
  folded: string;
}

/** The options are in no particular order. */
function placedOptions({ key, published }: Definition, { codes, found }: Counted): Placed[] {
  const keepsOrder = key === 'type' || key.startsWith('extra-');
  const places = new Map<number, number>();
  published.forEach((value, place) => {
    const code = codes.get(identityOf(value)) ?? 0;
    if (!places.has(code)) places.set(code, place);
  });
  const placed: Placed[] = [];
  for (const [code, option] of found.entries()) {
    const place = places.get(code) ?? null;
    const named = place === null ? commonest(option) : (published[place] ?? null);
    if (named === null) continue;
    const { id, name } = named;
    const isLater = !keepsOrder || place === null;
    placed.push({ id, name, code, count: option.count, place, isLater, folded: textKey(name) });
  }
  return placed;
}

/** The commonest spelling or, if several are equally common, the first by code units. null: nobody has the option. */
function commonest({ id, spellings }: Option): Named | null {
  const [best] = [...spellings].sort(([a, timesA], [b, timesB]) => timesB - timesA || compareTexts(a, b));
  return best === undefined ? null : { id: id ?? best[0], name: best[0] };
}

/**
 * Options have the association's order, and then the order A–Z. If the association has not ordered a long list, the
 * most frequent options come first. A list is long if it is not shown whole at first. The frequency counts all members,
 * not only the members that a search finds. So the order is the same for all searches.
 */
function inOrder(options: Placed[]): Placed[] {
  const sorted = options.sort(comparePlaced);
  if (sorted.length <= optionsShownFirst + 1 || sorted[0]?.isLater !== true) return sorted;
  const byCount = [...sorted].sort((a, b) => b.count - a.count);
  const first = new Set(byCount.slice(0, optionsShownFirst));
  return [...sorted.filter((one) => first.has(one)), ...sorted.filter((one) => !first.has(one))];
}

/** Equal names are in the order of the association's list. Options that are not in the list come last, by ID. */
function comparePlaced(a: Placed, b: Placed): number {
  const [placeA, placeB] = [a.place ?? Number.MAX_SAFE_INTEGER, b.place ?? Number.MAX_SAFE_INTEGER];
  return (
    Number(a.isLater) - Number(b.isLater) ||
    (a.isLater ? compareTexts(a.folded, b.folded) : 0) ||
    placeA - placeB ||
    compareIds(a.id, b.id)
  );
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
