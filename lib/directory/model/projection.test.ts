import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultDirectoryFields, directoryFields } from '@/lib/contract/directory-fields';
import { blankWire } from '@/lib/contract/fields/wire-format';
import { listedLocationFields } from '@/lib/contract/fields/location';
import { ownMembershipFields } from '@/lib/contract/fields/own-membership';
import { userFields } from '@/lib/contract/fields/person';
import type { Address, Membership } from '@/lib/contract/resources';
import type { LocationOfMember } from './project-location';
import { toPublicEntry, unusableField, type PublicLists } from './projection';
import { publicHtml } from '@/lib/base/public-html';

const lists: PublicLists = {
  types: new Map([['1', { id: '1', name: 'Full' }]]),
  categories: new Map([['7', { id: '7', name: 'Law', description: publicHtml('Of the category') }]]),
  extras: [{ id: '5', name: 'Languages', options: ['Greek'] }],
};

const home: Address = {
  Address: '1 SecretHome',
  Suburb: 'Geelong',
  Postcode: '9999',
  State: 'Victoria',
  Country: 'Australia',
};

function membership(change: Partial<Membership> = {}, user: Partial<Membership['User']> = {}): Membership {
  return {
    ...blankWire(ownMembershipFields),
    ID: '41',
    MembershipNumber: 'SecretNumber',
    ExpiryDate: '2031-07-09',
    JoiningDate: '2019-03-04',
    Status: 'financial',
    Chapter: { ID: '3', Name: 'North' },
    MembershipType: {
      ID: '1',
      Type: 'Full',
      Cost: '777.77',
      Description: 'SecretDescription',
      Student: 0,
      Extras: [],
    },
    AmountOutstanding: '888.880',
    Addons: [
      {
        Quantity: '1',
        Addon: { ID: '1', Name: 'SecretAddon', Description: 'SecretAddonText', Cost: '9.00' },
        ExpiryDate: '2032-01-01',
        Extras: [{ ID: '5', Question: 'Languages', Answer: 'SecretAddonAnswer' }],
      },
    ],
    Extras: [
      { ID: '5', Question: 'Languages', Answer: 'Greek' },
      { ID: '6', Question: 'Health', Answer: 'SecretAnswer' },
    ],
    User: {
      ...blankWire(userFields),
      FirstName: 'Ann',
      LastName: 'Lee',
      Title: 'Dr',
      Email: 'secret@mail.example',
      Organisation: 'Acme',
      Address: home,
      MailingAddress: { ...home, Address: 'SecretMailing', Suburb: 'SecretSuburb' },
      Phone: 'SecretPhone',
      WorkPhone: 'SecretWork',
      Mobile: 'SecretMobile',
      ...user,
    },
    Currency: 'XSC',
    InvoiceURL: 'https://secret.example/i',
    PaymentURL: 'https://secret.example/p',
    ...change,
  };
}

const location: LocationOfMember = {
  ...blankWire(listedLocationFields),
  ID: '90',
  Email: 'secret@location.example',
  Name: 'Rooms',
  Address: '2 SecretStreet',
  Suburb: 'Carlton',
  State: 'Victoria',
  Country: 'Australia',
  Postcode: '3053',
  FullPhone: 'SecretLocationPhone',
  Website: 'https://acme.example/',
  Geolocation: { Lat: '-37.123456', Lng: '144.654321' },
  Distance: null,
};

function project(member: Membership, locations: LocationOfMember[] = []) {
  const locateArea = () => ({ latitude: -37.8, longitude: 144.97 });
  return toPublicEntry(member, { locations, categoryIds: ['7', '8'], lists, locateArea });
}

describe('a person’s default public entry', () => {
  test('has exactly the public fields', () => {
    expect(project(membership())?.entry).toEqual({
      id: '41',
      slug: '41-dr-ann-lee',
      kind: 'person',
      name: 'Dr Ann Lee',
      sortKey: 'lee ann',
      organisation: 'Acme',
      membershipType: { id: '1', name: 'Full' },
      categories: [{ id: '7', name: 'Law' }],
      chapter: { id: '3', name: 'North' },
      memberSince: 2019,
      suburb: 'Geelong',
      state: 'Victoria',
      country: 'Australia',
      answers: [{ extraId: '5', label: 'Languages', answers: ['Greek'] }],
      email: null,
      phone: null,
      takesMessages: false,
      locations: [],
      town: { latitude: -37.8, longitude: 144.97 },
    });
  });

  test('no private value is anywhere in the entry, with and without the settings extension', () => {
    const secret = /secret|888|777|2031|07-09|9999|XSC|-37\.123456|144\.654321/i;
    for (const show of [undefined, defaultDirectoryFields.person, []]) {
      const Directory = show === undefined ? undefined : { Listed: true, Show: [...show] };
      const Precision = show === undefined ? undefined : ('suburb' as const);
      // With the precision `suburb`, our own service has already replaced the point and removed the street.
      const Geolocation = show === undefined ? location.Geolocation : { Lat: '-37.8', Lng: '144.97' };
      const listed = project(membership({ Directory }), [{ ...location, Precision, Geolocation }]);
      expect(JSON.stringify(listed?.entry ?? null)).not.toMatch(secret);
    }
  });

  test('what may never be public is not shown, whatever the settings', () => {
    const never =
      /SecretNumber|SecretMailing|SecretSuburb|SecretHome|888|777|2031|financial|XSC|secret\.example|SecretAnswer|SecretAddon|secret@location/;
    fc.assert(
      fc.property(
        fc.subarray([...directoryFields]),
        fc.constantFrom('exact', 'suburb', 'postcode', 'state'),
        (Show, Precision) => {
          const listed = project(membership({ Directory: { Listed: true, Show } }), [
            { ...location, Precision },
          ]);
          expect(JSON.stringify(listed?.entry ?? null)).not.toMatch(never);
        },
      ),
      { seed: 31, numRuns: 500 },
    );
  });

  test('an unknown field name shows nothing', () => {
    expect(project(membership({ Directory: { Listed: true, Show: ['Everything', '*'] } }))).toBeNull();
  });

  test('an entry says who takes messages, without the address, and says no if no email can reach them', () => {
    const Directory = { Listed: true, Show: [...defaultDirectoryFields.person, 'Messages'] };
    const entry = project(membership({ Directory }))?.entry;
    expect(entry).toMatchObject({ takesMessages: true, email: null });
    expect(JSON.stringify(entry)).not.toContain('mail.example');
    for (const Email of ['', 'ada', 'ada@'])
      expect(project(membership({ Directory }, { Email }))?.entry.takesMessages).toBe(false);
  });

  test('a membership type that is not visible is not named', () => {
    const hidden = { ...membership().MembershipType, ID: '2', Type: 'SecretType' };
    expect(project(membership({ MembershipType: hidden }))?.entry.membershipType).toBeNull();
  });
});

describe('who is listed', () => {
  test.each(['expired', 'outstanding', 'suspended', ''])(
    'without settings, a member with the status “%s” is not listed',
    (Status) => {
      expect(project(membership({ Status }))).toBeNull();
    },
  );

  test('if the site sends settings, they decide', () => {
    const Show = [...defaultDirectoryFields.person];
    expect(project(membership({ Directory: { Listed: false, Show } }))).toBeNull();
    expect(project(membership({ Status: 'outstanding', Directory: { Listed: true, Show } }))).not.toBeNull();
  });

  test('capitals and spaces in a status make no difference', () => {
    expect(project(membership({ Status: ' Financial ' }))).not.toBeNull();
  });

  test('a member without an end date is listed forever, one with an unreadable last day never', () => {
    expect(project(membership({ ExpiryDate: '0000-00-00' }))).toBeNull();
    expect(project(membership({ ExpiryDate: 'soon' }))).toBeNull();
    expect(project(membership({ ExpiryDate: null }))?.listedUntil).toBeNull();
    expect(project(membership())?.listedUntil).toBe('2031-07-09');
  });

  test('a member without a name or with an invalid ID is not listed', () => {
    expect(project(membership({}, { FirstName: ' ', LastName: '', Organisation: '' }))).toBeNull();
    expect(project(membership({ ID: '../41' }))).toBeNull();
  });
});

describe('a field that a member may show', () => {
  const shown = (Show: string[]) => project(membership({ Directory: { Listed: true, Show } }))?.entry;
  const all = [...defaultDirectoryFields.person, 'Email'];

  test('is public while switched on, as is the email address', () => {
    const change = { Directory: { Listed: true, Show: all } };
    expect(project(membership(change, { Email: 'ann@example.org' }))?.entry).toMatchObject({
      membershipType: { id: '1' },
      categories: [{ id: '7' }],
      chapter: { id: '3' },
      memberSince: 2019,
      answers: [{ extraId: '5' }],
      email: 'ann@example.org',
    });
  });

  test.each([
    ['MembershipType', { membershipType: null }],
    ['Categories', { categories: [] }],
    ['Chapter', { chapter: null }],
    ['JoiningDate', { memberSince: null }],
    ['Extras', { answers: [] }],
    ['Email', { email: null }],
    ['Suburb', { suburb: null }],
    ['State', { state: null }],
    ['Country', { country: null }],
  ])('%s is not public when switched off', (name, expected) => {
    expect(shown(all.filter((one) => one !== name))).toMatchObject(expected);
  });
});

describe('why a member has no entry although the site lists them', () => {
  test.each<[string | null, Partial<Membership>, Partial<Membership['User']>?]>([
    [null, {}],
    [null, { Status: ' Expired ' }],
    ['ID', { ID: '' }],
    ['ID', { ID: '../41' }],
    ['ID', { ID: 'a'.repeat(65) }],
    ['ExpiryDate', { ExpiryDate: 'soon' }],
    ['ExpiryDate', { ExpiryDate: '2031-02-33' }],
    ['Status', { Status: 'paid' }],
    ['name', {}, { FirstName: '', LastName: '', Organisation: '' }],
    // The member is not listed, so the missing name does not matter.
    [null, { Status: 'expired' }, { FirstName: '', LastName: '', Organisation: '' }],
    // With the extension `Directory`, the site states what is shown. So the unknown status does not matter.
    [null, { Status: 'paid', Directory: { Listed: true, Show: [] } }],
  ])('the field %s of %j', (field, change, user = {}) => {
    expect(unusableField(membership(change, user))).toBe(field);
  });
});

describe('firms', () => {
  const Directory = { Listed: true, Show: [...defaultDirectoryFields.organisation] };

  test('use the organisation’s name; the contact is not shown', () => {
    const entry = project(membership({ Directory }))?.entry;
    expect(entry).toMatchObject({ kind: 'organisation', name: 'Acme', sortKey: 'acme', organisation: null });
    expect(JSON.stringify(entry)).not.toMatch(/Ann|Lee/);
  });

  test('are placed exactly if the site sends no precision; people are not', () => {
    const firm = project(membership({}, { FirstName: '', LastName: '' }), [location])?.entry;
    expect(firm).toMatchObject({ kind: 'organisation', locations: [{ precision: 'exact' }] });
    const person = project(membership(), [location])?.entry;
    expect(person?.locations.filter(({ precision }) => precision === 'exact')).toEqual([]);
  });

  test('show their locations’ street and phone only if the place is exact', () => {
    const exact = project(membership({ Directory }), [{ ...location, Precision: 'exact' }])?.entry
      .locations[0];
    expect(exact).toMatchObject({
      address: '2 SecretStreet',
      phone: 'SecretLocationPhone',
      point: { latitude: -37.123456, longitude: 144.654321 },
    });
    const area = project(membership({ Directory }), [{ ...location, Precision: 'postcode' }])?.entry
      .locations[0];
    expect(area).toMatchObject({ address: null, suburb: null, postcode: '3053' });
    const state = project(membership({ Directory }), [{ ...location, Precision: 'state' }])?.entry
      .locations[0];
    expect(state).toMatchObject({ address: null, suburb: null, postcode: null, state: 'Victoria' });
  });
});

describe('locations', () => {
  test('if a site sends no precision, a person’s exact point is replaced by the suburb’s', () => {
    const [shown] = project(membership(), [location])?.entry.locations ?? [];
    expect(shown).toMatchObject({
      precision: 'suburb',
      point: { latitude: -37.8, longitude: 144.97 },
      address: null,
      phone: null,
    });
  });

  test.each([
    ['0', '0'],
    ['', ''],
    ['91', '0'],
    ['x', '1'],
    ['1', '181'],
  ])('an invalid point is not on the map: %s, %s', (Lat, Lng) => {
    expect(
      project(membership(), [{ ...location, Precision: 'exact', Geolocation: { Lat, Lng } }])?.entry
        .locations,
    ).toEqual([]);
  });

  test('a member without a location has the point of the town on the card, found by what the card shows', () => {
    const asked: string[] = [];
    const townOf = (show: string[], locations: LocationOfMember[] = []) =>
      toPublicEntry(membership({ Directory: { Listed: true, Show: show } }), {
        locations,
        categoryIds: [],
        lists,
        locateArea(address) {
          asked.push(Object.values(address).join('|'));
          return { latitude: -38.15, longitude: 144.36 };
        },
      })?.entry.town;
    const all = [...defaultDirectoryFields.person];
    const without = (...hidden: string[]) => all.filter((field) => !hidden.includes(field));
    expect(townOf(all)).toEqual({ latitude: -38.15, longitude: 144.36 });
    expect(townOf(without('State', 'Locations'))).toBeDefined();
    expect(asked).toEqual(['Geelong|Victoria||Australia', 'Geelong|||Australia']);
    expect(townOf(without('Suburb'))).toBeUndefined();
    expect(townOf(all, [{ ...location, Precision: 'state' }])).toBeUndefined();
    expect(asked).toHaveLength(2);
  });

  test('0 is a coordinate', () => {
    const Geolocation = { Lat: '0', Lng: '32.5' };
    expect(
      project(membership(), [{ ...location, Precision: 'exact', Geolocation }])?.entry.locations,
    ).toHaveLength(1);
  });

  test('an empty address uses the first location’s area', () => {
    const Address = { ...home, Suburb: '', State: '', Country: '' };
    expect(project(membership({}, { Address }), [location])?.entry).toMatchObject({
      suburb: 'Carlton',
      state: 'Victoria',
    });
  });

  test.each([
    ['https://acme.example/a?b', 'https://acme.example/a?b'],
    ['www.acme.example', 'https://www.acme.example/'],
    ['acme.example:8080/x', 'https://acme.example:8080/x'],
    ['javascript:alert(1)', null],
    ['JaVaScRiPt:alert(1)', null],
    ['data:text/html,x', null],
    ['//acme.example', 'https://acme.example/'],
    ['https://user:pass@acme.example/', null],
    ['https://acme.example@evil.example/', null],
    ['http://localhost/', null],
    ['https://a.example/" onclick="x', null],
    ['ftp://acme.example/', null],
    ['', null],
  ])('website %s is shown as %s', (Website, shown) => {
    const found = project(membership(), [{ ...location, Precision: 'exact', Website }])?.entry.locations[0];
    expect(found?.website).toBe(shown);
  });

  test('texts lose control characters and characters that change direction', () => {
    const entry = project(
      membership({}, { LastName: '\u061cLee\u202e\u0000\n  \u2067Ng\u200f\ud800' }),
    )?.entry;
    expect(entry?.name).toBe('Dr Ann Lee Ng');
  });
});

describe('each part of an entry', () => {
  const shownWithout = (...names: string[]) => directoryFields.filter((name) => !names.includes(name));
  const entryOf = (change: Partial<Membership>, user: Partial<Membership['User']> = {}) =>
    project(membership(change, user))?.entry;

  test('the title is in the name only if it is shown', () => {
    const Show = shownWithout('Title');
    expect(entryOf({ Directory: { Listed: true, Show } })?.name).toBe('Ann Lee');
  });

  test('a member with one name is a person, whose defaults are narrower than those of a firm', () => {
    for (const name of [{ FirstName: '' }, { LastName: ' ' }]) {
      const entry = entryOf({}, name);
      expect([entry?.kind, entry?.email, entry?.phone]).toEqual(['person', null, null]);
    }
    expect(entryOf({}, { FirstName: ' ', LastName: '' })?.kind).toBe('organisation');
  });

  test('the texts of the profile are shown by default, in lines, and only as the member chose', () => {
    const texts = {
      Introduction: 'We swim.\r\n\nCall us.',
      Services: 'Laps\n Laps \nDiving',
      Areas: 'Geelong\nWest',
    };
    const at = [{ ...location, OpeningHours: 'Mon 9–5\nTue 9–5', Precision: 'state' as const }];
    const shown = project(membership(texts), at)?.entry;
    expect(shown).toMatchObject({
      introduction: ['We swim.', 'Call us.'],
      services: ['Laps', 'Diving'],
      areas: 'Geelong West',
      locations: [{ openingHours: ['Mon 9–5', 'Tue 9–5'] }],
    });
    const Show = shownWithout('Introduction', 'Services', 'Areas', 'LocationOpeningHours');
    const hidden = JSON.stringify(project(membership({ ...texts, Directory: { Listed: true, Show } }), at));
    expect(hidden).not.toMatch(/swim|Laps|West|Mon 9/);
  });

  test('a picture is shown by default, only as the member chose, and only with an ID of ours', () => {
    const Picture = { ID: 'a'.repeat(32), Description: ' At\nwork ' };
    const shown = { id: 'a'.repeat(32), description: 'At work' };
    expect(entryOf({ Picture })?.picture).toEqual(shown);
    const Show = shownWithout('Picture');
    expect(entryOf({ Picture, Directory: { Listed: true, Show } })).not.toHaveProperty('picture');
    for (const ID of ['', '../x', 'A'.repeat(32)])
      expect(entryOf({ Picture: { ...Picture, ID } })).not.toHaveProperty('picture');
    expect(entryOf({ Picture: null })).not.toHaveProperty('picture');
  });

  test('has the member’s own categories, and no others', () => {
    const law = lists.categories.get('7');
    if (law === undefined) throw new Error('the list has it');
    const categories = new Map([['6', { ...law, id: '6', name: 'Tax' }], ...lists.categories]);
    const related = { locations: [], lists: { ...lists, categories }, locateArea: () => null };
    const of = (categoryIds: string[]) =>
      toPublicEntry(membership(), { ...related, categoryIds })?.entry.categories.map(({ id }) => id);
    expect([of(['7']), of([]), of(['7', '6'])]).toEqual([['7'], [], ['6', '7']]);
  });

  test('a chapter without a name, an extra without an answer and an empty phone are left out', () => {
    expect(entryOf({ Chapter: { ID: '3', Name: '' } })?.chapter).toBeNull();
    const answers = (texts: (string | null)[]) =>
      entryOf({
        Extras: texts.map((Answer) => ({ ID: '5', Question: 'Languages', Answer: Answer ?? '' })),
      })?.answers.map((one) => one.answers);
    expect(answers([null, ''])).toEqual([]);
    expect(answers(['Greek', '', 'Latin', 'Greek'])).toEqual([['Greek', 'Latin']]);
    const Directory = { Listed: true, Show: [...directoryFields] };
    expect(entryOf({ Directory }, { WorkPhone: '', Phone: '555' })?.phone).toBe('555');
  });

  test.each([
    ['2019-03-04', 2019],
    ['1001-01-01', 1001],
    ['1000-12-31', null],
    ['0000-00-00', null],
    ['20190304', null],
    ['2019', null],
  ])('the year of joining on %s is %s', (JoiningDate, year) => {
    expect(entryOf({ JoiningDate })?.memberSince).toBe(year);
  });

  test.each(['2031-07-099', '2031-07-09x', '2031-07-09 12:00', '2031-07-09T12:00:00Z'])(
    'a last day of %s is read only if it is a date, or a date and a time',
    (ExpiryDate) => {
      const isDate = /[ T]/.test(ExpiryDate);
      expect(project(membership({ ExpiryDate }))?.listedUntil).toBe(isDate ? '2031-07-09' : undefined);
    },
  );
});
