import { describe, expect, it } from 'vitest';
import { lookUp } from '@/lib/base/look-up';
import { seededRandom } from '@/lib/base/seeded-random';
import { blankRecord } from './columns';
import { readRecord, writeRecord, type RecordOf } from './field';
import { FieldError } from './field-error';
import { locationFields } from './location';
import { memberFields, membershipFields } from './membership';
import { userFields } from './person';
import { readPartial } from './read-partial';

const names = { nameOf: () => 'Full' };
const unchecked = { hasReferred: null };
const stored = { ...blankMember(), locations: [clinic(5, -38.14991), clinic(6, -37.8)] };
/** The API sends the record like this, with derived fields and with points rounded to their precision. */
const served = {
  ...toJson(),
  Status: 'financial',
  MembershipType: { ID: '1', Type: 'Full', Cost: '250.00' },
  Addons: [
    { Quantity: '2', ExpiryDate: null, Extras: [], Addon: { ID: '3', Name: 'Journal', Cost: '30.00' } },
  ],
  Locations: toJson().Locations.map((one) => ({ ...one, Geolocation: { Lat: '-38.1', Lng: '144.3' } })),
};

describe('a partial change of a record', () => {
  it('changes the fields that the patch names, also in groups, and no others', () => {
    const patch = { MembershipNumber: 'M-2', User: { Address: { Suburb: 'Geelong' } } };
    expect(patched(patch)).toEqual({
      ...stored,
      membershipNumber: 'M-2',
      person: { ...stored.person, address: { ...stored.person.address, suburb: 'Geelong' } },
    });
  });

  it('changes nothing when a client sends back what it received', () => {
    expect(patched(served)).toEqual(stored);
    expect(patched({})).toEqual(stored);
  });

  it('has the same result as merging the whole JSON (RFC 7396) and then reading it', () => {
    const random = seededRandom(7396);
    const parts = {
      MembershipNumber: 'M-3',
      ExpiryDate: '2031-01-31',
      AmountOutstanding: '-5.500',
      Kind: 'corporate',
      Checked: true,
      Directory: { Listed: true },
      Chapter: { ID: '2', Name: '' },
      User: { Mobile: '0400', MailingAddress: { Country: 'Peru' } },
      Categories: [3, 4],
    };
    for (let round = 0; round < 100; round += 1) {
      const patch = Object.fromEntries(Object.entries(parts).filter(() => random() < 0.4));
      const whole = readRecord(memberFields, mergePatch(toJson(), patch), unchecked);
      const partly = readPartial(memberFields, patch, { stored, served: toJson(), ...unchecked });
      expect(partly, `seed 7396, round ${round}`).toEqual(whole);
    }
  });

  it('empties a field with null, if it may be empty', () => {
    const filled = { ...stored, expiryDate: '2030-06-30', membershipNumber: 'M-1', categoryIds: [1] };
    const patch = { ExpiryDate: null, MembershipNumber: null, Categories: null };
    expect(readPartial(memberFields, patch, { stored: filled, served: {}, ...unchecked })).toEqual({
      ...stored,
      expiryDate: null,
      membershipNumber: '',
      categoryIds: [],
    });
    expect(problems({ Checked: null, Kind: null, User: null, Directory: null })).toEqual([
      'User must be an object in curly brackets',
      'Kind must be one of individual, corporate',
      'Checked must be true or false',
      'Directory must be an object in curly brackets',
    ]);
  });

  it('names every wrong field at once', () => {
    const patch = {
      ID: '9',
      Status: 'lapsed',
      Colour: 'red',
      ExpiryDate: '2030-02-31',
      User: { ID: '9', Email: 'a@b, c@d', Age: 4 },
      MembershipType: { ID: '2', Cost: '1.00' },
      Locations: [{ ID: '5' }, 7],
    };
    expect(problems(patch)).toEqual([
      'ID cannot be changed',
      'ExpiryDate must be a real date, such as 2026-06-30, not before 1000-01-01',
      'MembershipType.Cost cannot be changed',
      'User.Email must be one email address',
      'User.ID cannot be changed',
      'User.Age is not a known field',
      'Locations[0].Geolocation.Lat is missing',
      'Locations[0].Geolocation.Lng is missing',
      'Locations[0].Precision is missing',
      'Locations[1] must be an object in curly brackets',
      'Status cannot be changed',
      'Colour is not a known field',
    ]);
    expect(problems([])).toEqual([' must be an object in curly brackets']);
  });

  it('sets a reference by its ID', () => {
    expect(patched({ MembershipType: { ID: '2' }, Chapter: { ID: '4' } })).toEqual({
      ...stored,
      typeId: 2,
      chapterId: 4,
    });
    expect(patched({ MembershipType: { ...served.MembershipType, ID: '2' } }).typeId).toBe(2);
    expect(patched({ MembershipType: {} })).toEqual(stored);
    expect(() =>
      readPartial(memberFields, { Chapter: { ID: '4' } }, { stored, served, hasReferred: () => false }),
    ).toThrow(new FieldError([{ path: 'Chapter.ID', value: '4', reason: 'there is no chapter 4' }]));
  });

  it('never replaces an exact point by the rounded one that the client saw', () => {
    const [first, second] = served.Locations;
    const { locations } = patched({ Locations: [{ ...second, Name: 'Moved up' }, first] });
    expect(locations).toEqual([{ ...stored.locations[1], name: 'Moved up' }, stored.locations[0]]);
    const Geolocation = { Lat: '-12', Lng: '144.3' };
    expect(patched({ Locations: [{ ...first, Geolocation }] }).locations).toMatchObject([{ latitude: -12 }]);
  });

  it('gives a new element the ID 0, and refuses an ID that is not stored or occurs twice', () => {
    const [first] = served.Locations;
    const { ID, ...unnumbered } = first ?? {};
    expect(patched({ Locations: [unnumbered] }).locations).toMatchObject([{ id: 0, latitude: -38.1 }]);
    const unknown = 'is not the ID of a stored element; leave it out for a new one';
    expect(problems({ Locations: [{ ...first, ID: '7' }] })).toEqual([`Locations[0].ID ${unknown}`]);
    expect(problems({ Locations: [first, { ...first, ID }] })).toEqual([`Locations[1].ID ${unknown}`]);
  });

  it('compares an addon with the one that is held, including its derived fields', () => {
    const [held] = served.Addons;
    expect(patched({ Addons: [{ ...held, Quantity: '5' }] }).addons).toMatchObject([
      { addonId: 3, quantity: 5 },
    ]);
    const addon = { ...held?.Addon, Cost: '0.00' };
    expect(problems({ Addons: [{ ...held, Addon: addon }] })).toEqual([
      'Addons[0].Addon.Cost cannot be changed',
    ]);
  });
});

function patched(patch: unknown) {
  return readPartial(memberFields, patch, { stored, served, ...unchecked });
}

function problems(patch: unknown): string[] {
  try {
    patched(patch);
  } catch (error) {
    if (error instanceof FieldError) return error.problems.map(({ path, reason }) => `${path} ${reason}`);
    throw error;
  }
  return [];
}

/** The algorithm of RFC 7396, section 2, without `null`. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const merged: Record<string, unknown> = { ...Object(target) };
  for (const [name, value] of Object.entries(patch)) merged[name] = mergePatch(lookUp(merged, name), value);
  return merged;
}

function toJson() {
  return writeRecord(memberFields, stored, names);
}

function blankMember(): RecordOf<typeof memberFields> {
  const addons = [{ quantity: 2, expiryDate: null, answers: [], addonId: 3 }];
  const person = { ...blankRecord(userFields), id: 1 };
  return { ...blankRecord(membershipFields), person, id: 1, typeId: 1, addons };
}

function clinic(id: number, latitude: number): RecordOf<typeof locationFields> {
  return { ...blankRecord(locationFields), id, latitude, longitude: 144.36171, precision: 'suburb' };
}
