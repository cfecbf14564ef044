import { Option, type Command } from 'commander';
import { createAreaCentre } from '@/lib/membership-store/area-centre';
import { byCommand } from '@/lib/membership-store/journal';
import { readJournal, type JournalQuestion, type JournalRow } from '@/lib/membership-store/journal-read';
import { undoJournal, type JournalUndo } from '@/lib/membership-store/undo-journal';
import type { UndoConflict } from '@/lib/membership-store/undo';
import { findMemberHistory } from '@/lib/membership-store/member-history';
import { chooseOrganisation } from './choose-organisation';
import { parseId } from './arguments';
import { CommandError, UsageError, withSession, type Terminal } from './session';

interface JournalOptions {
  organisation?: number;
  member?: number;
  since?: string;
  actor?: string;
  run?: number;
  limit: number;
  json?: boolean;
}

/** A position is at least the milliseconds since 1970; no installation has that many imports. */
const leastPosition = 1_000_000_000_000;
const mostConflictsShown = 20;

/** `journal` and `undo`. */
export function addJournalCommands(program: Command, terminal: Terminal): void {
  program
    .command('journal')
    .description('list changes of members and settings, the oldest first')
    .addOption(organisationOption())
    .option('--member <id>', 'changes of this membership and of its person', parseId)
    .option('--since <date>', 'changes from this date or time on, such as 2026-07-01')
    .option('--actor <who>', 'changes by "import", "import 3", "person 12", "client ID" or "command NAME"')
    .option('--run <id>', 'changes of this import', parseId)
    .option('--limit <number>', 'how many changes at most, the newest', parseId, 100)
    .option('--json', 'one JSON document: the changes')
    .action((options: JournalOptions) => listChanges(terminal, options));
  program
    .command('undo')
    .argument('<number>', 'an import run, or the position of a change; `journal` shows both', parseId)
    .description('restore the values before an import or a change, as a new change')
    .addOption(organisationOption())
    .option('--force', 'also restore fields that were changed since then')
    .option('--reason <text>', 'the reason, for the journal')
    .option('--json', 'one JSON document: rows, undone, conflicts')
    .action((number: number, options: UndoOptions) => undoChanges(terminal, number, options));
}

function organisationOption(): Option {
  return new Option('--organisation <id>', 'which one; needed when there are several').argParser(parseId);
}

async function listChanges(terminal: Terminal, options: JournalOptions): Promise<void> {
  await withSession(terminal, options, async ({ store, tell }) => {
    const organisationId = await chooseOrganisation(store, options.organisation ?? null);
    const question: JournalQuestion = {
      after: 0,
      limit: options.limit,
      isNewest: true,
      ...(options.since === undefined ? {} : { since: parseSince(options.since) }),
      ...(options.actor === undefined ? {} : { actor: parseActor(options.actor) }),
      ...(options.run === undefined ? {} : { runId: options.run }),
      ...(options.member === undefined
        ? {}
        : { records: await findMemberHistory(store.members, organisationId, options.member) }),
    };
    const rows = await readJournal(store.members, organisationId, question);
    const lines = rows.flatMap(describeChange);
    tell(rows, lines.length > 0 ? lines : 'No changes.');
  });
}

interface UndoOptions {
  organisation?: number;
  force?: boolean;
  reason?: string;
  json?: boolean;
}

async function undoChanges(terminal: Terminal, number: number, options: UndoOptions): Promise<void> {
  await withSession(terminal, options, async ({ store, clock, config, tell }) => {
    const organisationId = await chooseOrganisation(store, options.organisation ?? null);
    const of = number < leastPosition ? { runId: number } : { position: number };
    const name = 'runId' in of ? `import ${number}` : `the change ${number}`;
    const cause = byCommand('undo', options.reason ?? `undo ${name}`);
    const writer = { organisationId, clock, areaCentre: createAreaCentre(config.dataDir), cause };
    const result = await undoJournal(store, writer, { of, isForced: options.force ?? false });
    if (result.rows === 0) throw new CommandError(`There is no ${name.replace(/^the /, '')} in the journal.`);
    tell(result, describeUndo(name, result, options.force ?? false));
    if (result.conflicts.length > 0 && !options.force) throw new CommandError('Nothing was undone.', true);
  });
}

function describeUndo(name: string, { undone, conflicts }: JournalUndo, isForced: boolean): string[] {
  const shown = conflicts.slice(0, mostConflictsShown).map(describeConflict);
  const more = conflicts.length - shown.length;
  if (more > 0) shown.push(`  … and ${more} more`);
  if (conflicts.length === 0) return [`Undid ${name}: ${undone} records changed.`];
  if (isForced) return [`Undid ${name}: ${undone} records changed, but not these:`, ...shown];
  return [
    `Nothing was undone, because of later changes:`,
    ...shown,
    'Add --force to restore the older values anyway.',
  ];
}

function describeConflict({ kind, recordId, field, reason }: UndoConflict): string {
  return `  ${kindName(kind)} ${recordId}${field === null ? '' : ` ${field}`}: ${reason}`;
}

function describeChange(row: JournalRow): string[] {
  const { kind, id } = row.actor;
  const who = id === '' ? kind : `${kind} ${id}`;
  const head = `${row.position}  ${row.at.toISOString()}  ${who}: ${kindName(row.kind)} ${row.recordId} ${row.operation}`;
  const reason = row.reason === null ? '' : ` (${row.reason})`;
  if (row.operation !== 'updated') return [head + reason];
  const fields = Object.entries(row.changes ?? {}).map(([field, change]) => {
    const [before, after] = Array.isArray(change) ? change : [null, null];
    return `    ${field}: ${show(before)} → ${show(after)}`;
  });
  return [head + reason, ...fields];
}

function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)';
  if (typeof value === 'string') return value;
  // A type or a chapter.
  const id: unknown = typeof value === 'object' ? Reflect.get(value, 'ID') : undefined;
  return typeof id === 'string' ? `ID ${id}` : JSON.stringify(value);
}

function kindName(kind: string): string {
  return kind.replace('_', ' ');
}

function parseSince(text: string): Date {
  const since = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(since.getTime())) {
    throw new UsageError('--since must be a date or time such as 2026-07-01 or 2026-07-01T09:00:00Z');
  }
  return since;
}

const actorKinds = ['person', 'client', 'command', 'clock', 'import'] as const;

function parseActor(text: string): NonNullable<JournalQuestion['actor']> {
  const [word = '', ...rest] = text.trim().split(' ');
  const kind = actorKinds.find((one) => one === word);
  if (kind === undefined) throw new UsageError(`--actor must start with ${actorKinds.join(', ')}`);
  return { kind, id: rest.length === 0 ? null : rest.join(' ') };
}
