import type { GroupedProblem } from './causes';
import type { MemberRecord, MembershipRecord, PersonRecord } from '@/lib/store/schema/records';
import { textKey } from '@/lib/base/text-key';
import { asStored, type MemberRow } from './member-row';
import { describeIdentity } from './survey';

/**
 * A row matches a stored member by number or ID although name and email address both differ. Probably the number
 * belongs to another person, because few members change both. null: there is no doubt.
 */
export function doubtMatch(row: MemberRow, stored: PersonRecord): GroupedProblem | null {
  const { values, line, kind } = row;
  const name =
    kind === 'corporate'
      ? values.text('Organisation')
      : `${values.text('FirstName')} ${values.text('LastName')}`;
  const storedName = kind === 'corporate' ? stored.organisation : `${stored.firstName} ${stored.lastName}`;
  if (textKey(name) === '' || textKey(name) === textKey(storedName)) return null;
  if (!values.has('Email') || textKey(values.text('Email')) === textKey(stored.email)) return null;
  const [column, value] = describePerson(row);
  const reason = `is stored here as ${storedName.trim()}, with another email address; the row is about ${name.trim()}`;
  return { line, column, value, reason, cause: 'other-person' };
}

/** A row matches a member only by a number or an ID: it may be about somebody else. */
export function doubtMember(row: MemberRow, stored: MemberRecord): GroupedProblem {
  const [column, value] = describePerson(row);
  const name = nameOf(row, stored.membership.kind);
  const storedName = nameOfMember(stored);
  const reason =
    name === ''
      ? `is that of ${storedName} here: without a name or an email address, nothing else says who is meant`
      : `is that of ${storedName} here, and the row is about ${name}`;
  const cause = name === '' ? 'number-alone' : 'other-person';
  return { line: row.line, column, value, reason, cause };
}

/**
 * Describes a row that would turn a person into a company, or a company into a person. null: the kind does not change.
 */
export function doubtKind({ kind, line }: MemberRow, stored: MemberRow['kind']): GroupedProblem | null {
  if (kind === stored) return null;
  const reason =
    kind === 'corporate'
      ? 'would turn the membership of a person into that of a company'
      : 'would turn the membership of a company into that of a person';
  return { line, column: 'Kind', value: kind, reason, cause: 'changed-kind' };
}

function describePerson({ identity, values }: MemberRow): [field: string, value: string] {
  const [column, value] = describeIdentity(identity, values.text('Email'));
  if (column !== 'Email') return [column, value];
  const id = values.get('ChapterhousePersonID');
  return id === null
    ? ['ExternalPersonID', values.text('ExternalPersonID')]
    : ['ChapterhousePersonID', String(id)];
}

/** The name in a row about a member of this kind. */
export function nameOf(row: MemberRow, kind: MembershipRecord['kind']): string {
  const { values } = asStored(row, kind);
  const person = `${values.text('FirstName')} ${values.text('LastName')}`.trim();
  return kind === 'corporate' ? values.text('Organisation') || person : person;
}

export function nameOfMember({ person, membership }: MemberRecord): string {
  const own = `${person.firstName} ${person.lastName}`.trim();
  return membership.kind === 'corporate' || own === '' ? person.organisation : own;
}
