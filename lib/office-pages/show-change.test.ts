import { expect, it } from 'vitest';
import type { OfficeChange } from '@/lib/contract/office-journal';
import { fieldName, groupChanges, summarise, titleOf } from './show-change';

const change = (given: Partial<OfficeChange>): OfficeChange => ({
  Position: '1',
  Time: '2026-06-15T02:05:00.000Z',
  By: { Kind: 'person', ID: '2', Name: 'Zoe Berg' },
  Run: null,
  Reason: null,
  Kind: 'membership',
  ID: '6',
  Name: 'Ada Brandt',
  MembershipID: '6',
  Operation: 'updated',
  Values: [{ Field: 'ExpiryDate', Before: '2026-06-30', After: '2027-06-30' }],
  CannotUndo: null,
  ...given,
});
const phone = [{ Field: 'Mobile', Before: null, After: '0400' }];
const run = { ID: '7', Source: 'members.csv', IsMerge: false, IsBulk: false, Count: null };

it.each([
  ['User.Address.Address', 'Street'],
  ['Address.Address', 'Street'],
  ['MailingAddress.Suburb', 'Postal address: Suburb'],
  ['MembershipType', 'Membership type'],
  ['NounOne', 'Noun one'],
])('names %s as the page does', (field, name) => {
  expect(fieldName(field)).toBe(name);
});

it('makes one row of what was saved together', () => {
  const [group, ...others] = groupChanges([change({}), change({ Kind: 'person', Values: phone })]);
  expect(others).toEqual([]);
  expect(group && [titleOf(group), summarise(group)]).toEqual([
    'Ada Brandt',
    'Last day: 30 June 2026 → 30 June 2027; Mobile: empty → 0400',
  ]);
});

it('shows of a location only what differs, by the names of its form', () => {
  const room = { ID: '1', Name: 'Rooms', Address: '1 High Street', Geolocation: { Lat: -38.1, Lng: 144.3 } };
  const moved = { ...room, Address: '2 Low Street', Geolocation: { Lat: -38.2, Lng: 144.3 } };
  const line = (Before: unknown, After: unknown) =>
    summarise([change({ Values: [{ Field: 'Locations', Before, After }] })]);
  expect(line([room], [moved])).toBe(
    'Location Rooms: Street: 1 High Street → 2 Low Street; Location Rooms: Latitude: -38.1 → -38.2',
  );
  expect(line(null, [{ ...room, Geolocation: null }])).toBe(
    'Location: empty → Name Rooms, Street 1 High Street',
  );
});

it.each([
  ['another time', { Time: '2026-06-15T02:05:00.001Z' }],
  ['somebody else', { By: { Kind: 'person' as const, ID: '3', Name: null } }],
  ['another reason', { Reason: 'wrote to us' }],
  ['another run', { Run: run }],
])('makes another row of %s', (_, other) => {
  expect(groupChanges([change({}), change(other)]).length).toBe(2);
});

it('lists each member of an import, and nobody twice', () => {
  const changes = ['6', '6', '7'].map((id) => change({ Run: run, MembershipID: id }));
  expect(groupChanges(changes).map((group) => group.length)).toEqual([2, 1]);
});

it('counts the members of an action on many', () => {
  const names = ['Ada', 'Bo', 'Cy', 'Di'];
  const [group] = groupChanges(
    names.map((Name, at) => change({ Name, MembershipID: String(at), Operation: 'lapsed' })),
  );
  expect(group && [titleOf(group), summarise(group)]).toEqual(['Ada, Bo and 2 more', 'membership ended']);
});
