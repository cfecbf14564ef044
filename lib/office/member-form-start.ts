import { lookUp } from '@/lib/look-up';
import type { OfficeMember } from '@/lib/membership-api/office';
import { formFields, valuesOfRecord } from './member-form';
import { firstRows } from './sub-member-rows';
import { emptyState, type MemberFormState } from './save-member';

export function startOfForm(member: OfficeMember, etag: string): MemberFormState {
  const values = valuesOfRecord(member);
  return { ...emptyState, values, was: values, etag };
}

/** @param key makes the API add the member only once, even if the form is sent twice */
export function startOfNew(key: string): MemberFormState {
  const values = {
    ...Object.fromEntries(formFields.map(({ name, blank }) => [name, blank])),
    Kind: 'individual',
    Checked: 'true',
    'Directory.Listed': 'true',
    AmountOutstanding: '0',
  };
  return { ...emptyState, values, was: valuesOfRecord({}), key };
}

export function startOfNewCompany(key: string): MemberFormState {
  const start = startOfNew(key);
  return { ...start, values: { ...start.values, Kind: 'corporate' }, parts: firstRows() };
}

export function startOfFurther(key: string, { User: user }: OfficeMember): MemberFormState {
  const start = startOfNew(key);
  const person = formFields.filter(({ group }) => group === 'person');
  const known = valuesOfRecord({ User: user });
  const names = Object.fromEntries(person.map(({ name }) => [name, lookUp(known, name) ?? '']));
  const values = { ...start.values, ...names, Kind: 'corporate' };
  return { ...start, values, was: { ...start.was, ...names }, person: user.ID ?? '' };
}
