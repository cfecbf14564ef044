import { ownSubjects, staffSubject } from '@/lib/contract/fields/own-entry';
import type { OfficeStructure } from '@/lib/contract/office';
import { leavingSchema, type Leaving } from '@/lib/contract/own-staff';
import { formatDay } from '@/lib/messages/format';
import { proposalText } from '@/lib/messages/office-pages';
import { ownStaffText } from '@/lib/messages/own-entry';
import { say } from '@/lib/messages/say';
import { lookUp } from '@/lib/base/look-up';
import { allFields, describeValue, valuesOfRecord } from './member-form';
import { showValue } from './show-change';

export const proposalsPath = '/office/applications/changes';

/** @param subject a field, a group of fields, or a question such as `question 13` */
export function nameOfSubject(subject: string, { Extras }: Pick<OfficeStructure, 'Extras'>): string {
  const question = Extras.find(({ ID }) => subject === `question ${ID}`);
  return question?.Question ?? ownSubjects.find(({ path }) => path === subject)?.caption ?? subject;
}

/** The value of a subject, as people read it. */
export function describeSubject(subject: string, value: unknown, structure: OfficeStructure): string {
  if (subject === staffSubject) return describeEnds(leavingSchema.parse(value ?? []));
  const field = allFields.find(({ name }) => name === subject);
  if (field === undefined || subject.startsWith('User.')) return showValue(value);
  const shown = lookUp(valuesOfRecord({ [subject]: value }), subject) ?? '';
  return describeValue(field, shown, structure) || showValue('');
}

function describeEnds(leaving: readonly Leaving[]): string {
  const lines = leaving.map(({ Name, LastDay }) =>
    say(ownStaffText.ends, { name: Name || ownStaffText.unknown, day: formatDay(LastDay) }),
  );
  return lines.join('\n') || showValue('');
}

/** The pages of what waits for the office. */
export const applicationTabs = [
  { href: '/office/applications', text: proposalText.applications },
  { href: proposalsPath, text: proposalText.changes },
];
