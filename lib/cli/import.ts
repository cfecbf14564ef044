import { Option, type Command } from 'commander';
import { loadPlaces } from '@/lib/map/geo/places';
import { isTimeZone } from '@/lib/contract/fields/text-kinds';
import { importArchive } from '@/lib/transfer/import/import-archive';
import { importApi } from '@/lib/transfer/import/import-api';
import type { ImportContext } from '@/lib/transfer/import/import-context';
import {
  importFile,
  type ImportRequest,
  type ImportResult,
  type Question,
} from '@/lib/transfer/import/import-file';
import type { ErasedRow } from '@/lib/transfer/import/erased-rows';
import type { ProblemGroup } from '@/lib/transfer/import/causes';
import type { BadValue } from '@/lib/transfer/import/import-error';
import { detectTable } from '@/lib/transfer/import/detect-table';
import { describeMapping } from '@/lib/transfer/import/mapping';
import { requireSavable, saveBadRows } from '@/lib/transfer/import/save-bad-rows';
import { createApiSource } from '@/lib/transfer/import/api-source';
import { applyErasures } from '@/lib/privacy/erasure/apply-erasures';
import { readErasures } from '@/lib/privacy/erasure/erasures-file';
import { byCommand } from '@/lib/store/journal';
import { readStructure } from '@/lib/store/structure';
import { plural } from '@/lib/base/plural';
import { importText } from '@/lib/messages/office-import';
import { say } from '@/lib/messages/say';
import { collectAnswers, collectPairs, parseId } from './arguments';
import { readMappingFile, type MappingFile } from './mapping-file';
import { createProgress } from './progress';
import { describeSharedNumbers } from './shared-numbers';
import type { Terminal } from './terminal';
import { CommandError, UsageError, withSession, type Session } from './session';

interface ImportOptions {
  organisation: number;
  sourceOrganisation?: number;
  create?: string;
  timeZone?: string;
  country?: string;
  currency?: string;
  openDirectory?: boolean;
  mapping?: string;
  map?: [string, string][];
  set?: [string, string][];
  extras?: string;
  searchableExtras?: string;
  encoding?: string;
  dateOrder?: 'dmy' | 'mdy';
  separators?: string;
  headerLine?: number;
  place?: boolean;
  skipBad?: boolean;
  dryRun?: boolean;
  full?: boolean;
  replace?: boolean;
  remove?: number;
  mail: boolean;
  reason?: string;
  source?: string;
  withoutEnd?: boolean;
  acceptDoubts?: boolean;
  acceptOtherPeople?: boolean;
  acceptSharedNumbers?: boolean;
  answer?: [string, string][];
  restoreErased?: boolean;
  firstParty?: boolean;
  acceptRoles?: boolean;
  json?: boolean;
}

export function addImportCommand(program: Command, terminal: Terminal): void {
  program
    .command('import')
    .argument(
      '<file>',
      'a CSV file or other delimited text with column names in the first line, an Excel file (.xlsx), a .json file that export wrote, or the root address of a site with this API',
    )
    .description('import members from a file; if a row cannot be read, nothing is imported')
    .requiredOption('--organisation <id>', 'the organisation to import into', parseId)
    .option('--source-organisation <id>', "the organisation's ID at the site, if it differs", parseId)
    .option('--create <name>', 'create the organisation if it does not exist')
    .option('--time-zone <zone>', 'time zone of the new organisation, such as Australia/Melbourne')
    .option('--country <name>', "country of the new organisation; '' for members around the world")
    .option('--currency <code>', 'currency of the new organisation, such as AUD')
    .option('--open-directory', 'open the directory of the new organisation, which is closed otherwise')
    .option('--mapping <file>', 'a JSON file that maps columns to fields; docs/import.md has an example')
    .option(
      '--map <column=Field>',
      'map a column to a field; "column=" leaves it out; may be repeated',
      collectPairs,
    )
    .option('--set <Field=value>', 'a value for every row; may be repeated', collectPairs)
    .option('--extras <columns>', 'columns to import as extra questions, separated by commas')
    .option('--searchable-extras <columns>', 'like --extras, but the public may see and search the answers')
    .option('--encoding <name>', 'encoding of the file, such as windows-1252, if it is not recognised')
    .addOption(
      new Option(
        '--date-order <order>',
        'order of dates such as 3/4/2026, if no date in the file shows it',
      ).choices(['dmy', 'mdy']),
    )
    .option('--separators <characters>', 'characters between several values in a cell (default: ";|")')
    .option(
      '--header-line <number>',
      'the line with the names of the columns, if it is not recognised',
      parseId,
    )
    .option('--place', 'put addresses without coordinates on the map, by their suburb and postcode')
    .option('--skip-bad', 'leave out rows that cannot be read, and save them beside the file')
    .option('--dry-run', 'report what would change, and write nothing')
    .option('--full', 'for a site: read everything, not only what was modified since the last import')
    .option('--replace', 'remove memberships that are not in the file')
    .option(
      '--remove <number>',
      'confirm the number of memberships that --replace removes, if the import stopped to ask for it',
      parseId,
    )
    .option('--no-mail', 'send no emails about changed addresses and merged records')
    .option('--reason <text>', 'the reason, for the journal')
    .option('--source <name>', 'the system that the IDs in the file come from (default: "file")')
    .option('--without-end', 'confirm that new memberships never end, if no row has an expiry date')
    .option('--accept-doubts', 'confirm cells and rows that were reported as probable mistakes')
    .option(
      '--accept-other-people',
      'confirm rows that match a member by number or ID but have another name and email address',
    )
    .option(
      '--accept-shared-numbers',
      'confirm that several members have the same membership number, such as a couple',
    )
    .option(
      '--answer <group=answer>',
      'answer the problems of a group, as the report names it; may be repeated',
      collectAnswers,
    )
    .option('--restore-erased', 'also import the rows of erased persons, which are otherwise skipped')
    .option(
      '--first-party',
      'for a full archive: confirm that its first-party clients belong to the organisation',
    )
    .option(
      '--accept-roles',
      'for a full archive: confirm that its persons with a role may manage members here',
    )
    .option('--json', 'one JSON document: read, created, updated, unchanged, removed, bad, erased')
    .addHelpText('after', '\nColumns are matched to fields by their names; docs/import.md lists all fields.')
    .action((file: string, options: ImportOptions) =>
      withSession(terminal, options, (session) => runImport(session, file, options)),
    );
}

async function runImport(session: Session, file: string, options: ImportOptions): Promise<void> {
  const { store, clock, areaCentre, terminal } = session;
  const given = toRequest(session, file, options);
  const progress = createProgress(terminal);
  const importAny = await importerFor(file, session, options);
  const onProgress: ImportContext['onProgress'] = ({ phase, done, total }) =>
    progress.show({ text: say(importText.progress[phase], { done, total: total ?? 0 }), done, total });
  const request =
    importAny === importFile
      ? await withDetected(session, given, onProgress).finally(progress.end)
      : { ...given, table: { ...given.table, headerLine: 1 } };
  if (request.skipsBad && !request.isDryRun && importAny === importFile) await requireSavable(request.path);
  let badFile: string | null = null;
  const result = await importAny(request, {
    store,
    clock,
    areaCentre,
    cause: { ...byCommand('import', options.reason ?? null), isQuiet: !options.mail },
    listedErasures: readErasures(session.config.dataDir),
    onMapping: (mapping, contents) =>
      terminal.err(['Columns:', ...describeMapping(mapping, contents)].join('\n')),
    onBadRows: async (problems) => void (badFile = await saveBadRows(request, problems)),
    onProgress,
  }).finally(progress.end);
  let erasedAgain = 0;
  if (result.restored !== undefined && result.isWritten) {
    // The archive may contain a person who was erased here after the archive was made.
    const applied = await applyErasures(store, { dataDir: session.config.dataDir, clock });
    applied.problems.forEach((problem) => terminal.err(problem));
    erasedAgain = applied.erased;
  }
  printResult(session, result, { badFile, unit: isAddress(file) ? 'Record' : 'Line', erasedAgain });
  if (result.isWritten && options.create !== undefined) await reportClosed(session, options.organisation);
  if (!result.isWritten && !request.isDryRun) throw new CommandError('Nothing was imported.', true);
}

async function reportClosed({ store, terminal }: Session, id: number): Promise<void> {
  const organisation = (await readStructure(store.members, id))?.organisation;
  if (organisation?.isDirectoryClosed !== true) return;
  terminal.err(
    `The directory of ${organisation.name} is closed, so it shows nobody. An owner opens it on the page Today, or you with ./chapterhouse organisation set --organisation ${id} isDirectoryClosed=false`,
  );
}

/** What the options do not say about the file is detected, as in the office. */
async function withDetected(
  { store, terminal }: Session,
  request: GivenRequest,
  onProgress: ImportContext['onProgress'],
): Promise<ImportRequest> {
  const { path, organisationId, create, mapping, values } = request;
  const stored = await readStructure(store.members, organisationId);
  const country = (stored?.organisation ?? create)?.country ?? null;
  const { dateOrder } = values;
  const table = await detectTable(path, { ...request.table, dateOrder, mapping, country, onProgress });
  if (table.guessedWords.length > 0) {
    const words = table.guessedWords.join(', ');
    terminal.err(`Read as ${table.encoding}: ${words}. If these words are wrong, add --encoding NAME.`);
  }
  // Nobody can answer a question here, so an order is used only if dates in the file show it.
  const order = table.isDateOrderGuessed ? dateOrder : table.dateOrder;
  return { ...request, table, values: { ...values, dateOrder: order } };
}

async function importerFor(file: string, session: Session, options: ImportOptions) {
  if (!isAddress(file)) return file.toLowerCase().endsWith('.json') ? importArchive : importFile;
  const apiUrl = file.replace(/\/+$/, '');
  const organisationId = options.sourceOrganisation ?? options.organisation;
  const client = session.config.client ?? (await readClient(session.terminal));
  const site = createApiSource({ apiUrl, organisationId, client, clock: session.clock });
  const isFull = options.full ?? false;
  return (request: ImportRequest, context: ImportContext) =>
    importApi({ ...request, isFull }, { ...context, site });
}

function isAddress(file: string): boolean {
  return /^https?:\/\//i.test(file);
}

async function readClient(terminal: Terminal): Promise<{ id: string; secret: string }> {
  terminal.err(
    'Reading the client ID from the first line of standard input, and the secret from the second line',
  );
  const [id = '', secret = ''] = (await terminal.readInput()).split('\n').map((line) => line.trim());
  if (id !== '' && secret !== '') return { id, secret };
  throw new UsageError(
    'Set MEMBERSHIP_CLIENT_ID and MEMBERSHIP_CLIENT_SECRET to the ID and secret that the site gave you, or give both on standard input, one per line',
  );
}

type GivenRequest = Omit<ImportRequest, 'table'> & {
  table: { encoding: string | null; headerLine: number | null };
};

function toRequest(session: Session, file: string, options: ImportOptions): GivenRequest {
  if (options.timeZone !== undefined && !isTimeZone(options.timeZone)) {
    throw new UsageError('--time-zone must be the name of a time zone, such as Australia/Melbourne');
  }
  if (options.remove !== undefined && !options.replace) {
    throw new UsageError(
      '--remove confirms the number that --replace removes: add --replace, or leave out --remove',
    );
  }
  const stored: MappingFile =
    options.mapping === undefined ? {} : readMappingFile(session.path(options.mapping));
  const searchableExtras = columnList(options.searchableExtras) ?? stored.searchableExtras ?? [];
  const extras = columnList(options.extras) ?? stored.extras ?? [];
  const { timeZone = null, country = null, currency = null } = options;
  return {
    path: session.path(file),
    organisationId: options.organisation,
    create:
      options.create === undefined
        ? null
        : {
            name: options.create,
            timeZone,
            country,
            currency,
            isDirectoryOpen: options.openDirectory ?? false,
          },
    table: {
      encoding: options.encoding ?? stored.encoding ?? null,
      headerLine: options.headerLine ?? stored.headerLine ?? null,
    },
    mapping: {
      map: options.map ?? Object.entries(stored.map ?? {}),
      set: options.set ?? Object.entries(stored.set ?? {}),
      extras: [...new Set([...extras, ...searchableExtras])],
    },
    values: {
      dateOrder: options.dateOrder ?? stored.dateOrder ?? null,
      separators: options.separators ?? stored.separators ?? ';|',
    },
    searchableExtras,
    places: options.place ? loadPlaces({ dataDir: session.config.dataDir }) : null,
    skipsBad: options.skipBad ?? false,
    isDryRun: options.dryRun ?? false,
    replaces: options.replace ?? false,
    confirmedRemovals: options.remove ?? null,
    source: options.source ?? stored.source ?? 'file',
    restoresErased: options.restoreErased ?? false,
    accepts: {
      doubts: options.acceptDoubts ?? false,
      otherPeople: options.acceptOtherPeople ?? false,
      sharedNumbers: options.acceptSharedNumbers ?? false,
      endless: options.withoutEnd ?? false,
    },
    answers: new Map([...Object.entries(stored.answers ?? {}), ...(options.answer ?? [])]),
    acceptsFirstParty: options.firstParty ?? false,
    acceptsRoles: options.acceptRoles ?? false,
  };
}

function columnList(text: string | undefined): string[] | undefined {
  return text?.split(',').map((column) => column.trim());
}

/** The maximum number of problems that a terminal shows. `--json` has all problems. */
const maxShown = 20;

function printResult(
  { terminal, print }: Session,
  result: ImportResult,
  { badFile, unit, erasedAgain }: { badFile: string | null; unit: Unit; erasedAgain: number },
): void {
  const { read, created, updated, unchanged, removed, bad, unplaced, problems } = result;
  const {
    left = 0,
    kept: stayed = 0,
    endless = 0,
    homesLeftOut = 0,
    doubtful = [],
    duplicates = [],
    questions = [],
    groups = [],
  } = result;
  const { erased = [], sharedNumbers = [] } = result;
  showProblems(terminal, problems, unit);
  showProblems(terminal, erased.map(toProblem), unit);
  if (doubtful.length > 0) terminal.err('Imported, but probably wrong:');
  showProblems(terminal, doubtful, unit);
  if (duplicates.length > 0) terminal.err('Imported, but perhaps a member already:');
  showProblems(terminal, duplicates, unit);
  showQuestions(terminal, questions);
  showAnswers(terminal, groups);
  if (result.missing !== undefined) terminal.err(result.missing.message);
  const counts = {
    read,
    created,
    updated,
    unchanged,
    removed,
    left,
    kept: stayed,
    bad,
    unplaced,
    endless,
    homesLeftOut,
    erased: erased.length,
  };
  const { leftOut, restored } = result;
  const ofArchive = {
    ...(leftOut !== undefined && { leftOut }),
    ...(restored && { restored: { ...restored, erasedAgain } }),
  };
  print(
    {
      ...counts,
      ...ofArchive,
      badFile,
      problems,
      doubtful,
      duplicates,
      questions,
      groups: groups.map(({ rows, ...group }) => ({ ...group, count: rows.length })),
      erasedRows: erased,
      sharedNumbers,
    },
    [
      `Read ${plural(read, 'row')}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${removed} removed, ${bad} bad.`,
      ...(left > removed
        ? [
            `${plural(left - removed, 'membership is', 'memberships are')} no longer at the site. To remove them from this installation too, add --replace.`,
          ]
        : []),
      ...(stayed > 0
        ? [
            `${plural(stayed, 'membership is not in the file but is', 'memberships are not in the file but are')} kept, because rows that could not be read may be theirs.`,
          ]
        : []),
      ...(endless > 0
        ? [
            `${plural(endless, 'new membership has no expiry date, so it never ends', 'new memberships have no expiry date, so they never end')}.`,
          ]
        : []),
      ...(homesLeftOut > 0
        ? [
            `The coordinates of ${plural(homesLeftOut, 'person', 'people')} were not imported, because they may show where people live. To import them, add --map COLUMN=Lat and --map COLUMN=Lng.`,
          ]
        : []),
      ...(erased.length > 0
        ? [
            `Rows of erased persons, which were skipped: ${erased.length}. If these persons are members again, add --restore-erased.`,
          ]
        : []),
      ...(unplaced > 0
        ? [`${plural(unplaced, 'address', 'addresses')} without coordinates could not be placed.`]
        : []),
      ...describeArchive(result),
      ...describeSharedNumbers(sharedNumbers),
      ...(erasedAgain > 0
        ? [`Persons who were erased here after the archive was made, and are erased again: ${erasedAgain}.`]
        : []),
      ...(badFile === null ? [] : [`The bad rows are in ${badFile}.`]),
    ],
  );
}

function toProblem({ line, reason }: ErasedRow): BadValue {
  return { line, column: null, value: '', reason };
}

function describeArchive({ leftOut, restored, isWritten }: ImportResult): string[] {
  if (leftOut !== undefined) {
    return [`The archive's accounts, clients, consents and journal were not imported: ${leftOut}.`];
  }
  if (restored === undefined || !isWritten) return [];
  const { accounts, passwords, clients, withoutSecret, changes } = restored;
  return [
    `Restored ${plural(accounts, 'account')} (${passwords} with a password), ${plural(clients, 'client')} and ${plural(changes, 'change')} in the journal.`,
    ...(withoutSecret.length === 0
      ? []
      : [
          `The archive has no secrets of these clients. Give each a new one with ./chapterhouse client rotate ID: ${withoutSecret.join(', ')}`,
        ]),
  ];
}

const confirmations: Record<Question['confirm'], [what: string, option: string]> = {
  doubts: ['These are probably mistakes. Correct the file, or confirm them with', '--accept-doubts'],
  otherPeople: [
    'Each of these rows has the number or ID of a member with a different name and email address. Correct the file. If these members should become the people in the rows, confirm this with',
    '--accept-other-people',
  ],
  sharedNumbers: [
    'Each of these rows has the membership number of another member. Give each member a number of their own. If these members share a number, confirm this with',
    '--accept-shared-numbers',
  ],
};

function showQuestions(terminal: Terminal, questions: readonly Question[]): void {
  for (const confirm of ['doubts', 'otherPeople', 'sharedNumbers'] as const) {
    const matching = questions.filter((question) => question.confirm === confirm);
    if (matching.length === 0) continue;
    const [what, option] = confirmations[confirm];
    terminal.err(`${what} ${option}:`);
    showProblems(terminal, matching, 'Line');
  }
}

/** How to answer the groups that stopped the import. */
function showAnswers(terminal: Terminal, groups: readonly ProblemGroup[]): void {
  const open = groups.filter(({ answers, answer }) => answers.length > 0 && answer === null);
  if (open.length === 0) return;
  terminal.err('To answer all rows of a group, add --answer "GROUP=ANSWER":');
  for (const { key, rows, answers } of open.slice(0, maxShown)) {
    terminal.err(`${key} (${plural(rows.length, 'row')}): ${answers.join(', ')}`);
  }
}

type Unit = 'Line' | 'Record';

function showProblems(terminal: Terminal, problems: readonly BadValue[], unit: Unit): void {
  for (const { line, column, value, reason } of problems.slice(0, maxShown)) {
    const where = column === null ? '' : `, ${column}${value === '' ? '' : ` "${value}"`}`;
    terminal.err(`${unit} ${line}${where}: ${reason}`);
  }
  if (problems.length > maxShown) terminal.err(`… and ${problems.length - maxShown} more`);
}
