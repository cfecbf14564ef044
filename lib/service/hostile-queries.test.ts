import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorBodySchema } from '@/lib/contract/resources';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { openFreshStore, usualEngines, type FreshStore } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { sampleSize } from '@/lib/base/test-strength';
import { startTestService, type TestService } from './service.fixture';

const seed = 31337;
const queries = {
  sqlite: sampleSize({ usual: 1_500, long: 20_000 }),
  postgres: sampleSize({ usual: 500, long: 6_000 }),
};
const large = 10_000_000;

const knownNames = [
  'MembershipCategory',
  'MembershipType',
  'OrganisationChapter',
  'FinancialStatus',
  'ExpiryDate[To]',
  'ExpiryDate[From]',
  'CurrentAddons',
  'ExtraAnswer[13]',
  'ExtraAnswer[11]',
  'Searchable',
  'Locations',
  'User[FirstName]',
  'User[LastName]',
  'User[State]',
  'User[Country]',
  'User[Organisation]',
  'DateModified[After]',
  'DateModified[Before]',
  'Geolocation[Lat]',
  'Geolocation[Lng]',
  'Geolocation[Distance]',
  'Name',
  'State',
  'Include',
  'Page[Size]',
  'Page[After]',
];
const hostileTexts = [
  "' or 1=1 --",
  "'; drop table membership; --",
  '" union select * from person',
  '%',
  '_',
  '\\',
  '%27',
  '%00',
  '%C0%AF',
  '%FF%FE',
  '%ED%A0%80',
  '%E0%A4%A',
  '%',
  '%%%',
  '__proto__',
  'constructor',
  'toString',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '\r\nX: y',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '9'.repeat(400),
  '-9223372036854775809',
  '0x10',
  '1,2',
  '[]',
  '{}',
  '\u202e',
  '💥',
  '9999-12-31',
  '0000-01-01',
  '@99999999999999',
  '+99999 years',
  '-99999 years',
  '2026-02-30T25:61',
  'a'.repeat(5000),
  '[['.repeat(500),
];
const name = fc.oneof(
  fc.constantFrom(...knownNames),
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(
    'ExtraAnswer[',
    'ExtraAnswer[]',
    'ExtraAnswer[__proto__][]',
    `ExtraAnswer${'[1]'.repeat(200)}`,
    '',
    '[]',
    '_',
    'User[__proto__]',
  ),
  fc.string({ maxLength: 20 }),
);
const value = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom('1', '13', 'true', 'financial', 'today', '2026-01-01', '-38.15', 'Directory', ''),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer().map(String),
  fc.double().map(String),
);
const suffix = fc.constantFrom('', '', '[]', '[0]', '[999999999]', '[-1]', '[a]', '[][]', '%5B%5D');
const pair = fc.tuple(name, suffix, value, fc.boolean()).map(([left, brackets, right, isEncoded]) => {
  const encode = (text: string) =>
    isEncoded ? encodeURIComponent(text.replace(/\p{Surrogate}/gu, '')) : text;
  return `${encode(left)}${brackets}=${encode(right)}`;
});
/** The parser passes these texts on to the database. */
const textPair = fc
  .tuple(
    fc.constantFrom(
      'User[FirstName]',
      'User[State][]',
      'User[Country]',
      'Name',
      'State',
      'ExtraAnswer[13][]',
    ),
    value,
  )
  .filter(([, text]) => !text.includes('\0'))
  .map(([left, text]) => `${left}=${encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))}`);
const query = fc.oneof(
  textPair,
  fc.array(pair, { minLength: 1, maxLength: 5 }).map((pairs) => pairs.join('&')),
);
const path = fc.constantFrom(
  'members',
  'members',
  'locations',
  'locations',
  'membershiptypes',
  'addons',
  'extras',
  'categories',
);

for (const engine of usualEngines) {
  let fresh: FreshStore;
  let service: TestService;

  beforeAll(async () => {
    fresh = await openFreshStore(engine);
    service = startTestService(fresh.store);
    const context = {
      organisationId: 1,
      clock: () => service.time.now,
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    await withMembersWriter(fresh.store, context, async (writer) => {
      await putSampleStructure(writer);
      await writer.memberships.put(
        sampleMember(1, { answers: [{ extraId: 13, answer: 'admin only' }], locations: [sampleLocation()] }),
      );
      await writer.memberships.put(sampleMember(2, { isApproved: false }, { firstName: 'Unapproved' }));
    });
  });
  afterAll(() => fresh.remove());

  it(`words that every JavaScript object inherits are values like any other (${engine})`, async () => {
    const inherited = Object.getOwnPropertyNames(Object.prototype);
    for (const word of inherited) {
      for (const parameter of knownNames) {
        const endpoint = ['Name', 'State'].includes(parameter) ? 'locations' : 'members';
        const response = await service.get(`${endpoint}?${encodeURIComponent(parameter)}=${word}`);
        expect([word, parameter, [200, 400].includes(response.status)]).toEqual([word, parameter, true]);
      }
      // Parameters whose names begin with _ prevent caching, and are allowed.
      expect((await service.get(`members?${word}=1`)).status).toBe(word.startsWith('_') ? 200 : 400);
    }
  });

  it(
    `${queries[engine]} hostile queries cause no 500 and no leak (${engine})`,
    { timeout: sampleSize({ usual: 300_000, long: 3_600_000 }) },
    async () => {
      const statuses = new Map<number, number>();
      const property = fc.asyncProperty(path, query, fc.boolean(), async (endpoint, raw, isV1) => {
        const version = isV1 && !['locations', 'extras', 'categories'].includes(endpoint) ? 'v1' : 'v2';
        const response = await service.get(`${endpoint}?${raw}`, { version });
        const text = await response.text();
        expect([200, 400, 414]).toContain(response.status);
        if (response.status === 200) {
          expect(Array.isArray(JSON.parse(text))).toBe(true);
          expect(text).not.toMatch(/admin only|Unapproved/);
        } else {
          // Internals (SQL, paths, stack) must not be shown, and sent values are shortened.
          expect(errorBodySchema.parse(JSON.parse(text)).error_description.length).toBeLessThan(700);
          expect(text).not.toMatch(/sqlite|postgres|syntax error|from membership|node_modules|\.ts:\d/i);
        }
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      });
      await fc.assert(property, { seed, numRuns: queries[engine] });
      expect(service.errors).toEqual([]);
      // Both kinds of responses occurred.
      expect(statuses.get(200) ?? 0).toBeGreaterThan(queries[engine] / 20);
      expect(statuses.get(400) ?? 0).toBeGreaterThan(queries[engine] / 3);
    },
  );

  it.each([
    ['a value', `members?User[State][]=${'a'.repeat(large)}`],
    ['an encoded value', `locations?Name=${'%C3%A9'.repeat(large / 6)}`],
    ['a name', `members?${'a'.repeat(large)}=1`],
    ['brackets', `members?ExtraAnswer${'[1]'.repeat(large / 3)}=Yes`],
    ['values', `members?${'MembershipType[]=1&'.repeat(large / 19)}`],
    ['nothing', `categories?${'&'.repeat(large)}`],
    ['a token', `user?access_token=${'a'.repeat(large)}`],
  ])(`a query with 10 MB of %s is refused (${engine})`, async (_, path) => {
    const response = await service.get(path);
    expect([400, 414]).toContain(response.status);
    expect((await response.text()).length).toBeLessThan(700);
    expect(service.errors).toEqual([]);
  });
}
