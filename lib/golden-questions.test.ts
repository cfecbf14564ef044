import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { PublicEntry } from '@/lib/directory-model/entry';
import { entryOf, modelOf } from '@/lib/directory-model/entry.fixture';
import { emptyFilter, formatDirectoryFilter, parseDirectoryFilter } from '@/lib/directory/filter';
import { withMemberPlaces } from '@/lib/directory/member-places';
import { createQueries, type Queries } from '@/lib/directory/queries';
import { resolvePlace } from '@/lib/directory/resolve-place';
import { requireSuburb, suburbs } from '@/lib/demonstration/suburbs';
import { loadPlaces } from '@/lib/geo/places';
import { distanceKm, type Point } from '@/lib/geo/point';
import type { Site } from '@/lib/site';
import { categories, extras, membershipTypes } from '@/lib/demonstration/structure';
import { openDemonstrationDirectory } from './demonstration-directory.fixture';
import { goldenCategories, goldenMembers } from './golden-members.fixture';

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
const golden = z
  .array(question)
  .parse(JSON.parse(readFileSync(new URL('./golden-questions.json', import.meta.url), 'utf8')));

let directory: Queries;
let members: PublicEntry[];
let site: Site;
let remove: () => Promise<void>;

beforeAll(async () => {
  const demonstration = await openDemonstrationDirectory();
  remove = demonstration.remove;
  site = demonstration.site;
  members = [...[...demonstration.directory.entries()].map(({ entry }) => entry), ...goldenMembers];
  const model = await modelOf(members, {
    types: new Map(
      membershipTypes
        .filter(({ isVisible }) => isVisible)
        .map(({ id, name }) => [String(id), { id: String(id), name }]),
    ),
    categories: new Map(
      [...categories.map(({ id, name }) => ({ id: String(id), name })), ...goldenCategories].map((one) => [
        one.id,
        { ...one, description: null },
      ]),
    ),
    extras: extras
      .filter(({ isSearchable, isAdminOnly }) => isSearchable && !isAdminOnly)
      .map(({ id, searchName, options }) => ({ id: String(id), name: searchName, options })),
  });
  directory = createQueries(
    () => model,
    () => '2026-03-02',
    () => site,
  );
});
afterAll(() => remove());

function firstThree(typed: string, field: 'q' | 'near'): PublicEntry[] {
  const places = withMemberPlaces(loadPlaces(), directory);
  const parsed = parseDirectoryFilter(new URLSearchParams({ [field]: typed }));
  const words = { directory, unit: 'km' } as const;
  const { filter, problems } = resolvePlace(parsed, { places, country: site.country, words });
  if (problems.length > 0) return [];
  return directory
    .search(filter)
    .hits.slice(0, 3)
    .map(({ entry }) => entry);
}

test('each of the 150 sample searches has members who match', () => {
  expect(golden).toHaveLength(150);
  const unanswerable = golden.filter(([, wanted]) => !members.some((entry) => meets(entry, wanted)));
  expect(unanswerable).toEqual([]);
});

test('at least 95 of 100 questions have the right first three results', () => {
  const wrong = golden.flatMap(([typed, wanted, field]) => {
    const found = firstThree(typed, field ?? 'q');
    const isRight =
      wanted.name === undefined
        ? found.length > 0 && found.every((entry) => meets(entry, wanted))
        : found.some((entry) => meets(entry, wanted));
    return isRight ? [] : [`${typed} (${field ?? 'q'}): ${found.map(describe).join('; ') || 'nothing'}`];
  });
  if (wrong.length > 0)
    process.stdout.write(`${wrong.length} of ${golden.length} are wrong:\n${wrong.join('\n')}\n`);
  expect(wrong.length).toBeLessThanOrEqual(golden.length * 0.05);
});

test.each([
  ['physio Geelong VIC', 'Geelong VIC 3220'],
  ['child physio in St Kilda VIC', 'Saint Kilda VIC 3182'],
  ['physio VIC', 'Victoria, Australia'],
])('"%s" is searched at %s: a town followed by its state is the town', (typed, label) => {
  const parsed = parseDirectoryFilter(new URLSearchParams({ q: typed }));
  const { filter } = resolvePlace(parsed, {
    places: withMemberPlaces(loadPlaces(), directory),
    country: site.country,
    words: { directory, unit: 'km' },
  });
  expect(filter.near?.label ?? filter.inside?.label).toBe(label);
});

test('an address that was understood is not changed again', () => {
  const context = () => ({
    places: withMemberPlaces(loadPlaces(), directory),
    country: site.country,
    words: { directory, unit: 'km' } as const,
  });
  const resolved = (query: string) =>
    formatDirectoryFilter(resolvePlace(parseDirectoryFilter(new URLSearchParams(query)), context()).filter);
  for (const [typed, , field] of golden) {
    const once = resolved(String(new URLSearchParams({ [field ?? 'q']: typed })));
    expect(resolved(once), typed).toBe(once);
  }
});

test('a member who does not meet the conditions does not count as a right result', () => {
  const stranger = entryOf('1', { name: 'A stranger' });
  expect(golden.filter(([, wanted]) => meets(stranger, wanted))).toEqual([]);
  expect(directory.search(emptyFilter).total).toBe(members.length);
});

function meets(entry: PublicEntry, wanted: Condition): boolean {
  const categoriesOf = entry.categories.map(({ name }) => name);
  const answers = entry.answers.flatMap((answer) => answer.answers);
  const checks = [
    wanted.name === undefined || entry.name === wanted.name,
    wanted.nameHas === undefined || `${entry.name} ${entry.organisation}`.includes(wanted.nameHas),
    wanted.near === undefined || isNear(entry, pointOf(wanted.near), wanted.km),
    wanted.suburb === undefined || suburbsOf(entry).includes(wanted.suburb),
    wanted.state === undefined || entry.state === wanted.state,
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

function pointOf(place: string): Point {
  const own = goldenMembers
    .flatMap(({ locations }) => locations)
    .find(({ suburb, state }) => `${suburb} ${state}` === place);
  if (own !== undefined) return own.point;
  const known = suburbs.find(({ name, state }) => `${name} ${state}` === place);
  if (known === undefined) throw new Error(`no suburb ${place} in the fixtures`);
  return requireSuburb(known.name, known.state).point;
}

function describe(entry: PublicEntry): string {
  return `${entry.name} (${entry.suburb} ${entry.state})`;
}
