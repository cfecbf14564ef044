import { expect, it } from 'vitest';
import type { Places } from '@/lib/map/geo/places';
import { loadPlaces } from '@/lib/map/geo/places';
import type { OfficeLookup } from './find-office';
import { describeLocation, valuesOfLocation, type OfficeLocation } from './location-form';
import type { FormValues } from './member-form';
import type { OfficeApiResponse, OfficeWrite } from './office-api';
import { sendLocation, startOfNewLocation } from './save-location';

const clinic = {
  ID: '5',
  Name: 'Clinic',
  Address: '1 Main St',
  Suburb: 'Geelong',
  State: 'Victoria',
  Postcode: '3220',
  Country: 'Australia',
  FullPhone: '',
  Email: '',
  Website: '',
  OpeningHours: '',
  Precision: 'exact' as const,
  Geolocation: { Lat: '-38.1499', Lng: '144.3617' },
};
const second = { ...clinic, ID: '6', Name: 'Second' };

const blank = { Student: 0, Description: '', Cost: '1', Extras: [] };
const memberWith = (locations: OfficeLocation[]) => ({
  ID: '7',
  Kind: 'individual',
  ParentID: null,
  MembershipNumber: 'M-7',
  Status: 'financial',
  Checked: true,
  Standing: 'none',
  StandingWord: '',
  JoiningDate: null,
  ExpiryDate: null,
  Chapter: null,
  AmountOutstanding: '0.000',
  Addons: [],
  Extras: [],
  Currency: 'AUD',
  Categories: [],
  Locations: locations,
  MembershipType: { ID: '1', Type: 'Full', ...blank },
  Directory: { Listed: true, Show: null },
  User: {
    ID: '7',
    Title: '',
    FirstName: 'Ada',
    LastName: 'Byron',
    Organisation: '',
    Address: { Address: '2 High St', Suburb: 'Geelong', Postcode: '3220', State: 'Victoria', Country: '' },
  },
});

function officeWith(locations: OfficeLocation[], answer: Partial<OfficeApiResponse> = {}) {
  const sent: OfficeWrite[] = [];
  const api = {
    read: async () => ({ status: 200, body: memberWith(locations), etag: '"now"' }),
    write: async (write: OfficeWrite) => {
      sent.push(write);
      return { status: 200, body: {}, etag: null, ...answer };
    },
    download: () => Promise.reject(new Error('not asked for')),
    upload: () => Promise.reject(new Error('not asked for')),
  };
  const me = { PersonID: '1', Role: 'officer' as const, Chapters: ['1'], SignedInAt: null };
  const office: OfficeLookup = {
    kind: 'office',
    name: 'Ada',
    me: {
      ...me,
      RecentUntil: null,
      OfficerAccess: null,
      ReadersSeeContact: null,
      SendsMail: true,
      Endpoints: [],
    },
    api,
  };
  return { office, sent };
}

/** What the browser sends after the person has changed some fields. */
function formOf(shown: OfficeLocation, changed: Record<string, string>, action = 'save'): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(valuesOfLocation(shown))) {
    form.set(`was.${name}`, shown.ID === undefined ? '' : value);
    form.set(name, changed[name] ?? value);
  }
  for (const [name, value] of Object.entries({ id: '7', location: shown.ID ?? 'new', do: action }))
    form.set(name, value);
  form.set('reason', 'moved');
  return form;
}

const nowhere: Pick<Places, 'search' | 'locate'> = { search: () => [], locate: () => null };
const send = (office: OfficeLookup, form: FormData, places = nowhere) =>
  sendLocation(office, places, { form, turn: 0 });

it('a moved pin is sent with the other locations as they are now', async () => {
  const { office, sent } = officeWith([{ ...clinic, Name: 'Renamed' }, second]);
  const outcome = await send(office, formOf(clinic, { Lat: '-38.2' }));
  expect(outcome).toEqual({ kind: 'saved', id: '7' });
  const moved = { ...clinic, Name: 'Renamed', Geolocation: { Lat: '-38.2', Lng: '144.3617' } };
  const body = { Locations: [moved, second] };
  expect(sent).toEqual([{ method: 'PATCH', path: 'members/7', body, etag: '"now"', reason: 'moved' }]);
});

it('a new location is added once, also if the form is sent twice', async () => {
  const { ID, ...added } = { ...clinic, Name: 'New' };
  expect(ID).toBe('5');
  const first = officeWith([clinic]);
  expect(await send(first.office, formOf(added, {}))).toEqual({ kind: 'saved', id: '7' });
  expect(first.sent.map(({ body }) => body)).toEqual([{ Locations: [clinic, added] }]);
  const again = officeWith([clinic, { ...added, ID: '8' }]);
  expect(await send(again.office, formOf(added, {}))).toEqual({ kind: 'saved', id: '7' });
  expect(again.sent).toEqual([]);
});

it('a change that somebody else makes in the same moment is read, and then both are kept', async () => {
  const { office, sent } = officeWith([clinic], { status: 412 });
  expect(await send(office, formOf(clinic, { Name: 'Mine' }))).toMatchObject({
    state: { notice: 'unavailable' },
  });
  expect(sent).toHaveLength(3);
});

it('only the location of the form is removed', async () => {
  const { office, sent } = officeWith([clinic, second]);
  expect(await send(office, formOf(clinic, {}, 'remove'))).toEqual({ kind: 'removed', id: '7' });
  expect(sent.map(({ body }) => body)).toEqual([{ Locations: [second] }]);
  const gone = await send(officeWith([second]).office, formOf(clinic, {}, 'remove'));
  expect(gone).toMatchObject({ state: { notice: 'gone' } });
});

it('a field that somebody else changed too is not saved before the person has seen both values', async () => {
  const { office, sent } = officeWith([{ ...clinic, Suburb: 'Belmont', FullPhone: '03 1' }]);
  const form = formOf(clinic, { Suburb: 'Newtown', Name: 'Mine' });
  const outcome = await send(office, form);
  expect(sent).toEqual([]);
  expect(outcome).toMatchObject({
    state: {
      notice: 'conflict',
      conflicts: { Suburb: 'Belmont' },
      values: { Suburb: 'Newtown', Name: 'Mine', FullPhone: '03 1' },
      was: { Suburb: 'Belmont', Name: 'Clinic' },
    },
  });
});

it.each([
  [{ Lat: '' }, { Lat: 'is missing: find the place from the address, or set the pin' }],
  [{ Lat: '91' }, { Lat: 'must be degrees from -90 to 90, such as -38.1499' }],
  [{ Lng: '144,3' }, { Lng: 'must be degrees from -180 to 180, such as 144.3617' }],
])('%o is not sent, and the form says why', async (changed, problems) => {
  const { office, sent } = officeWith([clinic]);
  const outcome = await send(office, formOf(clinic, changed as unknown as Record<string, string>));
  expect(outcome).toMatchObject({ state: { notice: 'problems', problems } });
  expect(sent).toEqual([]);
});

it('the API’s reasons are shown at the fields of the form', async () => {
  const fields = [
    { field: 'Locations[1].Email', value: 'x', reason: 'must be one email address' },
    { field: 'Locations[0].Email', value: 'y', reason: 'is another' },
  ];
  const body = { error: 'invalid_record', error_description: 'wrong', fields };
  const { office } = officeWith([clinic, second], { status: 422, body });
  expect(await send(office, formOf(second, { Email: 'x' }))).toMatchObject({
    state: {
      notice: 'problems',
      problems: { Email: 'must be one email address' },
      others: ['Locations[0].Email is another'],
    },
  });
});

it.each([
  [{ kind: 'expired' }, 'signed-out'],
  [{ kind: 'no-role' }, 'not-allowed'],
  [{ kind: 'unavailable' }, 'unavailable'],
] as const)('%o keeps what was typed', async (office, notice) => {
  expect(await send(office, formOf(clinic, { Name: 'Typed' }))).toMatchObject({
    state: { notice, values: { Name: 'Typed' } },
  });
});

it('the pin is placed by looking up the address in our own gazetteer, and the form names the place', async () => {
  const { office } = officeWith([clinic]);
  const places = loadPlaces();
  const far = formOf(clinic, { Lat: '1', Lng: '1' }, 'find');
  const found = await send(office, far, places);
  expect(found).toMatchObject({
    state: { notice: 'found', place: expect.stringContaining('Geelong') as string },
  });
  const values: FormValues = found.kind === 'shown' ? found.state.values : {};
  expect(Number(values['Lat'])).toBeCloseTo(-38.15, 1);
  expect(Number(values['Lng'])).toBeCloseTo(144.36, 1);
  const unknown = formOf(clinic, { Suburb: 'Qqqqx', Postcode: '' }, 'find');
  expect(await send(office, unknown, places)).toMatchObject({
    state: { notice: 'not-found', values: { Lat: '-38.1499' } },
  });
});

it('a new location begins at the person’s suburb, and the public sees only the suburb', () => {
  const start = startOfNewLocation(memberWith([]) as never, loadPlaces(), 'Australia');
  expect(start.values).toMatchObject({
    Address: '2 High St',
    Suburb: 'Geelong',
    Country: 'Australia',
    Precision: 'suburb',
  });
  expect(Number(start.values['Lat'])).toBeCloseTo(-38.15, 1);
});

it('a list names a location by the parts of the address that it has', () => {
  expect(describeLocation(clinic)).toBe('Clinic, 1 Main St, Geelong Victoria 3220, Australia');
  expect(describeLocation({ ID: '5' })).toBe('Location without an address');
});
