import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from './errors';
import { noMembersFilter, type LocationsFilter, type MembersFilter } from './filter-types';
import {
  parseEmptyQuery,
  parseListingQuery,
  parseLocationsQuery,
  parseMembersQuery,
  parseMembersV1Query,
} from './filters';
import { readIdCursor } from './page';
import { formatLocationsQuery, formatMembersQuery } from './write-filters.fixture';
import { financialStatuses } from './words';

// Noon in Melbourne (+11:00).
const context = { now: new Date('2026-01-15T01:00:00Z'), timeZone: 'Australia/Melbourne' };
const members = (raw: string) => parseMembersQuery(raw, context).filter;
const locations = (raw: string) => parseLocationsQuery(raw, context).filter;

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_request') return error.description;
    throw error;
  }
  throw new Error('the query was accepted');
}

describe('array parameters', () => {
  it.each([
    'FinancialStatus[]=expired&FinancialStatus[]=outstanding',
    'FinancialStatus[0]=expired&FinancialStatus[1]=outstanding',
    'FinancialStatus%5B%5D=expired&FinancialStatus%5b1%5d=outstanding',
    'FinancialStatus=expired&FinancialStatus=outstanding',
    'FinancialStatus[]=expired&&FinancialStatus[]=outstanding&FinancialStatus[]=expired&_=123',
  ])('are read the same way in every form: %s', (raw) => {
    expect(members(raw).statuses).toEqual(['expired', 'outstanding']);
  });

  it.each([
    'ExtraAnswer[12][]=Yes',
    'ExtraAnswer[12][0]=Yes',
    'ExtraAnswer[12]=Yes',
    'ExtraAnswer%5B12%5D%5B%5D=Yes',
  ])('keyed by extra are read the same way in every form: %s', (raw) =>
    expect(members(raw).extraAnswers).toEqual([{ extraId: 12, answers: ['Yes'] }]),
  );

  it.each(['User[FirstName]=Zo%C3%AB', 'User[FirstName][]=Zo%C3%AB', 'User%5BFirstName%5D%5B0%5D=Zo%C3%AB'])(
    'of names accept one value or several: %s',
    (raw) => expect(members(raw).firstNames).toEqual(['Zoë']),
  );
});

describe('the documented defaults', () => {
  it('are FinancialStatus[] financial, Visible true and Geolocation[Distance] 50', () => {
    expect(members('')).toEqual(noMembersFilter);
    expect(parseListingQuery('', ['Visible', 'Searchable']).filter).toEqual({
      includesHidden: false,
      isSearchable: false,
    });
    expect(locations('Geolocation[Lat]=-38.1&Geolocation[Lng]=0').near).toEqual({
      point: { latitude: -38.1, longitude: 0 },
      distanceKm: 50,
    });
  });
});

describe('booleans', () => {
  it.each(['true', 'TRUE', '1'])('filter when true: %s', (value) => {
    expect(members(`Searchable=${value}&Locations=${value}`)).toMatchObject({
      isSearchable: true,
      hasLocations: true,
    });
  });
  it.each(['Searchable=false&Locations=0', ''])('do not filter otherwise: "%s"', (raw) => {
    expect(members(raw)).toEqual(noMembersFilter);
  });
  it('Visible=false also lists hidden items', () => {
    expect(parseListingQuery('Visible=false', ['Visible']).filter.includesHidden).toBe(true);
  });
});

describe('malformed values name the parameter and what was expected', () => {
  it.each([
    [
      'FinancialStatus[]=paid',
      '"FinancialStatus[]" must be one of financial, expired, expiring, outstanding',
    ],
    ['MembershipType[]=gold', '"MembershipType[]" must be an ID: an integer'],
    ['MembershipCategory[]=', '"MembershipCategory[]" must be an ID: an integer'],
    ['CurrentAddons[]=1.5', '"CurrentAddons[]" must be an ID: an integer'],
    ['OrganisationChapter[]=9999999999999999', '"OrganisationChapter[]" must be an ID: an integer'],
    ['ExtraAnswer[colour][]=red', '"ExtraAnswer" must have the form ExtraAnswer[<integer>][]'],
    ['ExtraAnswer[1][x]=red', '"ExtraAnswer" must have the form ExtraAnswer[<integer>][]'],
    ['Searchable=yes', '"Searchable" must be true, false, 1 or 0'],
    ['Searchable=true&Searchable=true', '"Searchable" must be sent once, without array brackets'],
    ['User[Country][]=Australia', '"User[Country]" must be sent once, without array brackets'],
    ['ExpiryDate[To]=soon', '"ExpiryDate[To]" must be a date such as'],
    ['ExpiryDate[From]=01/02/2026', 'a day and month in figures are ambiguous'],
    ['ExpiryDate[From]=2026-02-29', '"ExpiryDate[From]" must be a date'],
    ['Include[]=Everything', '"Include[]" must be one of Directory'],
    ['Page[Size]=0', '"Page[Size]" must be an integer from 1 to 1000'],
    ['Page[Size]=1001', '"Page[Size]" must be an integer from 1 to 1000'],
    ['Page[After]=5', '"Page[Size]" must be sent'],
    ['User[State][]=%FF', '"User[State][]" must be percent-encoded UTF-8'],
    ['User[State][]=a%00b', '"User[State][]" must not have NUL characters'],
    ['%E0%A4%A=1', 'a parameter name must be percent-encoded UTF-8'],
  ])('%s', (raw, description) => {
    expect(refusal(() => members(raw))).toContain(description);
  });

  it.each([
    [
      'Geolocation[Lat]=91&Geolocation[Lng]=0',
      '"Geolocation[Lat]" must be a number of degrees from -90 to 90',
    ],
    [
      'Geolocation[Lat]=0&Geolocation[Lng]=-180.1',
      '"Geolocation[Lng]" must be a number of degrees from -180 to 180',
    ],
    ['Geolocation[Lat]=1', '"Geolocation[Lng]" must be sent'],
    ['Geolocation[Lng]=1', '"Geolocation[Lat]" must be sent'],
    ['Geolocation[Distance]=5', '"Geolocation[Lat]" must be sent'],
    [
      'Geolocation[Lat]=0&Geolocation[Lng]=0&Geolocation[Distance]=0',
      '"Geolocation[Distance]" must be more than 0',
    ],
    ['Geolocation[Lat]=0&Geolocation[Lng]=0&Geolocation[Distance]=20039', 'from 0 to 20038'],
    ['Geolocation[Lat]=0&Geolocation[Lng]=0&Geolocation[Distance]=1e999', '"Geolocation[Distance]" must be'],
    ['Geolocation[Lat]=NaN&Geolocation[Lng]=0', '"Geolocation[Lat]" must be'],
    ['Geolocation[Lat]=&Geolocation[Lng]=0', '"Geolocation[Lat]" must be'],
    ['Name=a&Name=b', '"Name" must be sent once'],
  ])('%s', (raw, description) => {
    expect(refusal(() => locations(raw))).toContain(description);
  });

  it('the ends of every range are accepted', () => {
    expect(
      locations('Geolocation[Lat]=-90&Geolocation[Lng]=180&Geolocation[Distance]=20038').near?.distanceKm,
    ).toBe(20_038);
    expect(
      locations('Geolocation[Lat]=90&Geolocation[Lng]=-180&Geolocation[Distance]=0.001').near?.distanceKm,
    ).toBe(0.001);
    expect(parseMembersQuery('Page[Size]=1000', context).page.size).toBe(1000);
  });
});

describe('an unknown parameter', () => {
  it.each([
    ['MembershpType[]=1', 'Unknown parameter "MembershpType[]". Did you mean "MembershipType[]"?'],
    ['searchable=true', 'Did you mean "Searchable"'],
    ['user[firstname]=x', 'Did you mean "User[FirstName][]"'],
    ['ExpiryDate[Until]=today', 'Did you mean "ExpiryDate['],
    ['__proto__[x]=1&constructor[]=1', 'Unknown parameter "constructor[]"'],
    ['[]=1', 'Unknown parameter "[]"'],
    ['=1', 'Unknown parameter ""'],
    ['Searchable[[[[[[]]]]]]=1', 'Unknown parameter'],
  ])('is refused, and the error suggests the most similar known one: %s', (raw, description) => {
    expect(refusal(() => members(raw))).toContain(description);
  });

  it.each([
    'MembershipCategory[]=1',
    'Locations=true',
    'User[State][]=VIC',
    'DateModified[After]=today',
    'Include[]=Directory',
  ])('that only v2 has is refused in v1: %s', (raw) =>
    expect(refusal(() => parseMembersV1Query(raw, context))).toContain('Unknown parameter'),
  );

  it('is allowed if its name begins with an underscore', () => {
    expect(members('_=1&__proto__=2&_cache[]=x')).toEqual(noMembersFilter);
    expect(() => parseEmptyQuery('_=5')).not.toThrow();
    expect(refusal(() => parseEmptyQuery('a=5'))).toContain('takes no parameters');
  });

  it('v1 reads the seven parameters of its table', () => {
    const raw =
      'MembershipType[]=1&OrganisationChapter[]=2&FinancialStatus[]=expired&ExpiryDate[To]=2026-01-01&ExpiryDate[From]=2025-01-01&CurrentAddons[]=3&Searchable=1';
    expect(parseMembersV1Query(raw, context).filter).toMatchObject({
      typeIds: [1],
      chapterIds: [2],
      statuses: ['expired'],
      currentAddonIds: [3],
      isSearchable: true,
    });
  });
});

it('a query of more than 16 000 characters is too long', () => {
  expect(() => members(`User[State][]=${'a'.repeat(16_000)}`)).toThrow(ApiError);
});

it('only a query with relative dates is marked as such', () => {
  expect(parseMembersQuery('DateModified[After]=-1 week', context).isRelative).toBe(true);
  expect(parseMembersQuery('DateModified[After]=2026-01-01', context).isRelative).toBe(false);
});

it('a cursor is a number from a Link header', () => {
  expect(readIdCursor({ size: 1, after: '12' })).toBe(12);
  expect(refusal(() => readIdCursor({ size: 1, after: '1 or 1=1' }))).toContain('"Page[After]" must be');
});

const id = fc.integer({ min: -5, max: 999_999_999_999_999 });
const text = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((value) => !value.includes('\0') && !/\p{Surrogate}/u.test(value));
const distinct = <T>(values: fc.Arbitrary<T>) => fc.uniqueArray(values, { maxLength: 3 });
const date = fc.date({ min: new Date('0001-01-03'), max: new Date('9999-12-28'), noInvalidDate: true });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const membersFilter: fc.Arbitrary<MembersFilter> = fc.record({
  categoryIds: distinct(id),
  typeIds: distinct(id),
  chapterIds: distinct(id),
  statuses: fc.uniqueArray(fc.constantFrom(...financialStatuses), { minLength: 1 }),
  expiryTo: optional(date),
  expiryFrom: optional(date),
  currentAddonIds: distinct(id),
  extraAnswers: fc
    .uniqueArray(id, { maxLength: 3 })
    .map((ids) =>
      ids.sort((a, b) => a - b).map((extraId) => ({ extraId, answers: [`answer ${extraId}`, '&=[]%'] })),
    ),
  isSearchable: fc.boolean(),
  hasLocations: fc.boolean(),
  firstNames: distinct(text),
  lastNames: distinct(text),
  states: distinct(text),
  country: optional(text),
  organisation: optional(text),
  modifiedAfter: optional(date),
  modifiedBefore: optional(date),
});
const coordinate = (limit: number) =>
  fc.double({ min: -limit, max: limit, noNaN: true }).map((value) => value + 0);
const locationsFilter: fc.Arbitrary<LocationsFilter> = fc.record({
  members: membersFilter,
  near: optional(
    fc.record({
      point: fc.record({ latitude: coordinate(90), longitude: coordinate(180) }),
      distanceKm: fc.double({ min: 0.0001, max: 20_038, noNaN: true }),
    }),
  ),
  name: optional(text),
  state: optional(text),
});

describe('a written filter', () => {
  it('of members is read back unchanged', () => {
    fc.assert(
      fc.property(membersFilter, (filter) => {
        expect(members(formatMembersQuery(filter))).toEqual(filter);
      }),
      { seed: 1, numRuns: 500 },
    );
    expect(formatMembersQuery(noMembersFilter)).toBe('');
  });

  it('of locations is read back unchanged', () => {
    fc.assert(
      fc.property(locationsFilter, (filter) => {
        expect(locations(formatLocationsQuery(filter))).toEqual(filter);
      }),
      { seed: 2, numRuns: 500 },
    );
  });
});
