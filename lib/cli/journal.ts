import type { Command } from 'commander';
import { dateForms, parseDate } from '@/lib/contract/dates';
import { byCommand } from '@/lib/store/journal';
import { readAccountJournal } from '@/lib/store/account-journal';
import type { Store } from '@/lib/store/database';
import { countRows, readJournal, type JournalQuery } from '@/lib/store/journal-read';
import { undoChange } from '@/lib/changes/journal/undo-change';
import type { JournalUndo } from '@/lib/changes/journal/undo-journal';
import type { UndoConflict } from '@/lib/changes/journal/undo-rows';
import { findMemberHistory } from '@/lib/changes/journal/member-history';
import { plural } from '@/lib/base/plural';
import { undoText } from '@/lib/messages/office-journal';
import { say } from '@/lib/messages/say';
import { describeChange, kindName, mergeChanges, type ChangeRow } from './change-lines';
import { chooseOrganisation, withOrganisation } from './choose-organisation';
import { parseId } from './arguments';
import { createProgress } from './progress';
import { describeSharedNumbers } from './shared-numbers';
import type { Terminal } from './terminal';
import { CommandError, UsageError, withSession } from './session';

interface JournalOptions {
  organisation?: number;
  member?: number;
  since?: string;
  actor?: string;
  run?: number;
  limit: number;
  json?: boolean;
}

/**
 * The position of a change is at least the number of milliseconds since 1970. Import IDs never become so large, so a
 * smaller number is the ID of an import.
 */
const minPosition = 1_000_000_000_000;
const maxConflictsShown = 20;

export function addJournalCommands(program: Command, terminal: Terminal): void {
  withOrganisation(program.command('journal'))
    .description('list changes to members, settings, accounts and clients, the oldest first')
    .option('--member <id>', 'changes to this membership and its person', parseId)
    .option('--since <date>', 'changes from this date or time on, such as 2026-07-01 or "-1 week"')
    .option('--actor <who>', 'changes by "import", "import 3", "person 12", "client ID" or "command NAME"')
    .option('--run <id>', 'changes made by this import', parseId)
    .option('--limit <number>', 'the number of changes to show; the newest are shown', parseId, 100)
    .option('--json', 'one JSON document: the changes')
    .action((options: JournalOptions) => listChanges(terminal, options));
  withOrganisation(program.command('undo'))
    .argument('<number>', 'an import run, or the position of a change; `journal` shows both', parseId)
    .description('undo an import or a change: restore the earlier values, as a new change')
    .option('--force', 'also restore fields that were changed since then')
    .option('--no-mail', 'send no emails about changed addresses and merged records')
    .option('--reason <text>', 'the reason, for the journal')
    .option('--json', 'one JSON document: rows, undone, conflicts, sharedNumbers')
    .action((number: number, options: UndoOptions) => undoChanges(terminal, number, options));
}

async function listChanges(terminal: Terminal, options: JournalOptions): Promise<void> {
  await withSession(terminal, options, async ({ store, clock, print }) => {
    const organisationId = await chooseOrganisation(store, options.organisation ?? null);
    const { since, ...others } = options;
    const from = since === undefined ? {} : { since: parseSince(since, clock()) };
    const rows = await readChanges(store, organisationId, { ...others, ...from });
    const lines = rows.flatMap(describeChange);
    print(rows, lines.length > 0 ? lines : 'No changes.');
  });
}

/**
 * Returns the oldest change first. `run` is the ID of an import. With `run`, account changes are not read, because an
 * import changes only members.
 */
export async function readChanges(
  { members, auth }: Store,
  organisationId: number,
  { limit, since, actor, run, member }: Omit<JournalOptions, 'since'> & { since?: Date },
): Promise<ChangeRow[]> {
  const of = {
    limit,
    ...(since === undefined ? {} : { since }),
    ...(actor === undefined ? {} : { actor: parseActor(actor) }),
  };
  const records = member === undefined ? null : await findMemberHistory(members, organisationId, member);
  const changes = await readJournal(members, organisationId, {
    ...of,
    after: 0,
    isNewest: true,
    ...(run === undefined ? {} : { runId: run }),
    ...(records === null ? {} : { records }),
  });
  if (run !== undefined) return changes;
  const personIds = records?.filter(({ kind }) => kind === 'person').map(({ recordId }) => recordId);
  const ofAccounts = await readAccountJournal(auth, organisationId, {
    ...of,
    ...(personIds === undefined ? {} : { personIds }),
  });
  return mergeChanges(changes, ofAccounts, limit);
}

interface UndoOptions {
  organisation?: number;
  force?: boolean;
  mail: boolean;
  reason?: string;
  json?: boolean;
}

async function undoChanges(terminal: Terminal, number: number, options: UndoOptions): Promise<void> {
  await withSession(terminal, options, async ({ store, clock, areaCentre, print }) => {
    const organisationId = await chooseOrganisation(store, options.organisation ?? null);
    const of = number < minPosition ? { runId: number } : { position: number };
    const name = 'runId' in of ? `import ${number}` : `the change ${number}`;
    const cause = { ...byCommand('undo', options.reason ?? `undo ${name}`), isQuiet: !options.mail };
    const writer = { organisationId, clock, areaCentre, cause };
    const progress = createProgress(terminal);
    const counts = await countRows(store.members, organisationId, 'runId' in of ? [number] : []);
    const total = counts.get(number) ?? 1;
    const onProgress = (done: number) => {
      const text = `${undoText.undoing}: ${say(undoText.progress, { done, total })}`;
      progress.show({ text, done, total });
    };
    const request = { of, isForced: options.force ?? false, onProgress };
    const result = await undoChange(store, writer, request).finally(progress.end);
    const { rows, undone, conflicts, sharedNumbers } = result;
    if (rows === 0) throw new CommandError(`There is no ${name.replace(/^the /, '')} in the journal.`);
    print({ rows, undone, conflicts, sharedNumbers }, [
      ...describeUndo(name, result, options.force ?? false),
      ...describeSharedNumbers(sharedNumbers),
    ]);
    if (conflicts.length > 0 && undone === 0) throw new CommandError('Nothing was undone.', true);
  });
}

function describeUndo(name: string, { undone, conflicts }: JournalUndo, isForced: boolean): string[] {
  const shown = conflicts.slice(0, maxConflictsShown).map(describeConflict);
  const more = conflicts.length - shown.length;
  if (more > 0) shown.push(`  … and ${more} more`);
  if (conflicts.length === 0) return [`Undid ${name}: ${plural(undone, 'record')} changed.`];
  if (undone > 0) return [`Undid ${name}: ${plural(undone, 'record')} changed, but not these:`, ...shown];
  if (isForced) return ['Nothing was undone:', ...shown];
  return [
    `Nothing was undone, because of later changes:`,
    ...shown,
    'Add --force to restore the older values anyway.',
  ];
}

function describeConflict({ kind, recordId, field, reason }: UndoConflict): string {
  return `  ${kindName(kind)} ${recordId}${field === null ? '' : ` ${field}`}: ${reason}`;
}

function parseSince(text: string, now: Date): Date {
  const since = parseDate(text, { now, timeZone: 'UTC' });
  if (since === null)
    throw new UsageError(`--since must be ${dateForms}; a time without an offset is in UTC`);
  return since.instant;
}

const actorKinds = ['person', 'client', 'command', 'clock', 'import'] as const;

function parseActor(text: string): NonNullable<JournalQuery['actor']> {
  const [word = '', ...rest] = text.trim().split(' ');
  const kind = actorKinds.find((one) => one === word);
  if (kind === undefined) throw new UsageError(`--actor must start with ${actorKinds.join(', ')}`);
  return { kind, id: rest.length === 0 ? null : rest.join(' ') };
}
