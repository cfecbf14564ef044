import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { PublicLists } from '@/lib/directory/model/projection';
import { projectMember } from '@/lib/directory/model/follow-changes';
import { toPublicFields } from '@/lib/directory/model/public-fields';
import { addCategory, addType, toPublicExtra } from '@/lib/directory/model/public-lists';
import { loadPlaces } from '@/lib/map/geo/places';
import { extraTargets, type QuestionAudience } from '@/lib/contract/import-choices';
import type { ImportProgress, ImportReport, ImportSettings } from '@/lib/contract/office-imports';
import type { ColumnSamples } from '@/lib/transfer/import/column-samples';
import { detectTable, type DetectedTable } from '@/lib/transfer/import/detect-table';
import { causeOf, type GroupedProblem, type ProblemGroup } from '@/lib/transfer/import/causes';
import { ImportError } from '@/lib/transfer/import/import-error';
import { importFieldNames } from '@/lib/transfer/import/fields';
import { importFile, type ImportRequest, type ImportResult } from '@/lib/transfer/import/import-file';
import { proposeMapping, type Mapping, type MappingOptions } from '@/lib/transfer/import/mapping';
import { readHeader } from '@/lib/transfer/import/member-row';
import { findExtra } from '@/lib/transfer/import/structure-names';
import type { ExtraRecord } from '@/lib/store/schema/records';
import {
  readRememberedAnswers,
  readRememberedColumns,
  rememberAnswers,
  rememberColumns,
} from '@/lib/transfer/import/remembered-columns';
import type { Publication } from '@/lib/transfer/import/publication';
import type { RowChange } from '@/lib/transfer/import/row-changes';
import {
  importJobSchema,
  uploadFiles,
  uploadSchema,
  type ImportJob,
  type jobProgressSchema,
  type jobReportSchema,
} from '@/lib/contract/office-rights/imports';
import { readErasures } from '@/lib/privacy/erasure/erasures-file';
import { byPerson } from '@/lib/store/journal';
import { readStructure } from '@/lib/store/structure';
import { writeWhole } from '@/lib/server/write-whole';
import type { z } from 'zod';
import type { Terminal } from './terminal';
import { withSession, type Session } from './session';

const maxListed = 200;
/** The maximum number of columns. The number is limited, because the page offers a hundred fields for each column. */
const maxColumns = 300;
const progressMs = 300;

/**
 * `import-job`: the work of the office's import, in its own process. It is not in the help, because people do not
 * use it.
 */
export function addImportJobCommand(program: Command, terminal: Terminal): void {
  program
    .command('import-job', { hidden: true })
    .argument('<folder>', 'the folder of an upload')
    .action((folder: string) =>
      withSession(terminal, {}, (session) => runImportJob(session, session.path(folder))),
    );
}

interface Job {
  folder: string;
  name: string;
  path: string;
  organisationId: number;
  job: ImportJob;
}

async function runImportJob(session: Session, folder: string): Promise<void> {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const { organisationId, name } = uploadSchema.parse(read(uploadFiles.upload));
  const job = importJobSchema.parse(read(uploadFiles.job));
  const path = join(folder, uploadFiles.content);
  const report = await makeReport(session, { folder, name, path, organisationId, job });
  if (report === null) return;
  const content: z.infer<typeof jobReportSchema> = { number: job.number, report };
  writeWhole(join(folder, uploadFiles.report), JSON.stringify(content));
}

/** The person has pressed Stop. */
class StoppedError extends Error {}

/** null: the job was stopped. */
async function makeReport(session: Session, of: Job): Promise<ImportReport | null> {
  const { organisationId, path, job } = of;
  const { settings } = job;
  const read: { table: DetectedTable | null; columns: ImportReport['Columns'] } = {
    table: null,
    columns: [],
  };
  try {
    const structure = await readStructure(session.store.members, organisationId);
    const given = {
      encoding: settings.Encoding,
      delimiter: settings.Delimiter,
      sheet: settings.Sheet,
      headerLine: settings.HeaderLine,
      dateOrder: settings.DateOrder,
      mapping: noMapping,
      country: structure?.organisation.country ?? null,
    };
    const onProgress = createProgress(of);
    const table = await detectTable(path, { ...given, onProgress });
    const header = await readHeader(path, table);
    read.table = table;
    if (header.length > maxColumns) {
      throw new ImportError(
        `${path} has ${header.length} columns, and at most ${maxColumns} can be imported: is the character between columns right?`,
      );
    }
    const audienceOf = (column: string) => toAudience(findExtra(structure, column));
    read.columns = header.map((column) => {
      return { Column: column, Target: '', Content: null, Samples: [], Audience: audienceOf(column) };
    });
    const { dataDir } = session.config;
    const Columns =
      settings.Columns.length > 0 ? settings.Columns : readRememberedColumns(dataDir, organisationId, header);
    const mapping = toMapping(header, { ...settings, Columns });
    const request = toRequest(session, of, { table, mapping });
    // An uploaded file may be corrected and uploaded again, so answers are remembered before anything is imported.
    const remembered = readRememberedAnswers(dataDir, organisationId);
    rememberAnswers(dataDir, organisationId, request.answers ?? new Map());
    const result = await importFile(request, {
      store: session.store,
      clock: session.clock,
      areaCentre: session.areaCentre,
      cause: {
        ...byPerson(job.personId),
        signedInAt: job.signedInAt === null ? null : new Date(job.signedInAt),
      },
      listedErasures: readErasures(session.config.dataDir),
      onMapping: (found, contents, samples) =>
        void (read.columns = describeColumns(found, { contents, samples, mapping, audienceOf })),
      onProgress,
    });
    if (result.isWritten) rememberColumns(dataDir, organisationId, settings.Columns);
    return toReport(read, result, remembered);
  } catch (error) {
    if (error instanceof StoppedError) return null;
    if (!(error instanceof ImportError)) throw error;
    const text = error.message.replaceAll(path, of.name);
    return toReport(read, { ...nothing, missing: new ImportError(text, error.code) });
  }
}

const noMapping: MappingOptions = { map: [], set: [], extras: [] };

/**
 * `map` contains only the columns for which the person chose another target than the proposed one. Such a column is
 * read more strictly than a column with a guessed target.
 */
function toMapping(
  header: readonly string[],
  { Columns, Values }: Pick<ImportSettings, 'Columns' | 'Values'>,
): MappingOptions & { searchableExtras: string[] } {
  const set = Values.map(({ Field, Value }) => [Field, Value] as const);
  const given = new Map(Columns.map(({ Column, Target }) => [Column, Target]));
  const proposed = proposeOrNull(header, { ...noMapping, set });
  const map: (readonly [string, string])[] = [];
  const extras: string[] = [];
  const searchableExtras: string[] = [];
  for (const [index, column] of header.entries()) {
    const target = given.get(column);
    if (target === undefined) continue;
    if (target === extraTargets.private || target === extraTargets.public) {
      extras.push(column);
      if (target === extraTargets.public) searchableExtras.push(column);
    } else if (target !== targetOf(proposed?.columns[index]?.target ?? null)) {
      map.push([column, target]);
    }
  }
  return { map, set, extras, searchableExtras };
}

function proposeOrNull(header: readonly string[], options: MappingOptions): Mapping | null {
  try {
    return proposeMapping(header, options);
  } catch (error) {
    if (error instanceof ImportError) return null;
    throw error;
  }
}

function targetOf(target: Mapping['columns'][number]['target']): string {
  return target === null ? extraTargets.none : 'field' in target ? target.field : extraTargets.private;
}

function describeColumns(
  { columns }: Mapping,
  {
    contents,
    samples,
    mapping,
    audienceOf,
  }: {
    contents: Map<number, string>;
    samples: ColumnSamples;
    mapping: { searchableExtras: string[] };
    audienceOf: (column: string) => QuestionAudience | null;
  },
): ImportReport['Columns'] {
  return columns.map(({ header, index, target }) => ({
    Column: header,
    Target: mapping.searchableExtras.includes(header) ? extraTargets.public : targetOf(target),
    Content: contents.get(index) ?? null,
    // The first value is the column's header, so it is left out.
    Samples: samples.of(index).filter((text) => text !== header),
    Audience: audienceOf(header),
  }));
}

function toAudience(extra: ExtraRecord | undefined): QuestionAudience | null {
  if (extra === undefined) return null;
  if (extra.isAdminOnly) return extra.isMembersOnly ? 'members' : 'office';
  return extra.isSearchable ? 'public' : 'sites';
}

function toRequest(
  session: Session,
  { path, name, organisationId, job }: Job,
  { table, mapping }: { table: DetectedTable; mapping: ReturnType<typeof toMapping> },
): ImportRequest {
  const { settings, kind } = job;
  return {
    path,
    fileName: name,
    organisationId,
    create: null,
    table: {
      encoding: table.encoding,
      delimiter: table.delimiter,
      headerLine: table.headerLine,
      hasBackslashQuotes: table.hasBackslashQuotes,
      sheet: table.sheet,
      corrections: settings.Corrections.map(({ Line: line, Column: column, Value: value }) => ({
        line,
        column,
        value,
      })),
    },
    mapping,
    values: { dateOrder: table.dateOrder, separators: settings.Separators },
    searchableExtras: mapping.searchableExtras,
    places: settings.Place ? loadPlaces({ dataDir: session.config.dataDir }) : null,
    skipsBad: settings.SkipBad,
    isDryRun: kind === 'check',
    listsNobody: settings.ListNobody,
    replaces: settings.Replace,
    confirmedRemovals: job.confirmedRemovals,
    source: settings.Source,
    accepts: { doubts: false, otherPeople: false, sharedNumbers: false, endless: settings.Endless },
    answers: new Map(settings.Answers.map(({ Group, Answer }) => [Group, Answer])),
    previewed: maxListed,
  };
}

/**
 * The returned function writes the progress to the upload's folder: each of the few steps of the end and the start of
 * each phase, and otherwise at most once in `progressMs`. If the person has pressed Stop, it throws `StoppedError`.
 */
function createProgress({ folder, job }: Job) {
  let last: { phase: ImportProgress['phase'] | null; at: number } = { phase: null, at: 0 };
  return ({ phase, done, total }: ImportProgress) => {
    const at = Date.now();
    if (phase === last.phase && phase !== 'finishing' && at - last.at < progressMs) return;
    last = { phase, at };
    if (existsSync(join(folder, uploadFiles.stop))) throw new StoppedError('The import was stopped');
    const progress: z.infer<typeof jobProgressSchema> = { number: job.number, phase, done, total };
    writeWhole(join(folder, uploadFiles.progress), JSON.stringify(progress));
  };
}

const nothing: ImportResult = {
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  removed: 0,
  bad: 0,
  unplaced: 0,
  isWritten: false,
  problems: [],
};

/** The directory's own projection decides what is public. */
function toExamples({ examples, structure }: Publication) {
  const lists: PublicLists = { types: new Map(), categories: new Map(), extras: [] };
  for (const { id, name, isVisible } of structure.types.values())
    addType(lists.types, { ID: id, Name: name, Visible: isVisible });
  for (const { id, name, description } of structure.categories.values())
    addCategory(lists.categories, { ID: id, Name: name, Description: description });
  for (const extra of structure.extras.values())
    lists.extras.push(
      ...toPublicExtra({
        ID: extra.id,
        SearchName: extra.searchName,
        Question: extra.question,
        Searchable: extra.isSearchable,
        AdminOnly: extra.isAdminOnly,
        Options: extra.options,
      }),
    );
  return examples.flatMap(({ name, member }) => {
    const listed = projectMember(member, { isListed: true, lists, locateArea: () => null });
    const fields = listed === null ? [] : toPublicFields(listed.entry);
    return listed === null
      ? []
      : [{ Name: name, Values: fields.map(({ name: Field, value: Value }) => ({ Field, Value })) }];
  });
}

function toReport(
  { table, columns }: { table: DetectedTable | null; columns: ImportReport['Columns'] },
  result: ImportResult,
  remembered: ReadonlyMap<string, string> = new Map(),
): ImportReport {
  const { preview, groups = [], erased = [], missing } = result;
  return {
    Table: table && {
      Encoding: table.encoding,
      EncodingWords: table.guessedWords,
      Delimiter: table.delimiter,
      HeaderLine: table.headerLine,
      DateOrder: table.dateOrder,
      Sheets: table.sheets,
      Sheet: table.sheet,
    },
    Columns: columns,
    Fields: [...importFieldNames],
    Problem: missing === undefined ? null : { Code: missing.code, Text: missing.message },
    Preview:
      preview === undefined
        ? null
        : {
            Created: preview.created,
            Updated: preview.updated,
            Unchanged: preview.unchanged,
            Removed: preview.removed,
            NewNames: {
              Types: preview.newNames.types.slice(0, maxListed),
              Categories: preview.newNames.categories.slice(0, maxListed),
              Chapters: preview.newNames.chapters.slice(0, maxListed),
              Addons: preview.newNames.addons.slice(0, maxListed),
              Extras: preview.newNames.extras.slice(0, maxListed),
            },
            CreatedRows: preview.createdRows.map(toRowChange),
            UpdatedRows: preview.updatedRows.map(toRowChange),
            RemovedMembers: preview.removedMembers.map(({ number, name }) => ({
              Number: number,
              Name: name,
            })),
            Publication:
              preview.publication === null
                ? null
                : {
                    Added: preview.publication.added,
                    Counts: preview.publication.counts,
                    Examples: toExamples(preview.publication),
                  },
          },
    Read: result.read,
    Bad: result.bad,
    Unplaced: result.unplaced,
    Endless: result.endless ?? 0,
    HomesLeftOut: result.homesLeftOut ?? 0,
    Erased: erased.length,
    Kept: result.kept ?? 0,
    Groups: groups.slice(0, maxGroups).map((group) => toGroup(group, remembered.get(group.key))),
    MoreGroups: Math.max(0, groups.length - maxGroups),
    IsWritten: result.isWritten,
    RunID: result.isWritten && result.runId !== undefined ? String(result.runId) : null,
  };
}

function toRowChange({
  line,
  number,
  name,
  changes,
}: RowChange): NonNullable<ImportReport['Preview']>['CreatedRows'][number] {
  const values = Object.entries(changes ?? {}).map(([field, [before, after]]) => ({
    Field: field,
    Before: before ?? null,
    After: after ?? null,
  }));
  return { Line: line, Number: number, Name: name, Values: values };
}

/** The number of problems that have one answer. A person does not read more questions. */
const maxGroups = 100;
/** The number of rows that are shown for each group. */
const maxRows = 50;

function toGroup(
  { key, cause, column, rows, answers, preset, answer }: ProblemGroup,
  remembered: string | undefined,
) {
  const known = answers.find((one) => one === remembered && !causeOf(cause).isAboutPeople);
  const values = new Set(rows.flatMap(({ value }) => (value === '' ? [] : value)));
  return {
    Key: key,
    Cause: cause,
    Column: withoutSet(column),
    Count: rows.length,
    Examples: [...values].slice(0, 3),
    Rows: rows.slice(0, maxRows).map(toProblem),
    Answers: [...answers],
    Preset: known ?? preset,
    Answer: answer,
  };
}

function toProblem({ line, column, value, reason, name = '' }: GroupedProblem) {
  return { Line: line, Column: withoutSet(column), Value: value, Reason: reason, Name: name };
}

function withoutSet(column: string | null): string | null {
  return column === null ? null : column.replace(/^--set /, '');
}
