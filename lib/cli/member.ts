import { Option, type Command } from 'commander';
import { subMembersValues } from '@/lib/contract/batch';
import type { SubMembers } from '@/lib/changes/member-change';
import { byCommand } from '@/lib/store/journal';
import { collectPairs, parseDate, parseId } from './arguments';
import { describeChange, describeFields } from './change-lines';
import { chooseOrganisation, withOrganisation } from './choose-organisation';
import { fieldNames } from './field-values';
import { requireMember, type FoundMember, type MemberChoice } from './find-member';
import { readChanges } from './journal';
import { settableFields, writeChange, writeFields, type Pairs, type Written } from './member-write';
import { oneLine } from './printable';
import type { Terminal } from './terminal';
import { CommandError, UsageError, withSession, type Session } from './session';

/** `member show|add|set|end|remove`: one membership of an organisation. */
export function addMemberCommands(program: Command, terminal: Terminal): void {
  const member = program.command('member').description('one membership of an organisation');
  addShow(member, terminal);
  addAdd(member, terminal);
  addSet(member, terminal);
  addEnd(member, terminal);
  addRemove(member, terminal);
}

interface MemberOptions {
  number?: string;
  organisation?: number;
  reason?: string;
  json?: boolean;
}

const fieldHelp = `Field=value; an empty value clears the field, and lists are JSON. The fields are ${fieldNames(settableFields).join(', ')}`;

function addShow(member: Command, terminal: Terminal): void {
  withNumber(member.command('show').argument('[id]', "the membership's ID", parseId))
    .description('show a membership, its person and their last changes')
    .option('--json', 'one JSON document on standard output: membershipId, member, changes')
    .action((id: number | undefined, options: MemberOptions) =>
      withSession(terminal, options, (session) => showMember(session, { ...options, id })),
    );
}

const maxChanges = 10;

async function showMember(session: Session, choice: MemberChoice): Promise<void> {
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

function addAdd(member: Command, terminal: Terminal): void {
  withOrganisation(member.command('add'))
    .argument('<field...>', fieldHelp, (text, previous?: [string, string][]) => collectPairs(text, previous))
    .description('add a membership for a new person, or for an existing person if User.ID is given')
    .option('--reason <text>', 'the reason, for the journal')
    .option('--json', 'one JSON document on standard output: membershipId, member')
    .action((pairs: Pairs, options: MemberOptions) =>
      withSession(terminal, options, (session) => addMember(session, pairs, options)),
    );
}

function addSet(member: Command, terminal: Terminal): void {
  withNumber(member.command('set').argument('<id-and-fields...>', `the ID, then ${fieldHelp}`, collectWord))
    .usage('[options] <id> <field=value...>')
    .description('change a membership and its person')
    .option('--no-mail', 'send no emails about changed addresses and merged records')
    .option('--reason <text>', 'the reason, for the journal')
    .option('--json', 'one JSON document on standard output: membershipId, changes, alsoChanged')
    .action((words: Words, options: MemberOptions & { mail: boolean }) =>
      withSession(terminal, options, (session) => setMember(session, words, options)),
    );
}

type EndOptions = MemberOptions & { on?: string };

function addEnd(member: Command, terminal: Terminal): void {
  withNumber(member.command('end').argument('[id]', "the membership's ID", parseId))
    .description('end a membership: set its ExpiryDate')
    .option('--on <date>', 'its last day (default: today, in the time zone of the organisation)', parseDate)
    .option('--reason <text>', 'the reason, for the journal')
    .option('--json', 'one JSON document on standard output: membershipId, changes, alsoChanged')
    .action((id: number | undefined, options: EndOptions) =>
      withSession(terminal, options, (session) => endMember(session, id, options)),
    );
}

type RemoveOptions = MemberOptions & { subMembers?: SubMembers; yes?: boolean };

function addRemove(member: Command, terminal: Terminal): void {
  withNumber(member.command('remove').argument('[id]', "the membership's ID", parseId))
    .description('remove a membership; the person is kept')
    .addOption(
      new Option('--sub-members <what>', 'what happens to the parts of a corporate membership').choices(
        subMembersValues,
      ),
    )
    .option('--yes', 'remove it; without --yes, the command only says what it would do')
    .option('--reason <text>', 'the reason, for the journal')
    .option('--json', 'one JSON document on standard output: membershipId, alsoChanged')
    .action((id: number | undefined, options: RemoveOptions) =>
      withSession(terminal, options, (session) => removeMember(session, id, options)),
    );
}

function withNumber(command: Command): Command {
  return withOrganisation(command).option('--number <number>', 'by membership number instead of the ID');
}

interface Words {
  id: number | undefined;
  pairs: [string, string][];
}

function collectWord(text: string, previous: Words = { id: undefined, pairs: [] }): Words {
  const { id, pairs } = previous;
  const isId = id === undefined && pairs.length === 0 && !text.includes('=');
  return isId ? { id: parseId(text), pairs } : { id, pairs: collectPairs(text, pairs) };
}

async function addMember(session: Session, pairs: Pairs, options: MemberOptions): Promise<void> {
  const organisationId = await chooseOrganisation(session.store, options.organisation ?? null);
  const cause = byCommand('member add', options.reason ?? null);
  const { made } = await writeFields(session, { organisationId, cause, membershipId: null, pairs });
  const { membershipId, after } = made;
  session.print({ membershipId, member: after?.record ?? null }, `Membership ${membershipId} is added.`);
}

async function setMember(
  session: Session,
  { id, pairs }: Words,
  options: MemberOptions & { mail: boolean },
): Promise<void> {
  if (pairs.length === 0) throw new UsageError('Give at least one Field=value');
  const { organisationId, membershipId } = await requireMember(session, { ...options, id });
  const cause = { ...byCommand('member set', options.reason ?? null), isQuiet: !options.mail };
  printChange(session, await writeFields(session, { organisationId, cause, membershipId, pairs }));
}

async function endMember(session: Session, id: number | undefined, options: EndOptions): Promise<void> {
  const found = await requireMember(session, { ...options, id });
  const { organisationId, membershipId, record, today } = found;
  const lastDay = options.on ?? today;
  const { ExpiryDate } = record;
  if (ExpiryDate !== null && ExpiryDate < lastDay) {
    throw new CommandError(
      `The last day of membership ${membershipId} is ${ExpiryDate}, which is earlier than ${lastDay}. To extend it: ./chapterhouse member set ${membershipId} ExpiryDate=${lastDay}`,
    );
  }
  const cause = byCommand('member end', options.reason ?? null);
  const pairs: Pairs = [['ExpiryDate', lastDay]];
  printChange(session, await writeFields(session, { organisationId, cause, membershipId, pairs }));
}

async function removeMember(session: Session, id: number | undefined, options: RemoveOptions): Promise<void> {
  const found = await requireMember(session, { ...options, id });
  const { organisationId, membershipId } = found;
  const cause = byCommand('member remove', options.reason ?? null);
  const subMembers = options.subMembers ?? null;
  const change = { operation: 'remove', membershipId, ifMatch: '*', subMembers } as const;
  const isValidateOnly = !options.yes;
  const { alsoChanged } = await writeChange(session, { organisationId, cause, change, isValidateOnly });
  const parts = describeParts(alsoChanged, subMembers);
  if (isValidateOnly) {
    const lines = [
      describeMember(found),
      ...parts,
      'Nothing was changed. To remove the membership, add --yes',
    ];
    throw new CommandError(lines.join('\n'));
  }
  session.print({ membershipId, alsoChanged }, [`Removed: ${describeMember(found)}`, ...parts]);
}

function printChange({ print }: Session, { made, changes, alsoChanged }: Written): void {
  const { membershipId } = made;
  const isChanged = Object.keys(changes).length > 0;
  const others = alsoChanged.length === 0 ? [] : [`Also changed: memberships ${alsoChanged.join(', ')}`];
  const lines = [`Membership ${membershipId} is changed:`, ...describeFields(changes), ...others];
  print(
    { membershipId, changes, alsoChanged },
    isChanged ? lines : 'Nothing was changed, because the values are the same.',
  );
}

function describeMember({ membershipId, record, personId }: FoundMember): string {
  const { Kind, MembershipNumber, User } = record;
  const name = [`${User.FirstName} ${User.LastName}`.trim(), User.Organisation].filter((one) => one !== '');
  return `membership ${membershipId} (${Kind}, number ${MembershipNumber}) of person ${personId} (${name.join(', ')})`;
}

function describeParts(ids: readonly number[], subMembers: SubMembers | null): string[] {
  if (ids.length === 0) return [];
  const what = subMembers === 'remove' ? 'removed too' : 'on their own from then on';
  return [`  memberships that are ${what}: ${ids.join(', ')}`];
}
