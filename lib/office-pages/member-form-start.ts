import { lookUp } from '@/lib/base/look-up';
import type { OfficeMember } from '@/lib/contract/office';
import { formFields, valuesOfRecord } from './member-form';
import { firstRows } from './sub-member-rows';
import { emptyState, type MemberFormState } from './save-member';

export function startOfForm(member: OfficeMember, etag: string): MemberFormState {
  const values = valuesOfRecord(member);
  return { ...emptyState, values, was: values, etag };
}

interface NewMember {
  /** Makes the API add the member only once, even if the form is sent twice. */
  key: string;
  /** The association's country. '': unknown. */
  country: string;
  lastDay: string;
}

/** Without an amount, the member owes the price of the type. */
export function startOfNew({ key, country, lastDay }: NewMember): MemberFormState {
  const values = {
    ...Object.fromEntries(formFields.map(({ name, blank }) => [name, blank])),
    Kind: 'individual',
    Checked: 'true',
    'Directory.Listed': 'true',
    'User.Address.Country': country,
    ExpiryDate: lastDay,
    AmountOutstanding: '',
  };
  return { ...emptyState, values, was: valuesOfRecord({}), key };
}

export function startOfNewCompany(fresh: NewMember): MemberFormState {
  const start = startOfNew(fresh);
  return { ...start, values: { ...start.values, Kind: 'corporate' }, parts: firstRows() };
}

export function startOfFurther(fresh: NewMember, { User: user }: OfficeMember): MemberFormState {
  const start = startOfNew({ ...fresh, country: '' });
  const person = formFields.filter(({ group }) => group === 'person');
  const known = valuesOfRecord({ User: user });
  const names = Object.fromEntries(person.map(({ name }) => [name, lookUp(known, name) ?? '']));
  const values = { ...start.values, ...names, Kind: 'corporate' };
  return { ...start, values, was: { ...start.was, ...names }, person: user.ID ?? '' };
}
