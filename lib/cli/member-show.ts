import { describeChange } from './change-lines';
import { requireMember, type MemberChoice } from './find-member';
import { readChanges } from './journal';
import { oneLine } from './printable';
import type { Session } from './session';

const maxChanges = 10;

export async function showMember(session: Session, choice: MemberChoice): Promise<void> {
  const { organisationId, membershipId, record } = await requireMember(session, choice);
  const question = { limit: maxChanges, member: membershipId };
  const changes = await readChanges(session.store, organisationId, question);
  session.print({ membershipId, member: record, changes }, [
    `Membership ${membershipId}`,
    ...describeRecord(record),
    'Last changes:',
    ...changes.flatMap(describeChange).map((text) => `  ${text}`),
  ]);
}

function describeRecord(record: object, prefix = ''): string[] {
  return Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return [];
    if (typeof value === 'object' && !Array.isArray(value)) return describeRecord(value, `${prefix}${name}.`);
    return `  ${prefix}${name}: ${typeof value === 'string' ? oneLine(value) : JSON.stringify(value)}`;
  });
}
