import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyFilter, formatDirectoryFilter, parseDirectoryFilter, roundedPoint } from './filter';
import { resolvePlace } from './resolve-place';
import { placesFrom } from '@/lib/map/geo/fake-places.fixture';

const parse = (query: string) => parseDirectoryFilter(new URLSearchParams(query));

describe('parseDirectoryFilter', () => {
  test('an empty query selects the whole directory, without a problem', () => {
    expect(parse('')).toEqual({
      filter: emptyFilter,
      problems: [],
      unresolvedPlace: null,
      hasRadius: false,
    });
  });

  test('reads every parameter of a plain form', () => {
    const { filter, problems } = parse(
      'q=jo+smith&type=2&type=1&state=Victoria&extra-12=Yes&lat=-38.15&lng=144.36&radius=10&unit=mi' +
        '&all=type&all=category&as=typed&typed=jo+smith+geelong&leftout=jo' +
        '&near=Geelong&box=-40,140,-30,150&sort=name&layout=rows&page=3',
    );
    expect(problems).toEqual([]);
    expect(filter).toEqual({
      text: 'jo smith',
      facets: { type: ['1', '2'], state: ['Victoria'], 'extra-12': ['Yes'] },
      all: ['type'],
      asTyped: true,
      typed: 'jo smith geelong',
      leftOut: 'jo',
      inside: null,
      near: {
        point: { latitude: -38.15, longitude: 144.36 },
        radiusKm: 16.09344,
        unit: 'mi',
        label: 'Geelong',
      },
      box: { south: -40, west: 140, north: -30, east: 150 },
      sort: 'name',
      layout: 'rows',
      page: 3,
    });
  });

  test('a query selects at most 100 values over all facets', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `extra-${index + 1}=a`).join('&');
    const { filter, problems } = parse(`type=1&type=2&${many}`);
    expect(Object.values(filter.facets).flat()).toHaveLength(100);
    expect(filter.facets['type']).toEqual(['1', '2']);
    expect(problems).toEqual([
      { field: 'facets', message: 'more than 100 values were selected in total; the rest were ignored' },
    ]);
  });

  test('a record of values, as Next provides it, reads the same as a query string', () => {
    const fromRecord = parseDirectoryFilter({ q: 'a', type: ['1', '2'], state: 'NSW', page: undefined });
    expect(fromRecord).toEqual(parse('q=a&type=1&type=2&state=NSW'));
  });

  test.each([
    ['lat=91&lng=0', 'lat'],
    ['lat=1', 'lng'],
    ['lat=1&lng=180.1', 'lng'],
    ['lat=1&lng=1&radius=-1', 'radius'],
    ['lat=1&lng=1&radius=0', 'radius'],
    ['lat=1&lng=1&radius=99999', 'radius'],
    ['lat=1&lng=1&unit=furlong', 'unit'],
    ['box=1,2,3', 'box'],
    ['box=10,0,-10,5', 'box'],
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['sort=price', 'sort'],
    ['in=Victoria', 'in'],
    ['layout=tiles', 'layout'],
    [`q=${'x'.repeat(201)}`, 'q'],
  ])('%s is reported as a problem with %s, in a sentence that names it', (query, field) => {
    const { problems } = parse(query);
    expect(problems.map((problem) => problem.field)).toEqual([field]);
    expect(problems[0]?.message).toContain(`“${field}”`);
  });

  test('a region counts as a place: a point or another typed place replaces it', () => {
    const victoria = 'in=au-vic&near=Victoria,+Australia';
    expect(parse(victoria).filter.inside).toEqual({ id: 'au-vic', label: 'Victoria, Australia' });
    expect(parse(`${victoria}&lat=1&lng=2`).filter.inside).toBeNull();
    const typedOver = parse(`${victoria}&was=Geelong`);
    expect([typedOver.filter.inside, typedOver.unresolvedPlace?.text]).toEqual([null, 'Victoria, Australia']);
  });

  test('0 is a coordinate', () => {
    expect(parse('lat=0&lng=0').filter.near?.point).toEqual({ latitude: 0, longitude: 0 });
  });

  test('a typed place without coordinates stays unresolved, with its radius', () => {
    expect(parse('near=Ballarat&radius=25').unresolvedPlace).toEqual({
      text: 'Ballarat',
      radiusKm: 25,
      unit: 'km',
    });
  });

  test('never throws, and reads back what it formats', () => {
    const name = fc.constantFrom(
      'q',
      'type',
      'state',
      'extra-3',
      'all',
      'as',
      'typed',
      'leftout',
      'near',
      'in',
      'lat',
      'lng',
      'radius',
      'unit',
      'box',
      'page',
      'sort',
      'layout',
    );
    const value = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.integer().map(String),
      fc.constantFrom('1,2,3,4', 'au-vic', 'typed', 'type', 'joined'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 12 }), (pairs) => {
        const once = formatDirectoryFilter(parseDirectoryFilter(new URLSearchParams(pairs)).filter);
        expect(formatDirectoryFilter(parse(once).filter)).toBe(once);
        expect(parse(once).problems).toEqual([]);
      }),
      { seed: 6, numRuns: 500 },
    );
  });
});

describe('the place that the form submits', () => {
  const before = 'was=Geelong&lat=-38&lng=144&box=-39,143,-37,145';

  test('is used while the place field is unchanged', () => {
    const { filter, unresolvedPlace } = parse(`${before}&near=Geelong`);
    expect(filter).toMatchObject({
      near: { label: 'Geelong', point: { latitude: -38 } },
      box: { south: -39 },
    });
    expect(unresolvedPlace).toBeNull();
    expect(parse('was=-&near=&lat=-38&lng=144').filter.near).toMatchObject({ label: null });
    expect(parse('was=-&near=Ballarat&lat=-38&lng=144').filter.near).toBeNull();
  });

  test('is dropped with the area when another place is typed; emptying the field keeps the area', () => {
    const other = parse(`${before}&near=Ballarat`);
    expect(other.filter).toMatchObject({ near: null, box: null });
    expect(other.unresolvedPlace?.text).toBe('Ballarat');
    expect(parse(`${before}&near=`).filter).toMatchObject({ near: null, box: { south: -39 } });
  });
});

describe('formatDirectoryFilter', () => {
  test('the order of the choices makes no difference', () => {
    const a = {
      ...emptyFilter,
      facets: { state: ['b', 'a'], 'extra-12': ['x'], 'extra-2': ['y'], type: ['1'] },
    };
    expect(formatDirectoryFilter(a)).toBe('type=1&state=a&state=b&extra-2=y&extra-12=x');
  });

  test('a point that we round has two decimals; a more exact given point is unchanged', () => {
    const near = {
      point: { latitude: 45.5152, longitude: -122.6784 },
      radiusKm: 50,
      unit: 'km' as const,
      label: null,
    };
    expect(formatDirectoryFilter({ ...emptyFilter, near })).toBe(
      'lat=45.5152&lng=-122.6784&radius=50&unit=km',
    );
    const rounded = { ...near, point: roundedPoint(near.point) };
    expect(formatDirectoryFilter({ ...emptyFilter, near: rounded })).toBe(
      'lat=45.52&lng=-122.68&radius=50&unit=km',
    );
  });
});

describe('resolvePlace', () => {
  const springfield = (state: string, longitude: number) => ({
    id: `au-${state}`,
    label: `Springfield ${state}`,
    name: 'Springfield',
    state,
    postcode: '',
    country: 'Australia',
    point: { latitude: -33.4267, longitude },
    population: 1,
  });
  const places = placesFrom((text) =>
    text === 'Springfield' ? [springfield('VIC', 144.1), springfield('NSW', 151.5)] : [],
  );
  const context = { places, country: null, words: null };

  test('uses the best match, rounded', () => {
    const { filter, understood } = resolvePlace(parse('near=Springfield&radius=5'), context);
    expect(filter.near).toEqual({
      point: { latitude: -33.43, longitude: 144.1 },
      radiusKm: 5,
      unit: 'km',
      label: 'Springfield VIC',
    });
    expect(understood?.state).toBe('VIC');
  });

  test('an unknown place is a problem with near, and the rest of the filter is unchanged', () => {
    const { filter, problems } = resolvePlace(parse('near=Xyzzy&q=a'), context);
    expect(filter).toEqual({ ...emptyFilter, text: 'a' });
    expect(problems.map((problem) => problem.field)).toEqual(['near']);
  });
});
