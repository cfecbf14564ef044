import { expect, it } from 'vitest';
import type { Fields } from './field';
import { membershipFields, memberFields } from './membership';
import { organisationFields } from './organisation';
import { savedViewFields } from './saved-view';
import { addonFields, categoryFields, chapterFields, extraFields, membershipTypeFields } from './structure';
import { email, line, toLine } from './text-kinds';

const tables = {
  member: memberFields,
  organisation: organisationFields,
  type: membershipTypeFields,
  category: categoryFields,
  chapter: chapterFields,
  addon: addonFields,
  extra: extraFields,
  view: savedViewFields,
} satisfies Record<string, Fields>;

/** The fields, also inside groups and lists, whose kind returns this text unchanged. */
function accepting(given: string, fields: Fields, path: string): string[] {
  return Object.entries(fields).flatMap(([name, one]): string[] => {
    const own = `${path}.${name}`;
    if ('label' in one) return [];
    if ('inset' in one) return accepting(given, one.inset, own);
    if ('fields' in one) return accepting(given, one.fields, own);
    if (one.kind.elements !== undefined) return accepting(given, one.kind.elements.fields, own);
    try {
      return one.kind.read(given, { hasReferred: null }) === given ? [own] : [];
    } catch {
      return [];
    }
  });
}

it('only texts that people write in paragraphs keep line breaks', () => {
  const found = Object.entries(tables).flatMap(([name, fields]) => accepting('a\nb', fields, name));
  expect(found.sort()).toEqual([
    'addon.Description',
    'category.Description',
    'member.Introduction',
    'member.Locations.Address',
    'member.Locations.OpeningHours',
    'member.Services',
    'member.User.Address.Address',
    'member.User.MailingAddress.Address',
    'organisation.Introduction',
    'type.Description',
    'view.List',
  ]);
});

it('no text keeps a character that nobody sees, but joiners between letters and in emoji stay', () => {
  const invisible = [...'\u00ad\u200b\u200e\u202e\u2060\u2069\ufeff'].map((one) => `a${one}b`);
  for (const given of invisible)
    expect(Object.entries(tables).flatMap(([name, fields]) => accepting(given, fields, name))).toEqual([]);
  for (const given of ['क्\u200dष', 'می\u200cخواهم', '👩\u200d🔬', '❤\ufe0f', '東京 Zoë'])
    expect(line(300).read(given, { hasReferred: null })).toBe(given);
});

it.each(['\n', '\r\n', '\t', ' \u0085 ', '\u2028', '\u2029\n\n', '\u009f', '\u0000', '\u000b'])(
  'the control characters %j become one space, and nothing at the ends',
  (control) => {
    expect(toLine(`${control}Acme${control}Pty  Ltd${control}`)).toBe('Acme Pty  Ltd');
    expect(toLine(control)).toBe('');
  },
);

it('other texts stay as they are, and a text of only line breaks is empty', () => {
  const read = (value: string) => line(300).read(value, { hasReferred: null });
  for (const name of [' Zoë  Ó Súilleabháin ', '李\u3000雷', 'نام\u200cه', '']) expect(read(name)).toBe(name);
  expect(() => read('a\u0000b')).toThrow('control character');
  expect(() => membershipFields.MembershipNumber.kind.read('1'.repeat(301), { hasReferred: null })).toThrow();
  expect(() => organisationFields.Name.kind.read(' \n ', { hasReferred: null })).toThrow('must not be empty');
  expect(() => email.read('a\u0085@example.org', { hasReferred: null })).toThrow('one email address');
  expect(() => organisationFields.NounOne.kind.read('a\u2028b', { hasReferred: null })).toThrow(
    'a word or two',
  );
});

it.each([
  ['mailto:cy@example.org?subject=Hi', 'cy@example.org'],
  ['"Bob, Jr" <bob@example.org>', 'bob@example.org'],
  ['di@example.org.', 'di@example.org'],
  ['una@exam\u00adple.org\u200b', 'una@example.org'],
  ["o'neil@example.org", "o'neil@example.org"],
  ['', ''],
])('the email address %j is read as %j', (given, address) => {
  expect(email.read(given, { hasReferred: null })).toBe(address);
});
