import { describe, expect, test } from 'vitest';
import { loadPlaces, loadPlaceTables } from './places';
import { regionJudge } from './regions';
import { shapeOfRegion } from './region-shapes';

const places = loadPlaces();
const suggest = (text: string, country: string | null = 'Australia', limit = 5) =>
  places.suggest(text, { country, limit });
const labels = (text: string, country: string | null = 'Australia') =>
  suggest(text, country).map(({ label }) => label);

test.each([
  ['NSW', 'New South Wales, Australia'],
  ['n.s.w.', 'New South Wales, Australia'],
  ['tasm', 'Tasmania, Australia'],
  ['Victoria', 'Victoria, Australia'],
  ['victoria australia', 'Victoria, Australia'],
  ['Saint Kilda', 'Saint Kilda VIC 3182'],
  ['Mt Waverley', 'Mount Waverley VIC 3149'],
  ['Gelong', 'Geelong VIC 3220'],
  ['gelon', 'Geelong VIC 3220'],
  ['gelong vic', 'Geelong VIC 3220'],
  ['Launcestown', 'Launceston TAS 7250'],
  ['Paris', 'Paris, Île-de-France, France'],
])('an Australian association understands "%s" as %s', (text, label) => {
  expect(labels(text)[0]).toBe(label);
});

test.each(['mel', 'geel', 'toowo', 'ball'])('"%s" is the beginning of a place at home first', (text) => {
  expect(suggest(text)[0]?.country).toBe('Australia');
});

describe('a submitted text', () => {
  const meaning = (text: string, country: string | null = 'Australia') =>
    places.suggest(text, { country, limit: 1, isComplete: true })[0];

  test.each([
    ['London', 'London, England, United Kingdom'],
    ['Gelong', 'Geelong VIC 3220'],
    ['gelong vic', 'Geelong VIC 3220'],
    ['3220', 'Geelong VIC 3220'],
    ['tassie', 'Tasmania, Australia'],
  ])('"%s" means %s', (text, label) => {
    expect(meaning(text)?.label).toBe(label);
  });

  test.each([
    ['Kent', 'United Kingdom', 'Kent, England'],
    ['hessen', 'Germany', 'Hesse, Germany'],
    ['nrw', 'Germany', 'North Rhine-Westphalia, Germany'],
    ['n. ireland', 'United Kingdom', 'Northern Ireland, United Kingdom'],
    ['washington state', 'United States', 'Washington, United States'],
    ['new york state', 'United States', 'New York, United States'],
    ['eastern suburbs melbourne', 'Australia', 'Eastern Suburbs, Melbourne VIC'],
    ['wagga', 'Australia', 'Wagga Wagga NSW 2650'],
    ['coffs', 'Australia', 'Coffs Harbour NSW 2450'],
  ])('"%s" in %s means %s', (text, country, label) => {
    expect(meaning(text, country)?.label).toBe(label);
  });

  test.each(['2001', '200', 'bendi', 'tasm', 'queensl'])('never means what only begins with "%s"', (text) => {
    expect(suggest(text, null)).not.toEqual([]);
    expect(meaning(text, null)?.match).not.toBe('prefix');
    expect(meaning(text)?.match).not.toBe('prefix');
  });
});

test('the country decides: Victoria is also a city in Canada, and WA is a state of two countries', () => {
  expect(labels('Victoria', 'Canada')[0]).toBe('Victoria, British Columbia, Canada');
  expect(labels('WA', 'United States')[0]).toBe('Washington, United States');
  const abroad = suggest('VIC', 'Germany').find(({ regionId }) => regionId === 'au-vic');
  expect(abroad?.match).not.toBe('exact');
});

test('a region with the name of a city has another label, which leads to the region', () => {
  expect(labels('dublin', 'Ireland').slice(0, 2)).toEqual(['Dublin (region), Ireland', 'Dublin, Ireland']);
  expect(suggest('Dublin (region), Ireland', 'Ireland')[0]?.regionId).toBe('ie-dublin');
});

test('places near members come first among places of one name', () => {
  const first = (longitude: number) =>
    places.suggest('newtown', {
      country: 'Australia',
      limit: 1,
      membersNear: (point) => (Math.abs(point.longitude - longitude) < 1 ? 1000 : 0),
    })[0]?.label;
  expect(first(151)).toBe('Newtown NSW 2042');
  expect(first(144.3)).toBe('Newtown VIC 3220');
});

test.each(['', ' ', 'zz', 'zzzzqqqq', '12', '\0', '(.*', 'a'.repeat(10_000)])(
  '"%s" causes no error',
  (text) => {
    expect(suggest(text).length).toBeLessThanOrEqual(5);
    expect(suggest(text, 'Australia', 0)).toEqual([]);
  },
);

describe('a region', () => {
  test('has the points of its towns, with few exceptions at its borders and coasts', () => {
    const { towns } = loadPlaceTables();
    const wrong: string[] = [];
    let count = 0;
    for (let row = 0; row < towns.count; row += 1) {
      const { country, stateCode } = towns.regionOf(row);
      if (country !== 'AU' || stateCode === '') continue;
      count += 1;
      if (shapeOfRegion(`au-${stateCode.toLowerCase()}`)?.holds(towns.pointOf(row)) !== true)
        wrong.push(towns.nameOf(row));
    }
    expect(count).toBeGreaterThan(3_000);
    expect(wrong.length / count).toBeLessThan(0.03);
  });

  test('decides by the words of an address, and by the point if the words do not say', () => {
    const judge = regionJudge(loadPlaceTables(), 'au-vic');
    expect(judge).not.toBeNull();
    const verdict = (state: string | null, country: string | null) => judge?.({ state, country });
    for (const state of ['VIC', 'vic', 'Victoria', 'State of Victoria'])
      expect(verdict(state, 'Australia')).toBe('inside');
    expect(verdict('NSW', 'AU')).toBe('outside');
    expect(verdict('VIC', 'Canada')).toBe('outside');
    expect(verdict(null, 'Canada')).toBe('outside');
    expect(verdict('Victoria', null)).toBe('unknown');
    expect(verdict('Gippsland', 'Australia')).toBe('unknown');
    expect(verdict(null, null)).toBe('unknown');
    expect(regionJudge(loadPlaceTables(), 'au-atlantis')).toBeNull();
  });
});

const australianTowns =
  'Sydney, Melbourne, Brisbane, Perth, Adelaide, Canberra, Hobart, Darwin, Newcastle, Wollongong, Geelong, Townsville, Cairns, Toowoomba, Ballarat, Bendigo, Albury, Launceston, Mackay, Rockhampton, Bunbury, Bundaberg, Wagga Wagga, Hervey Bay, Mildura, Shepparton, Gladstone, Tamworth, Traralgon, Orange, Dubbo, Geraldton, Bowral, Bathurst, Nowra, Warrnambool, Kalgoorlie, Albany, Busselton, Lismore, Maryborough, Burnie, Devonport, Goulburn, Armidale, Mount Gambier, Whyalla, Wangaratta, Horsham, Grafton, Broken Hill, Gympie, Port Lincoln, Swan Hill, Karratha, Alice Springs, Broome, Katherine, Port Hedland, Sale, Bairnsdale, Hamilton, Portland, Colac, Ararat, Echuca, Moama, Kempsey, Taree, Forster, Coffs Harbour, Port Macquarie, Byron Bay, Ballina, Murwillumbah, Noosa Heads, Caloundra, Nambour, Ipswich, Warwick, Stanthorpe, Dalby, Roma, Emerald, Mount Isa, Charters Towers, Ayr, Bowen, Ingham, Innisfail, Mareeba, Atherton, Fremantle, Mandurah, Rockingham, Joondalup, Esperance, Northam, Katoomba, Penrith'.split(
    ', ',
  );

test('while an Australian types the name of a town, a place at home is first if one begins so', () => {
  const places = loadPlaces();
  const wrong: string[] = [];
  for (const town of australianTowns) {
    for (let length = 3; length <= town.length; length += 1) {
      const typed = town.slice(0, length);
      const [first] = places.suggest(typed, { country: 'Australia', limit: 5 });
      if (first?.country !== 'Australia') wrong.push(`${typed}: ${first?.label}`);
    }
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['fitzroy nth', 'Fitzroy North VIC 3068'],
  ['North Fitzroy', 'Fitzroy North VIC 3068'],
  ['lower templestowe', 'Templestowe Lower VIC 3107'],
  ['east kew', 'Kew East VIC 3102'],
  ['melbourne cbd', 'Melbourne VIC 3000'],
  ['CBD of Sydney', 'Sydney NSW 2000'],
  ['west end brisbane', 'West End (Brisbane) QLD 4101'],
  ['newtown geelong', 'Newtown VIC 3220'],
  ['vic3220', 'Geelong VIC 3220'],
  ['322O', 'Geelong VIC 3220'],
  ['AU-3220', 'Geelong VIC 3220'],
  ['2001', 'Sydney NSW 2000'],
  ['gippsland', 'Gippsland, VIC'],
  ['northern beaches sydney', 'Northern Beaches, Sydney NSW'],
  ['moskau', 'Moscow, Russia'],
])('in Australia, "%s" is %s', (typed, label) => {
  const [first] = loadPlaces().suggest(typed, { country: 'Australia', limit: 1, isComplete: true });
  expect(first?.label).toBe(label);
});

test('a name with two errors and another first letter is no typing error: "Moreland" is not Portland', () => {
  const found = loadPlaces().suggest('Moreland', { country: 'Australia', limit: 5, isComplete: true });
  expect(found.map(({ name }) => name)).not.toContain('Portland');
});

test('in an association of Scotland, a place in Scotland comes before one in England', () => {
  const first = (country: string) =>
    loadPlaces().suggest('newport', { country, limit: 1, isComplete: true })[0]?.label;
  expect(first('Scotland')).toContain('Scotland');
  expect(first('Wales')).toContain('Wales');
});
