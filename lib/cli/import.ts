import { Option, type Command } from 'commander';
import { loadPlaces } from '@/lib/geo/places';
import { createAreaCentre } from '@/lib/membership-service/import/area-centre';
import { importArchive } from '@/lib/membership-service/import/import-archive';
import { importApi } from '@/lib/membership-service/import/import-api';
import {
  importFile,
  type ImportRequest,
  type ImportResult,
  type ImportTools,
} from '@/lib/membership-service/import/import-file';
import type { BadValue } from '@/lib/membership-service/import/import-error';
import { describeMapping } from '@/lib/membership-service/import/mapping';
import { saveBadRows } from '@/lib/membership-service/import/save-bad-rows';
import { createSite } from '@/lib/membership-service/import/site';
import { collectPairs, parseId } from './arguments';
import { readMappingFile, type MappingFile } from './mapping-file';
import { isTimeZone } from './organisation-settings';
import { createProgress } from './progress';
import { CommandError, UsageError, withSession, type Session, type Terminal } from './session';

interface ImportOptions {
  organisation: number;
  sourceOrganisation?: number;
  create?: string;
  timeZone?: string;
  country?: string;
  currency?: string;
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
  yes?: boolean;
  json?: boolean;
}

/** `import`: members from a file. */
export function addImportCommand(program: Command, terminal: Terminal): void {
  program
    .command('import')
    .argument(
      '<file>',
      'a CSV file or other delimited text with the names of its columns in the first line, what export wrote (.json), or the root address of a site with this API',
    )
    .description('import members from a file: all of it, or nothing when a row cannot be read')
    .requiredOption('--organisation <id>', 'whose members they are', parseId)
    .option('--source-organisation <id>', "the organisation's ID at the site, where it differs", parseId)
    .option('--create <name>', 'make the organisation when it does not exist')
    .option('--time-zone <zone>', 'of the organisation made, such as Australia/Melbourne')
    .option('--country <name>', "of the organisation made; '' for members around the world")
    .option('--currency <code>', 'of the organisation made, such as AUD')
    .option('--mapping <file>', 'a JSON file that says what the columns are; docs/import.md shows one')
    .option(
      '--map <column=Field>',
      'what a column is; "column=" leaves it out; may be repeated',
      collectPairs,
    )
    .option('--set <Field=value>', 'a value for every row; may be repeated', collectPairs)
    .option('--extras <columns>', 'columns that are extra questions, separated by commas')
    .option('--searchable-extras <columns>', 'the same; the public may see and search their answers')
    .option('--encoding <name>', 'of the file when it is not UTF-8, such as windows-1252')
    .addOption(new Option('--date-order <order>', 'of dates such as 3/4/2026').choices(['dmy', 'mdy']))
    .option('--separators <characters>', 'between several values in a cell (default: ";|")')
    .option('--header-line <number>', 'the line with the names of the columns (default: 1)', parseId)
    .option('--place', 'place addresses without coordinates by suburb and postcode')
    .option('--skip-bad', 'leave out rows that cannot be read, and save them beside the file')
    .option('--dry-run', 'tell what would happen and write nothing')
    .option('--full', 'of a site: read all of it, not only what was modified since the last import')
    .option('--replace', 'remove memberships that the file does not have')
    .option('--yes', 'remove them even when they are more than a fifth')
    .option('--json', 'one JSON document: read, created, updated, unchanged, removed, bad')
    .addHelpText('after', '\nColumns are matched to fields by their names; docs/import.md lists all fields.')
    .action((file: string, options: ImportOptions) =>
      withSession(terminal, options, (session) => runImport(session, file, options)),
    );
}

async function runImport(session: Session, file: string, options: ImportOptions): Promise<void> {
  const { store, clock, config, terminal } = session;
  const request = toRequest(session, file, options);
  const progress = createProgress(terminal);
  const importAny = await importerFor(file, session, options);
  const result = await importAny(request, {
    store,
    clock,
    areaCentre: createAreaCentre(config.dataDir),
    onMapping: (mapping) => terminal.err(['Columns:', ...describeMapping(mapping)].join('\n')),
    onProgress: progress.show,
  }).finally(progress.end);
  const badFile = result.isWritten && result.bad > 0 ? await saveBadRows(request, result.problems) : null;
  tellResult(session, result, badFile);
  if (!result.isWritten && !request.isDryRun) throw new CommandError('Nothing was imported.', true);
}

/** What is an address is asked as an API; what is called `.json` is an export. */
async function importerFor(file: string, session: Session, options: ImportOptions) {
  if (!/^https?:\/\//i.test(file)) return file.toLowerCase().endsWith('.json') ? importArchive : importFile;
  const apiUrl = file.replace(/\/+$/, '');
  const organisationId = options.sourceOrganisation ?? options.organisation;
  const client = session.config.client ?? (await readClient(session.terminal));
  const site = createSite({ apiUrl, organisationId, client, clock: session.clock });
  const isFull = options.full ?? false;
  return (request: ImportRequest, tools: ImportTools) =>
    importApi({ ...request, isFull }, { ...tools, site });
}

/** The site's client from standard input: its ID on the first line, its secret on the second. */
async function readClient(terminal: Terminal): Promise<{ id: string; secret: string }> {
  terminal.err('Reading the client ID and, on a second line, the secret from standard input');
  const [id = '', secret = ''] = (await terminal.readInput()).split('\n').map((line) => line.trim());
  if (id !== '' && secret !== '') return { id, secret };
  throw new UsageError(
    'Set MEMBERSHIP_CLIENT_ID and MEMBERSHIP_CLIENT_SECRET to the client that the site gave you, or give its ID and secret on standard input, a line each',
  );
}

function toRequest(session: Session, file: string, options: ImportOptions): ImportRequest {
  if (options.timeZone !== undefined && !isTimeZone(options.timeZone)) {
    throw new UsageError('--time-zone must be the name of a time zone, such as Australia/Melbourne');
  }
  const kept: MappingFile =
    options.mapping === undefined ? {} : readMappingFile(session.path(options.mapping));
  const searchableExtras = columnList(options.searchableExtras) ?? kept.searchableExtras ?? [];
  const extras = columnList(options.extras) ?? kept.extras ?? [];
  const { timeZone = null, country = null, currency = null } = options;
  return {
    path: session.path(file),
    organisationId: options.organisation,
    create: options.create === undefined ? null : { name: options.create, timeZone, country, currency },
    table: {
      encoding: options.encoding ?? kept.encoding ?? null,
      headerLine: options.headerLine ?? kept.headerLine ?? 1,
    },
    mapping: {
      map: options.map ?? Object.entries(kept.map ?? {}),
      set: options.set ?? Object.entries(kept.set ?? {}),
      extras: [...new Set([...extras, ...searchableExtras])],
    },
    values: {
      dateOrder: options.dateOrder ?? kept.dateOrder ?? null,
      separators: options.separators ?? kept.separators ?? ';|',
    },
    searchableExtras,
    places: options.place ? loadPlaces({ dataDir: session.config.dataDir }) : null,
    skipsBad: options.skipBad ?? false,
    isDryRun: options.dryRun ?? false,
    replaces: options.replace ?? false,
    isSure: options.yes ?? false,
  };
}

function columnList(text: string | undefined): string[] | undefined {
  return text?.split(',').map((column) => column.trim());
}

/** Problems shown on a terminal; `--json` has all of them. */
const maxShown = 20;

function tellResult({ terminal, tell }: Session, result: ImportResult, badFile: string | null): void {
  const { read, created, updated, unchanged, removed, bad, unplaced, problems, doubtful = [] } = result;
  const { left = 0 } = result;
  showProblems(terminal, problems);
  if (doubtful.length > 0) terminal.err('Read all the same, and doubtful:');
  showProblems(terminal, doubtful);
  tell({ read, created, updated, unchanged, removed, left, bad, unplaced, badFile, problems, doubtful }, [
    `Read ${read} rows: ${created} created, ${updated} updated, ${unchanged} unchanged, ${removed} removed, ${bad} bad.`,
    ...(left > removed
      ? [`${left - removed} memberships are not at the site any more; --replace removes them here.`]
      : []),
    ...(unplaced > 0 ? [`${unplaced} addresses without coordinates could not be placed.`] : []),
    ...(badFile === null ? [] : [`The bad rows are in ${badFile}.`]),
  ]);
}

function showProblems(terminal: Terminal, problems: readonly BadValue[]): void {
  for (const { line, column, value, reason } of problems.slice(0, maxShown)) {
    const where = column === null ? '' : `, ${column}${value === '' ? '' : ` "${value}"`}`;
    terminal.err(`Line ${line}${where}: ${reason}`);
  }
  if (problems.length > maxShown) terminal.err(`… and ${problems.length - maxShown} more`);
}
