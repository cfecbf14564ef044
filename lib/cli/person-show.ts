import { userFields } from '@/lib/contract/fields/person';
import { readAccountStanding, type AccountStanding } from '@/lib/sign-in/accounts/account-standing';
import { lookUp } from '@/lib/base/look-up';
import { readAccountJournal } from '@/lib/store/account-journal';
import { personKinds } from '@/lib/store/record-kinds';
import { readDay } from '@/lib/store/day';
import { toFlat } from '@/lib/store/record-kinds';
import { readJournal } from '@/lib/store/journal-read';
import { readPersonOverview, type PersonOverview } from '@/lib/store/lists/person-overview';
import type { Store } from '@/lib/store/database';
import { plural } from '@/lib/base/plural';
import { describeChange, mergeChanges } from './change-lines';
import { chooseOrganisation } from './choose-organisation';
import { fieldNames } from './field-values';
import { findPersonId, type PersonOptions } from './find-person';
import { oneLine } from './printable';
import { CommandError, type Session } from './session';

const maxChanges = 10;

export async function showPerson({ store, clock, print }: Session, options: PersonOptions): Promise<void> {
  const organisationId = await chooseOrganisation(store, options.organisation ?? null);
  const personId = await findPersonId(store, organisationId, options);
  const day = await readDay(store.members, organisationId, clock());
  const overview = day === null ? null : await readPersonOverview(store.members, day, personId);
  if (overview === null) throw new CommandError(`Person ${personId} was removed`);
  const account = await readAccountStanding(store, { organisationId, personId, now: clock() });
  const changes = await readChanges(store, organisationId, overview);
  const fields = toFlat('person', overview.person);
  const { memberships, seats, role, aliases } = overview;
  const also = aliases.length === 0 ? '' : ` (also ${aliases.join(', ')}, merged)`;
  print({ personId, aliases, fields, memberships, seats, role, account, changes }, [
    `Person ${personId}${also}`,
    ...fieldNames(userFields).flatMap((name) => line(name, lookUp(fields, name))),
    ...memberships.map(describeMembership),
    ...seats.map(describeSeat),
    ...describeRole(role),
    ...describeAccount(account),
    'Last changes:',
    ...changes.flatMap(describeChange).map((text) => `  ${text}`),
  ]);
}

async function readChanges(
  { members, auth }: Store,
  organisationId: number,
  { person, memberships, aliases }: PersonOverview,
) {
  const personIds = [person.id, ...aliases];
  const records = [
    ...personIds.flatMap((recordId) => personKinds.map((kind) => ({ kind, recordId }))),
    ...memberships.map((one) => ({ kind: 'membership' as const, recordId: one.id })),
  ];
  const question = { after: 0, limit: maxChanges, isNewest: true, records };
  return mergeChanges(
    await readJournal(members, organisationId, question),
    await readAccountJournal(auth, organisationId, { limit: maxChanges, personIds }),
    maxChanges,
  );
}

function line(name: string, value: unknown): string[] {
  return value === '' || value === null ? [] : [`  ${name}: ${oneLine(String(value))}`];
}

function describeMembership(membership: PersonOverview['memberships'][number]): string {
  const { id, kind, membershipNumber, type, expiryDate, status, isApproved } = membership;
  const number = membershipNumber === '' ? '' : `, number ${membershipNumber}`;
  const end = expiryDate === null ? 'without end' : `until ${expiryDate}`;
  return `Membership ${id}: ${kind}${number}, ${type}, ${end}, ${status}${isApproved ? '' : ', not approved'}`;
}

function describeSeat({ chapterId, startsOn, endsOn }: PersonOverview['seats'][number]): string {
  const where = chapterId === null ? 'of the organisation' : `of chapter ${chapterId}`;
  return `Committee ${where}, from ${startsOn ?? '(open)'} to ${endsOn ?? '(open)'}`;
}

function describeRole({ role, chapterIds }: PersonOverview['role']): string[] {
  if (role === null) return [];
  return [`Office: ${role}${chapterIds.length === 0 ? '' : ` of chapter ${chapterIds.join(', ')}`}`];
}

function describeAccount(account: AccountStanding): string[] {
  const { hasPassword, passwordSetAt, passkeys, hasLink, sessions, consents, erasureRequestedAt } = account;
  const password = hasPassword ? `has a password since ${passwordSetAt?.toISOString()}` : 'has no password';
  const link = hasLink ? ', has a valid link to set one' : '';
  return [
    `Account: ${password}${link}, ${plural(passkeys, 'passkey')}, ${plural(sessions, 'session')}`,
    ...(erasureRequestedAt === null ? [] : [`Asked to be erased on ${erasureRequestedAt.toISOString()}`]),
    ...consents.map(
      ({ name, clientId, scope, givenAt }) =>
        `Consent: ${name} (${clientId}): ${scope}, since ${givenAt.toISOString()}`,
    ),
  ];
}
