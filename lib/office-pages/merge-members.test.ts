import { expect, it } from 'vitest';
import { writeRecord } from '@/lib/contract/fields/field';
import { memberFields, membershipFields } from '@/lib/contract/fields/membership';
import { userFields } from '@/lib/contract/fields/person';
import { officeFields } from '@/lib/contract/fields/office-fields';
import { blankRecord } from '@/lib/contract/fields/columns';
import { officeMemberSchema, type OfficeMember } from '@/lib/contract/office';
import { firstChoice, mergePatch, mergeRows } from './merge-members';
import { officePicturePath } from './picture-form';

const structure = { MembershipTypes: [], Categories: [], Chapters: [], Addons: [], Extras: [] };

/** @param value for each field that is a text */
function memberWith(value: string): OfficeMember {
  const person = { ...blankRecord(userFields), id: 1 };
  const record = { ...blankRecord(membershipFields), person };
  const blank = writeRecord(memberFields, record, { nameOf: () => '' });
  const member = officeMemberSchema.parse({
    ...blank,
    Kind: 'individual',
    Status: 'financial',
    Currency: 'AUD',
    MembershipType: { ID: '1', Type: '', Cost: '', Description: '', Student: 0, Extras: [] },
  });
  for (const { path } of officeFields) {
    const names = path.split('.');
    const holder = names.slice(0, -1).reduce<object>((part, name) => Reflect.get(part, name), member);
    const before: unknown = Reflect.get(holder, names.at(-1) ?? '');
    if (typeof before === 'string' || before === null) Reflect.set(holder, names.at(-1) ?? '', value);
  }
  return { ...member, Kind: 'individual', Chapter: { ID: value, Name: value }, Checked: value === 'theirs' };
}

it('every field of the other member can be taken over, unless the field says otherwise', () => {
  const [mine, theirs] = [memberWith('mine'), memberWith('theirs')];
  const offered = new Set(mergeRows(mine, theirs, structure).map(({ name }) => name));
  const patch = mergePatch(mine, theirs, (name) => (offered.has(name) ? 'other' : null));
  const taken = officeFields.filter(
    ({ path }) =>
      path.split('.').reduce<unknown>((part, name) => Reflect.get(Object(part), name), patch) !== undefined,
  );
  const left = officeFields.filter((one) => !taken.includes(one)).map(({ path }) => path);
  // The two members of this test have the same type and the same choices for the directory.
  expect(left.sort()).toEqual([
    'Categories',
    'ConfirmedOn',
    'Directory.Listed',
    'Directory.MembersListed',
    'InvoiceURL',
    'Kind',
    'MembershipType',
    'ParentID',
    'PaymentURL',
    'StandingWord',
  ]);
});

it('if only the persons are merged, only their fields are offered', () => {
  const company = { ...memberWith('mine'), Kind: 'corporate' as const };
  const names = mergeRows(company, memberWith('theirs'), structure).map(({ name }) => name);
  expect(names.filter((name) => !name.startsWith('User.'))).toEqual([]);
  expect(names).toContain('User.Address');
});

it('both pictures are shown and can be chosen, the other one first if this member has none', () => {
  const [mine, theirs] = [memberWith('mine'), memberWith('theirs')];
  const with1 = { ...theirs, Picture: { ID: 'a'.repeat(32), Description: 'At work' } };
  const row = mergeRows(mine, with1, structure).find(({ name }) => name === 'Picture');
  if (row === undefined) throw new Error('the picture is offered');
  expect([row.mine, row.theirs, firstChoice(row)]).toEqual(['', 'At work', 'other']);
  expect(mergePatch(mine, with1, () => 'other')['Picture']).toEqual(with1.Picture);
  expect(mergePatch(mine, with1, () => 'this')).not.toHaveProperty('Picture');
  expect(mergeRows(with1, mine, structure).map(({ name }) => name)).not.toContain('Picture');
  const with2 = { ...mine, Picture: { ID: 'b'.repeat(32), Description: '' } };
  const both = mergeRows(with2, with1, structure).find(({ name }) => name === 'Picture');
  expect([both?.pictures, both && firstChoice(both)]).toEqual([
    {
      mine: officePicturePath(mine.ID, with2.Picture.ID),
      theirs: officePicturePath(theirs.ID, with1.Picture.ID),
    },
    'this',
  ]);
  // Of a company, only the persons are merged. Pictures are of memberships.
  const company = { ...mine, Kind: 'corporate' as const };
  expect(mergePatch(company, with1, () => 'other')).not.toHaveProperty('Picture');
});
