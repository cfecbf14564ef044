/**
 * Two sites with equal public projections give the same bytes to every anonymous request (docs/decisions.md 36).
 * Private data and unlisted members have no effect on lists, counts, orders, facets, versions or tags.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createMembershipApiClient } from '@/lib/contract/client';
import { defaultDirectoryFields } from '@/lib/contract/directory-fields';
import {
  fakeClient,
  fakeOrganisationId,
  fakeRecord,
  startFakeApi,
  type FakeMember,
} from '@/lib/contract/fake-api.fixture';
import { loadPlaces } from '@/lib/map/geo/places';
import { neverPause } from '@/lib/base/slices';
import { createDirectory } from './create-directory';
import { seededRandom } from '@/lib/base/seeded-random';
import { defaultNoun } from '@/lib/base/noun';
import { sampleSize } from '@/lib/base/test-strength';
import { memberJsonLd } from './json-ld';
import { publicPages } from './sitemap-pages';
import { withMemberPlaces } from './member-places';
import { directoryRoutes } from './directory-routes';
import { sitemapXml } from './sitemap';
import { memberVcard } from './vcard';
import { defaultAppearance } from '@/lib/contract/site';

const url = 'https://directory.example/';
const listed = 40;
const questions = [
  'search.json',
  'search.json?sort=name',
  'search.json?q=smith',
  'search.json?q=smtih',
  'search.json?q=qhidden',
  'search.json?q=qsecret',
  'search.json?state=Victoria&category=10',
  'search.json?extra-5=Greek',
  'search.json?lat=-37&lng=144&radius=500',
  'search.json?q=zzzz&state=Victoria',
  'clusters.json?view=-90,-180,90,180&zoom=3',
  'clusters.json?view=-90,-180,90,180&zoom=18',
  'clusters.json?view=-90,-180,90,180&zoom=18&closest=1',
  'search.json?q=greek+geelong',
  'search.json?near=geelong+vic',
  'search.json?category=10&category=11&all=category',
  'search.json?sort=newest',
  'resolve.json?q=greek+geelong',
  'resolve.json?q=qsecret+qhiddentown',
  'resolve.json?near=3220',
  'places.json?q=geel',
  'places.json?q=3220',
  'places.json?q=qhiddentown',
  'places.json?q=qsecret',
  'member.json?id=1',
  'member.json?id=1001',
];

/** `seed` determines the public data, `privateSeed` everything else. */
function makeSite(seed: number, privateSeed: number) {
  const random = seededRandom(seed);
  const privately = seededRandom(privateSeed);
  const pick = <T>(from: () => number, values: T[]): T | undefined =>
    values[Math.floor(from() * values.length)];
  const secrets: string[] = [];
  const secret = () => {
    const made = `Qsecret${Math.floor(privately() * 1e9)}`;
    secrets.push(made);
    return made;
  };
  const members: FakeMember[] = [];
  const locations: unknown[] = [];
  const add = (id: string, isListed: boolean, from: () => number) => {
    const words = ['Smith', 'Smyth', 'Müller', 'Lee', isListed ? 'Ng' : 'Qhidden'];
    const state = pick(from, isListed ? ['Victoria', 'Tasmania'] : ['Qhiddenstate']);
    const showsTown = from() < 0.8;
    const showsPicture = from() < 0.5;
    const hex = (random: () => number) =>
      Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
    const street = {
      Address: secret(),
      Suburb: showsTown ? 'Geelong' : pick(privately, ['Geelong', 'Ballarat', 'Qhiddentown']),
      Postcode: secret(),
      State: state,
      Country: 'Australia',
    };
    const Status = isListed ? (privately() < 0.5 ? 'financial' : 'expiring') : 'outstanding';
    const record = fakeRecord(id, {
      Status,
      MembershipNumber: secret(),
      AmountOutstanding: String(privately()),
      InvoiceURL: secret(),
      ExpiryDate: privately() < 0.5 ? null : `20${30 + Math.floor(privately() * 60)}-01-02`,
      JoiningDate: `2015-0${1 + Math.floor(privately() * 9)}-03`,
      Extras: [
        { ID: '5', Question: 'Languages', Answer: pick(from, ['Greek', 'Auslan']) },
        { ID: '6', Question: 'Health', Answer: secret() },
      ],
      User: {
        FirstName: pick(from, ['Ann', 'Jo']),
        LastName: pick(from, words),
        Title: '',
        Organisation: '',
        Email: `${secret()}@mail.example`,
        Phone: secret(),
        WorkPhone: secret(),
        Mobile: secret(),
        Address: street,
        MailingAddress: { ...street, Suburb: secret(), State: secret() },
      },
      Picture: showsPicture
        ? { ID: hex(from), Description: pick(from, ['At work', '']) }
        : { ID: hex(privately), Description: secret() },
      Directory: {
        Listed: isListed,
        Show: [
          ...defaultDirectoryFields.person.filter(
            (field) => (showsTown || field !== 'Suburb') && (showsPicture || field !== 'Picture'),
          ),
          ...(from() < 0.5 ? ['Messages'] : []),
        ],
      },
    });
    members.push({ record, categoryIds: from() < 0.5 ? [10] : [10, 11], isSearchable: true });
    const isPlaced = from() < 0.8;
    const point = { Lat: String(-38 + from() * 3), Lng: String(143 + from() * 3) };
    if (!isPlaced) return;
    locations.push({
      ID: id,
      Email: secret(),
      Name: 'Rooms',
      Address: secret(),
      Suburb: isListed ? 'Geelong' : 'Qhiddentown',
      State: state,
      Country: 'Australia',
      Postcode: '3220',
      FullPhone: secret(),
      Website: '',
      Geolocation: point,
      Membership: record,
      Distance: null,
      Precision: pick(from, ['exact', 'suburb']),
    });
  };
  for (let id = 1; id <= listed; id += 1) add(String(id), true, random);
  const hidden = Math.floor(privately() * 30);
  for (let id = 0; id < hidden; id += 1) add(String(1000 + id), false, privately);
  const categories = [10, 11].map((ID) => ({
    ID,
    Name: `Category ${ID}`,
    Description: `<p id="${secret()}">${pick(random, ['Of old', 'New'])} ${seed}<!-- ${secret()} --></p><script>${secret()}</script>`,
  }));
  const listing = {
    Cost: secret(),
    Searchable: true,
    AnniversaryExpiry: privately() < 0.5,
    GST: privately() < 0.5,
  };
  const membershiptypes = [{ ID: 1, Name: 'Full', ...listing, Visible: true }];
  const extra = {
    Question: 'Languages',
    SearchName: 'Languages',
    AnswerType: 2,
    Options: ['Greek', 'Auslan', 'Latin'],
  };
  const extras = [
    { ID: 5, ...extra, Searchable: true, AdminOnly: false },
    { ID: 6, ...extra, SearchName: secret(), Searchable: true, AdminOnly: true, Options: [secret()] },
  ];
  return { members, locations, categories, membershiptypes, extras, secrets };
}

async function openDirectory(contents: ReturnType<typeof makeSite>, version: number) {
  const fake = await startFakeApi(contents);
  fake.version = version;
  const dataDir = await mkdtemp(join(tmpdir(), 'non-interference-'));
  const clock = () => new Date('2026-03-01T00:00:00Z');
  const organisationId = fakeOrganisationId;
  // Only our own site has pictures.
  const own = { apiUrl: fake.url, organisationId, client: fakeClient, isLocal: true };
  const api = createMembershipApiClient({ ...own, clock });
  const site = () => ({
    organisationId,
    name: 'Test',
    colour: null,
    logoUrl: null,
    ...defaultAppearance,
    country: null,
    timeZone: 'UTC',
    currency: null,
    noun: defaultNoun,
    synonyms: '',
    areas: '',
    contactEmail: null,
    chapterContacts: {},
    isDemonstration: false,
  });
  const config = { dataDir, remoteApiUrl: fake.url };
  const directory = createDirectory({ api, clock, site, config, places: loadPlaces(), log: () => undefined });
  await directory.start();
  const places = withMemberPlaces(loadPlaces(), directory);
  const logError = (error: unknown) => {
    throw error;
  };
  const app = new Hono().route('/directory', directoryRoutes({ directory, places, site, logError }));
  const stop = async () => {
    await directory.stop();
    await fake.stop();
    await rm(dataDir, { recursive: true });
  };
  return { directory, app, stop };
}

async function everythingPublic(seed: number, privateSeed: number): Promise<string[]> {
  const { directory, app, stop } = await openDirectory(makeSite(seed, privateSeed), privateSeed);
  const responses = [JSON.stringify(directory.about())];
  for (const query of questions) {
    const response = await app.request(`/directory/${query}`);
    responses.push(`${query} ${JSON.stringify([...response.headers])} ${await response.text()}`);
  }
  for (const { entry, changedOn } of directory.entries()) {
    responses.push(
      `${changedOn} ${memberVcard(entry, { url })} ${memberJsonLd(entry, { url, associationName: 'Test' })}`,
    );
  }
  responses.push(...['10', '11', '12'].map((id) => String(directory.categoryDescription(id))));
  responses.push(await sitemapXml(publicPages(directory, 'https://directory.example'), neverPause));
  await stop();
  return responses;
}

test('equal public projections give equal bytes, whatever is private and whichever members are unlisted', async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const responses = await everythingPublic(seed, seed * 100 + 1);
    expect(await everythingPublic(seed, seed * 100 + 2)).toEqual(responses);
    expect(responses.join('\n')).not.toMatch(/Qsecret|Qhidden/);
    expect(responses.length).toBe(1 + questions.length + 40 + 3 + 1);
  }
});

test('the comparison can fail: a different public projection gives different bytes', async () => {
  expect(await everythingPublic(1, 1)).not.toEqual(await everythingPublic(2, 1));
});

const shown = z.object({ total: z.number(), hits: z.unknown(), facets: z.unknown() });
const parameters = ['q', 'state', 'country', 'extra-5', 'extra-6', 'type', 'category', 'chapter', 'near'];

test('a search for a hidden value or the start of one finds nobody, in any field', async () => {
  const site = makeSite(1, 7);
  const { app, stop } = await openDirectory(site, 1);
  const random = seededRandom(841);
  const of = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error('there are values');
    return value;
  };
  const found: string[] = [];
  for (let count = sampleSize({ usual: 120, long: 841 }); count > 0; count -= 1) {
    const value = of(site.secrets);
    const part = of([
      value,
      value.toUpperCase(),
      value.slice(0, 10),
      value.slice(7),
      `${value}@mail.example`,
    ]);
    const query = `search.json?${of(parameters)}=${encodeURIComponent(part)}`;
    const { total, hits, facets } = shown.parse(await (await app.request(`/directory/${query}`)).json());
    // An unknown facet value is ignored with a warning. Everybody is then found, which reveals nothing.
    if ((total !== 0 && total !== listed) || /Qsecret/i.test(JSON.stringify([hits, facets])))
      found.push(query);
  }
  await stop();
  expect(found).toEqual([]);
});
