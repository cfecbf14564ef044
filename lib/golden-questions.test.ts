import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { isLong } from '@/lib/base/test-strength';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { entryOf, modelOf, saveAndRead } from '@/lib/directory/model/entry.fixture';
import { emptyFilter, formatDirectoryFilter, parseDirectoryFilter } from '@/lib/directory/filter';
import { withMemberPlaces } from '@/lib/directory/member-places';
import type { Model } from '@/lib/directory/model/model';
import { createQueries, type Queries } from '@/lib/directory/queries';
import { resolvePlace } from '@/lib/directory/resolve-place';
import { requireSuburb, suburbs } from '@/lib/demonstration/suburbs';
import { loadPlaces } from '@/lib/map/geo/places';
import { distanceKm, type Point } from '@/lib/map/geo/point';
import type { PublicExtra } from '@/lib/directory/model/projection';
import { plainWordSettings } from '@/lib/directory/words/search-words';
import { categories, extras, membershipTypes } from '@/lib/demonstration/structure';
import { openDemonstrationDirectory } from './demonstration-directory.fixture';
import { golden, type GoldenName } from './golden-members.fixture';

/**
 * Without `name`, each of the first three results must meet all conditions. With `name`, at least one of the three must
 * meet all conditions.
 */
const condition = z.strictObject({
  name: z.string().optional(),
  nameHas: z.string().optional(),
  /** "Suburb STATE": each result has a location within `km` of this suburb. */
  near: z.string().optional(),
  km: z.number().default(50),
  suburb: z.string().optional(),
  state: z.string().optional(),
  country: z.string().optional(),
  category: z.string().optional(),
  type: z.string().optional(),
  yes: z.string().optional(),
  answer: z.string().optional(),
});
type Condition = z.infer<typeof condition>;
/** The typed text, its conditions, and the field of the form. Without a field, the text is typed into `q`. */
const question = z.union([
  z.tuple([z.string(), condition]),
  z.tuple([z.string(), condition, z.literal('near')]),
]);
const names = ['australia', 'unitedStates', 'unitedKingdom', 'worldwide'] as const;
const questions = z
  .record(z.enum(names), z.array(question))
  .parse(JSON.parse(readFileSync(new URL('./golden-questions.json', import.meta.url), 'utf8')));

interface Asked {
  directory: Queries;
  /** The same, with indexes that were read from the disk. */
  read: Queries;
  members: PublicEntry[];
  country: string | null;
  hasOwnCountry: boolean;
}

const asked = new Map<GoldenName, Asked>();
let remove: () => Promise<void>;

beforeAll(async () => {
  const demonstration = await openDemonstrationDirectory();
  remove = demonstration.remove;
  const { site } = demonstration;
  for (const name of names) {
    const { country, categories: own, members: added, ...association } = golden[name];
    const isDemonstration = name === 'australia';
    const members = isDemonstration
      ? [...[...demonstration.directory.entries()].map(({ entry }) => entry), ...added]
      : added;
    const shownCategories = isDemonstration ? [...categories, ...own] : own;
    const model = await modelOf(members, {
      types: new Map(
        membershipTypes
          .filter(({ isVisible }) => isVisible)
          .map(({ id, name: type }) => [String(id), { id: String(id), name: type }]),
      ),
      categories: new Map(
        shownCategories.map(({ id, name: category }) => [
          String(id),
          { id: String(id), name: category, description: null },
        ]),
      ),
      extras: isDemonstration
        ? extras
            .filter(({ isSearchable, isAdminOnly }) => isSearchable && !isAdminOnly)
            .map(({ id, searchName, options }) => ({ id: String(id), name: searchName, options }))
        : [...questionsOf(members)],
    });
    const words = isDemonstration ? site : { ...plainWordSettings, name: association.name };
    const queriesOf = (shown: Model) =>
      createQueries(
        () => shown,
        () => '2026-03-02',
        () => words,
      );
    const directory = queriesOf(model);
    const ownCountry = isDemonstration ? site.country : country;
    asked.set(name, {
      directory,
      read: queriesOf(await saveAndRead(model)),
      members,
      country: ownCountry ?? directory.about().country,
      hasOwnCountry: ownCountry !== null,
    });
  }
});
afterAll(() => remove());

function questionsOf(members: PublicEntry[]): PublicExtra[] {
  const found = new Map<string, PublicExtra>();
  for (const { extraId, label, answers } of members.flatMap((entry) => entry.answers)) {
    const options = found.get(extraId)?.options ?? [];
    found.set(extraId, { id: extraId, name: label, options: [...new Set([...options, ...answers])] });
  }
  return [...found.values()];
}

function contextOf(name: GoldenName, directory = dataOf(name).directory) {
  const { country, hasOwnCountry } = dataOf(name);
  const places = withMemberPlaces(loadPlaces(), directory, { hasOwnCountry: () => hasOwnCountry });
  return { places, country, words: { directory, unit: 'km' } as const };
}

function dataOf(name: GoldenName): Asked {
  const data = asked.get(name);
  if (data === undefined) throw new Error(`no data for ${name}`);
  return data;
}

/** Every third question, and in the long run each of them. */
function sampleOf(name: GoldenName) {
  return isLong ? questions[name] : questions[name].filter((_, at) => at % 3 === 0);
}

function firstThree(name: GoldenName, typed: string, field: 'q' | 'near'): PublicEntry[] {
  const parsed = parseDirectoryFilter(new URLSearchParams({ [field]: typed }));
  const { filter, problems } = resolvePlace(parsed, contextOf(name));
  if (problems.length > 0) return [];
  return dataOf(name)
    .directory.search(filter)
    .hits.slice(0, 3)
    .map(({ entry }) => entry);
}

test('each of the sample searches has members who match', () => {
  expect(questions.australia.length).toBeGreaterThanOrEqual(150);
  expect(Object.values(questions).flat().length).toBeGreaterThanOrEqual(450);
  const unanswerable = names.flatMap((name) =>
    questions[name].filter(([, wanted]) => !dataOf(name).members.some((entry) => meets(entry, wanted, name))),
  );
  expect(unanswerable).toEqual([]);
});

test.each(names)('%s: indexes that were read from the disk give the same results, byte for byte', (name) => {
  const { directory, read } = dataOf(name);
  const differ = sampleOf(name).flatMap(([typed, , field]) => {
    const parsed = parseDirectoryFilter(new URLSearchParams({ [field ?? 'q']: typed }));
    const [fresh, stored] = [directory, read].map((queries) => {
      const { filter, problems } = resolvePlace(parsed, contextOf(name, queries));
      return JSON.stringify([filter, problems, queries.search(filter)]);
    });
    return fresh === stored ? [] : [typed];
  });
  expect(differ).toEqual([]);
});

test.each(names)('%s: at least 95 of 100 questions have the right first three results', (name) => {
  const wrong = questions[name].flatMap(([typed, wanted, field]) => {
    const found = firstThree(name, typed, field ?? 'q');
    const isRight =
      wanted.name === undefined
        ? found.length > 0 && found.every((entry) => meets(entry, wanted, name))
        : found.some((entry) => meets(entry, wanted, name));
    return isRight ? [] : [`${typed} (${field ?? 'q'}): ${found.map(describe).join('; ') || 'nothing'}`];
  });
  if (wrong.length > 0)
    process.stdout.write(`${wrong.length} of ${questions[name].length} are wrong:\n${wrong.join('\n')}\n`);
  expect(wrong.length).toBeLessThanOrEqual(questions[name].length * 0.05);
});

test.each([
  ['physio Geelong VIC', 'Geelong VIC 3220'],
  ['child physio in St Kilda VIC', 'Saint Kilda VIC 3182'],
  ['physio VIC', 'Victoria, Australia'],
])('"%s" is searched at %s: a town followed by its state is the town', (typed, label) => {
  const parsed = parseDirectoryFilter(new URLSearchParams({ q: typed }));
  const { filter } = resolvePlace(parsed, contextOf('australia'));
  expect(filter.near?.label ?? filter.inside?.label).toBe(label);
});

test('an address that was understood is not changed again', () => {
  for (const name of names) {
    const resolved = (query: string) =>
      formatDirectoryFilter(
        resolvePlace(parseDirectoryFilter(new URLSearchParams(query)), contextOf(name)).filter,
      );
    for (const [typed, , field] of sampleOf(name)) {
      const once = resolved(String(new URLSearchParams({ [field ?? 'q']: typed })));
      expect(resolved(once), typed).toBe(once);
    }
  }
});

test('a member who does not meet the conditions does not count as a right result', () => {
  const stranger = entryOf('1', { name: 'A stranger' });
  const asks = questions.australia.filter(([, { km: _, ...wanted }]) => Object.keys(wanted).length > 0);
  expect(asks.filter(([, wanted]) => meets(stranger, wanted, 'australia'))).toEqual([]);
  const { directory, members } = dataOf('australia');
  expect(directory.search(emptyFilter).total).toBe(members.length);
});

function meets(entry: PublicEntry, wanted: Condition, association: GoldenName): boolean {
  const categoriesOf = entry.categories.map(({ name }) => name);
  const answers = entry.answers.flatMap((answer) => answer.answers);
  const checks = [
    wanted.name === undefined || entry.name === wanted.name,
    wanted.nameHas === undefined || `${entry.name} ${entry.organisation}`.includes(wanted.nameHas),
    wanted.near === undefined || isNear(entry, pointOf(wanted.near, association), wanted.km),
    wanted.suburb === undefined || suburbsOf(entry).includes(wanted.suburb),
    wanted.state === undefined || entry.state === wanted.state,
    wanted.country === undefined || entry.country === wanted.country,
    wanted.category === undefined || categoriesOf.includes(wanted.category),
    wanted.type === undefined || entry.membershipType?.name === wanted.type,
    wanted.yes === undefined ||
      entry.answers.some(({ label, answers: [own] }) => label === wanted.yes && own === 'Yes'),
    wanted.answer === undefined || answers.includes(wanted.answer),
  ];
  return checks.every(Boolean);
}

function isNear(entry: PublicEntry, point: Point, km: number): boolean {
  return entry.locations.some((location) => distanceKm(location.point, point) <= km);
}

function suburbsOf(entry: PublicEntry): (string | null)[] {
  return [entry.suburb, ...entry.locations.map(({ suburb }) => suburb)];
}

function pointOf(place: string, association: GoldenName): Point {
  const own = golden[association].members
    .flatMap(({ locations }) => locations)
    .find(({ suburb, state }) => [suburb, state].filter(Boolean).join(' ') === place);
  if (own !== undefined) return own.point;
  const known = suburbs.find(({ name, state }) => `${name} ${state}` === place);
  if (known === undefined) throw new Error(`no suburb ${place} in the fixtures`);
  return requireSuburb(known.name, known.state).point;
}

function describe(entry: PublicEntry): string {
  return `${entry.name} (${entry.suburb} ${entry.state})`;
}
