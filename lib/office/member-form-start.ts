import type { OfficeMember } from '@/lib/membership-api/office';
import { formGroups, valuesOfRecord, type FormGroup } from './member-form';
import { emptyState, type MemberFormState } from './save-member';

/** The form of a member with the stored values. */
export function startOfForm(member: OfficeMember, etag: string): MemberFormState {
  const values = valuesOfRecord(member);
  return { ...emptyState, values, was: values, etag };
}

/** The form of a new member. @param key makes the member once, however often the form is sent */
export function startOfNew(key: string): MemberFormState {
  const values = {
    ...valuesOfRecord({}),
    Kind: 'individual',
    Checked: 'true',
    'Directory.Listed': 'true',
    AmountOutstanding: '0',
  };
  return { ...emptyState, values, was: valuesOfRecord({}), key };
}

/** The groups of the form without these. */
export function unchangeableGroups(groups: readonly FormGroup[]): FormGroup[] {
  // The keys of an object literal.
  const all = Object.keys(formGroups) as FormGroup[];
  return all.filter((group) => !groups.includes(group));
}
