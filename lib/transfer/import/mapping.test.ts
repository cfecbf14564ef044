import { expect, it } from 'vitest';
import { describeMapping, proposeMapping, type MappingOptions } from './mapping';

const none: MappingOptions = { map: [], set: [], extras: [] };
const targets = (header: string[], options: Partial<MappingOptions> = {}) =>
  proposeMapping(header, { ...none, ...options }).columns.map(({ target }) =>
    target === null ? null : 'field' in target ? target.field : { extra: target.extra },
  );

it('recognises fields by name and common synonym, ignoring case and punctuation', () => {
  const header = ['Member No.', 'GIVEN NAMES', 'family_name', 'E-mail', 'zip code', 'Paid to', 'Shoe size'];
  const fields = ['MembershipNumber', 'FirstName', 'LastName', 'Email', 'Postcode', 'ExpiryDate', null];
  expect(targets(header)).toEqual(fields);
});

it('reads "Name" as a person if there are email addresses and no websites, else as an organisation', () => {
  expect(targets(['Name', 'Email'])[0]).toBe('FullName');
  expect(targets(['name', 'website'])[0]).toBe('Organisation');
  expect(targets(['Name', 'Company'])[0]).toBe('FullName');
});

it('prefers a column with the exact name to an earlier synonym', () => {
  expect(targets(['Region', 'State'])).toEqual([null, 'State']);
});

it('follows the options: a column to a field, left out, or to an extra', () => {
  const map: MappingOptions['map'] = [
    ['category', 'membershiptype'],
    ['phone', ''],
  ];
  expect(targets(['category', 'phone', 'Colour'], { map, extras: ['Colour'] })).toEqual([
    'MembershipType',
    null,
    { extra: 'Colour' },
  ]);
});

it.each<[Partial<MappingOptions>, RegExp]>([
  [{ map: [['nope', 'Email']] }, /no column "nope"/],
  [{ map: [['name', 'Nickname']] }, /no field "Nickname"/],
  [{ map: [['name', 'Email']], set: [['Email', 'x']] }, /mapped twice/],
  [{ map: [['name', 'Lat']] }, /go together/],
])('refuses %j', (options, message) => {
  expect(() => proposeMapping(['name'], { ...none, ...options })).toThrow(message);
});

it('shows the proposal column by column', () => {
  const mapping = proposeMapping(['Email', 'Hat'], { ...none, set: [['MembershipType', 'Full']] });
  expect(describeMapping(mapping)).toEqual([
    '  Hat: empty, not imported',
    '  Email  →  Email',
    '  "Full"  →  MembershipType',
  ]);
});
