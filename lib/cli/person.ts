import type { Command } from 'commander';
import { closeErasureRequest, listErasureRequests } from '@/lib/sign-in/accounts/erasure-requests';
import { isWellFormedEmail, malformedEmail } from '@/lib/contract/fields/email-address';
import { userFields } from '@/lib/contract/fields/person';
import { findAlias } from '@/lib/store/person-aliases';
import { named } from '@/lib/transfer/import/row-changes';
import { mergePersons, planMerge, type MergePlan } from '@/lib/changes/merge-persons';
import type { PersonRecord } from '@/lib/store/schema/records';
import { byCommand } from '@/lib/store/journal';
import { changesBetween, personIdName } from '@/lib/store/journal-fields';
import type { MembersWriter } from '@/lib/store/members-writer';
import { toFlat } from '@/lib/store/record-kinds';
import { findNameProblem } from '@/lib/changes/name-problem';
import { collectPairs, parseId } from './arguments';
import { chooseOrganisation, withOrganisation } from './choose-organisation';
import { fieldNames, setFields } from './field-values';
import { addErase } from './person-erase';
import { requirePersonId, withWho, type PersonOptions, findPersonId, type WhoOptions } from './find-person';
import { exportPerson, type PersonExportOptions } from './person-export';
import { showPerson } from './person-show';
import { oneLine } from './printable';
import type { Terminal } from './terminal';
import { CommandError, UsageError, withSession, type Session } from './session';

/** `person show|list|export|set|merge|erase|refuse-erasure`: one person of an organisation. */
export function addPersonCommands(program: Command, terminal: Terminal): void {
  const person = program.command('person').description('one person of an organisation');
  addShow(person, terminal);
  addExport(person, terminal);
  addSet(person, terminal);
  addMerge(person, terminal);
  addErase(person, terminal);
  addErasureRequestCommands(person, terminal);
}

function addShow(person: Command, terminal: Terminal): void {
  withWho(
    withOrganisation(person.command('show')).description(
      'show a person, their memberships, account and last changes',
    ),
  )
    .option('--json', 'one JSON document on standard output')
    .action((options: PersonOptions) =>
      withSession(terminal, options, (session) => showPerson(session, options)),
    );
}

function addExport(person: Command, terminal: Terminal): void {
  withWho(
    withOrganisation(person.command('export')).description(
      'write everything that is held about a person, as JSON and as a page',
    ),
  )
    .requiredOption('--out <path>', 'a folder for both files, or one file named .json or .html')
    .option('--json', 'one JSON document on standard output: personId, state, files')
    .action((options: PersonExportOptions & { json?: boolean }) =>
      withSession(terminal, options, (session) => exportPerson(session, options)),
    );
}

function addSet(person: Command, terminal: Terminal): void {
  withOrganisation(person.command('set'))
    .argument('<id>', "the person's ID", parseId)
    .argument(
      '<field...>',
      `Field=value; an empty value clears the field. The fields are ${fieldNames(userFields).join(', ')}`,
      (text, previous?: [string, string][]) => collectPairs(text, previous),
    )
    .description('change a person, in all their memberships')
    .option('--no-mail', 'send no emails about changed addresses and merged records')
    .option('--reason <text>', 'the reason, for the journal')
    .option('--json', 'one JSON document on standard output: personId, changed')
    .action((id: number, pairs: [string, string][], options: PersonOptions & MailOption) =>
      withSession(terminal, options, (session) => setPerson(session, { id, pairs, options })),
    );
}

/** Commander sets it to false for `--no-mail`. */
interface MailOption {
  mail: boolean;
}

interface MergeOptions extends MailOption {
  organisation?: number;
  keepMembership?: number;
  reason?: string;
  yes?: boolean;
  json?: boolean;
}

function addMerge(person: Command, terminal: Terminal): void {
  withOrganisation(person.command('merge'))
    .argument('<from>', 'the ID of the person who is merged; the ID is kept as an alias', parseId)
    .argument('<into>', 'the ID of the person who is kept', parseId)
    .description('merge two records of one person; the sign-ins of the first record end')
    .option('--keep-membership <id>', 'the individual membership to keep if both have one', parseId)
    .option('--yes', 'merge them; without --yes, the command only says what it would do')
    .option('--no-mail', 'send no emails about changed addresses and merged records')
    .option('--reason <text>', 'the reason, for the journal')
    .option('--json', 'one JSON document on standard output: run, from, into, moved, removed')
    .action((from: number, into: number, options: MergeOptions) =>
      withSession(terminal, options, (session) => merge(session, { from, into, options })),
    );
}

async function merge(
  { store, write, print }: Session,
  { from, into, options }: { from: number; into: number; options: MergeOptions },
): Promise<void> {
  const organisationId = await chooseOrganisation(store, options.organisation ?? null);
  // Completes an interrupted merge first.
  await store.settleAccounts();
  if ((await findAlias(store.members, organisationId, from)) === into) {
    return print(
      { from, into, run: null, moved: [], removed: null },
      `Person ${from} is merged into person ${into}.`,
    );
  }
  const reason = options.reason ?? `person ${from} merged into person ${into}`;
  const cause = { ...byCommand('person merge', reason), isQuiet: !options.mail };
  const keptMembershipId = options.keepMembership ?? null;
  const done = await write({ organisationId, cause }, async (writer) => {
    const plan = await planMerge(writer, { from, into, keptMembershipId });
    if (!options.yes) {
      const lost = await describeLost(writer, plan);
      throw new CommandError(
        [describePlan(plan), ...lost, 'Nothing was changed. To merge, add --yes'].join('\n'),
      );
    }
    return { ...plan, run: await mergePersons(writer, plan) };
  });
  const { run, moved, removed } = done;
  print({ run, from, into, moved, removed }, [
    describePlan(done),
    `Merged. To undo it: ./chapterhouse undo ${run}`,
  ]);
}

function describePlan({ from, into, moved, removed }: MergePlan): string {
  const name = ({ id, firstName, lastName, email, organisation }: PersonRecord) =>
    `${id} (${[`${firstName} ${lastName}`.trim(), organisation, email].filter((one) => one !== '').join(', ')})`;
  return [
    `Person ${name(from)} into person ${name(into)}`,
    `  memberships that move: ${moved.join(', ') || 'none'}`,
    ...(removed === null ? [] : [`  membership that is removed: ${removed}`]),
  ].join('\n');
}

/** The values of the merged person and of the removed membership that the others do not have. */
async function describeLost(writer: MembersWriter, { from, into, removed }: MergePlan): Promise<string[]> {
  const found = [...(await writer.membershipsOf(from.id)), ...(await writer.membershipsOf(into.id))];
  const [gone, kept] = [true, false].map((isGone) =>
    found.find(({ membership: { id, kind } }) => kind === 'individual' && (id === removed) === isGone),
  );
  const changes = {
    ...changesBetween(toFlat('person', from), toFlat('person', into)),
    ...(gone && kept && changesBetween(toFlat('membership', gone), toFlat('membership', kept))),
  };
  const lost = Object.entries(named(changes, writer.structure.current)).flatMap(([field, [value]]) => {
    const texts = field === personIdName ? [] : textsIn(value);
    return texts.length === 0 ? [] : `    ${field}: ${texts.join(', ')}`;
  });
  return lost.length === 0 ? [] : ['  values that are not kept:', ...lost];
}

/** Records within records have only IDs of others, such as an addon. */
function textsIn(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'object') return [String(value)];
  const texts = Object.entries(value).flatMap(([name, one]) => (name === 'ID' ? [] : textsIn(one)));
  return texts.length > 0 || !('ID' in value) ? texts : [String(value.ID)];
}

async function setPerson(
  { store, write, print }: Session,
  { id, pairs, options }: { id: number; pairs: [string, string][]; options: PersonOptions & MailOption },
): Promise<void> {
  const organisationId = await chooseOrganisation(store, options.organisation ?? null);
  const personId = await requirePersonId(store, organisationId, id);
  const cause = { ...byCommand('person set', options.reason ?? null), isQuiet: !options.mail };
  const changed = await write({ organisationId, cause }, async (writer) => {
    const before = await writer.persons.find(personId);
    if (before === null) throw new CommandError(`Person ${personId} was removed`);
    const after = { ...setFields(userFields, before, pairs), id: personId };
    const memberships = await writer.membershipsOf(personId);
    const isContact = memberships.some(({ membership }) => membership.kind === 'corporate');
    const unnamed = findNameProblem(after, { isContact });
    if (unnamed !== null) throw new UsageError(`"${unnamed.field ?? 'LastName'}" ${unnamed.reason}`);
    const isChanged = after.email !== '' && after.email !== before.email;
    if (isChanged && !isWellFormedEmail(after.email)) throw new UsageError(`"Email" ${malformedEmail}`);
    await writer.persons.put(after);
    return writer.hasChanged;
  });
  print(
    { personId, changed },
    changed ? `Person ${personId} is changed.` : 'Nothing was changed, because the values are the same.',
  );
}

interface Options extends WhoOptions {
  organisation?: number;
  reason: string;
  json?: boolean;
}

function addErasureRequestCommands(person: Command, terminal: Terminal): void {
  withOrganisation(person.command('list'))
    .description('list the people who asked to be erased')
    .requiredOption('--erasure-requests', 'open requests, oldest first')
    .option('--json', 'one JSON document on standard output: requests')
    .action((options: Omit<Options, 'reason'>) =>
      withSession(terminal, options, (session) => listRequests(session, options)),
    );
  withWho(withOrganisation(person.command('refuse-erasure')))
    .description('close a request for erasure without erasing; the person sees that it is closed')
    .requiredOption('--reason <text>', 'the reason, for the journal')
    .option('--json', 'one JSON document on standard output: personId')
    .action((options: Options) =>
      withSession(terminal, options, (session) => refuseRequest(session, options)),
    );
}

async function listRequests(
  { store, print }: Session,
  { organisation }: Pick<Options, 'organisation'>,
): Promise<void> {
  const organisationId = await chooseOrganisation(store, organisation ?? null);
  const requests = await listErasureRequests(store, organisationId);
  const rows = requests.map(({ person: { id, name, email }, requestedAt }) => ({
    personId: id,
    name,
    email,
    requestedAt: requestedAt.toISOString(),
  }));
  const lines = rows.map(({ personId, name, email, requestedAt }) =>
    oneLine(`Person ${personId}: ${name}, ${email || 'no email address'}, asked on ${requestedAt}`),
  );
  print({ requests: rows }, lines.length === 0 ? 'Nobody has asked to be erased.' : lines);
}

async function refuseRequest({ store, clock, print }: Session, options: Options): Promise<void> {
  const organisationId = await chooseOrganisation(store, options.organisation ?? null);
  const personId = await findPersonId(store, organisationId, options);
  const cause = byCommand('person refuse-erasure', options.reason);
  const isClosed = await closeErasureRequest(
    store,
    { organisationId, personId },
    { operation: 'refused', cause, now: clock() },
  );
  if (!isClosed) throw new CommandError(`Person ${personId} has no open request for erasure`);
  print(
    { personId },
    `The request of person ${personId} is closed. The person sees that it is closed, but not the reason: write to the person.`,
  );
}
