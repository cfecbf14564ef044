import type { Cause } from '@/lib/store/journal';
import { dateInZone } from '@/lib/base/clock';
import type { ImportConfirmation } from '@/lib/contract/import-choices';
import type { ImportProgress } from '@/lib/contract/office-imports';
import type { Places } from '@/lib/map/geo/places';
import type { MembersWriter } from '@/lib/store/members-writer';
import { readOrganisation } from '@/lib/store/structure';
import { validTimeZone } from '@/lib/store/valid-values';
import type { Listing } from '@/lib/contract/words';
import { plural } from '@/lib/base/plural';
import { customsOf } from '@/lib/map/country-customs';
import { findColumnCustoms } from './column-customs';
import { Answers, causeOf, type GroupedProblem, groupProblems, type ProblemGroup } from './causes';
import { doubtTypes, listNewNames } from './doubt-types';
import { type ErasedRow, ErasedRows } from './erased-rows';
import { type BadValue, ImportError } from './import-error';
import { ColumnSamples } from './column-samples';
import { type Mapping, type MappingOptions, proposeMapping } from './mapping';
import { readHeader, readMemberRows } from './member-row';
import { newOrganisation, type NewOrganisation } from './organisation-defaults';
import { createTableReader, type TableOptions } from './read-table';
import type { ValueOptions } from './read-value';
import { fileRun, writeRun } from './import-run';
import { type Publication, PublicationReader } from './publication';
import { removeOthers } from './remove-others';
import type { SharedNumber } from '@/lib/store/membership-numbers';
import { describeMember, findNewNames, type ImportPreview, type NewNames, RowChanges } from './row-changes';
import { ensureStructure } from './structure-names';
import { type Survey, surveyRows } from './survey';
import { UnusedColumns } from './unused-columns';
import { writeRows, type WrittenRows } from './write-rows';
import type { ImportContext } from './import-context';
import { officeEndpoints } from '@/lib/contract/office-rights/role-table';

export interface ImportRequest {
  path: string;
  /** The name of the file in the journal. Default: the name in `path`. */
  fileName?: string;
  organisationId: number;
  /** The organisation that is created if it does not exist. null: the organisation must exist. */
  create: Omit<NewOrganisation, 'id'> | null;
  table: TableOptions;
  mapping: MappingOptions;
  values: ValueOptions;
  /** These extras are public and searchable. */
  searchableExtras: readonly string[];
  /** Geocodes addresses without coordinates. null: such addresses get no location. */
  places: Places | null;
  skipsBad: boolean;
  isDryRun: boolean;
  /** Removes memberships that are not in the file. */
  replaces: boolean;
  /** How many memberships the operator expects to be removed. null: if many would be removed, the import stops. */
  confirmedRemovals: number | null;
  /** Nobody from the file is listed in the directory. */
  listsNobody?: boolean;
  /** The file's IDs come from this system. The same ID from another system means another person. */
  source: string;
  restoresErased?: boolean;
  accepts: Accepted;
  /** The answer to each group of problems, by the key of the group. They come before `accepts`. */
  answers?: ReadonlyMap<string, string>;
  /** The maximum number of members in each list of the preview. Absent: the result has no preview. */
  previewed?: number;
  /** For a full archive: its clients may skip the members' consent. Default: they may not. */
  acceptsFirstParty?: boolean;
  /** For a full archive: its people with a role get that role here. Default: an archive with roles is refused. */
  acceptsRoles?: boolean;
}

export interface Accepted {
  /** Whether cells and rows that are probably mistakes are accepted. */
  doubts: boolean;
  /** Whether rows are accepted that match a member by number or ID although name and email address both differ. */
  otherPeople: boolean;
  /** Whether rows with different names may have the same membership number. */
  sharedNumbers: boolean;
  /** Whether new memberships without end are accepted, although no row has an expiry date. */
  endless: boolean;
}

export interface ImportResult {
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  bad: number;
  /** The number of addresses without coordinates that are not in the gazetteer. */
  unplaced: number;
  /** If there are bad rows, nothing is written unless they are skipped. */
  isWritten: boolean;
  problems: BadValue[];
  /** Why only the members of a full archive were imported. */
  leftOut?: string;
  restored?: RestoredParts;
  /** For an import from a site: the number of stored memberships that the site no longer has. */
  left?: number;
  /** Coordinates that are far outside the country of their row. The row is read anyway. */
  doubtful?: BadValue[];
  /** New persons who may be members already, or occur twice in the file. They are imported. */
  duplicates?: BadValue[];
  /** The rows that must be confirmed before anything is written. */
  questions?: Question[];
  /** All problems by cause, with their answers. */
  groups?: ProblemGroup[];
  endless?: number;
  /** The number of people whose coordinates were not imported, because the coordinates may be those of their homes. */
  homesLeftOut?: number;
  /** The number of memberships that are not in the file but are kept, because rows could not be read. */
  kept?: number;
  erased?: ErasedRow[];
  /** For an archive or a site: imported numbers that several memberships have. */
  sharedNumbers?: SharedNumber[];
  /**
   * Present if requested: the changes that the import would make if every question were answered and every bad row left
   * out.
   */
  preview?: PublishedPreview;
  /** Must be settled as well as the questions. Named together with them, so that one correction settles all. */
  missing?: ImportError;
  runId?: number;
}

export interface PublishedPreview extends ImportPreview {
  publication: Publication | null;
}

export interface RestoredParts {
  accounts: number;
  passwords: number;
  clients: number;
  /** The IDs of clients whose secret is not in the archive. */
  withoutSecret: string[];
  changes: number;
}

/** Rows that are probably mistakes, and the option that confirms them. */
export interface Question extends GroupedProblem {
  confirm: Exclude<ImportConfirmation, 'endless'>;
}

/**
 * Imports a text file or an Excel file. First, every row is checked. Then all rows are written in one transaction.
 * @throws ImportError when the file as a whole cannot be imported
 */
export async function importFile(request: ImportRequest, context: ImportContext): Promise<ImportResult> {
  const mapping = proposeMapping(await readHeader(request.path, request.table), request.mapping);
  const readAll = createTableReader(request.path, request.table);
  const unused = new UnusedColumns(mapping);
  const samples = new ColumnSamples();
  const { organisationId, restoresErased: restores = false } = request;
  const organisation = await readOrganisation(context.store.members, organisationId);
  const country = (organisation ?? request.create)?.country ?? '';
  const givenZone = (organisation ?? request.create)?.timeZone;
  const timeZone = validTimeZone(givenZone ?? customsOf(country)?.timeZone ?? 'UTC');
  const values = { ...request.values, timeZone, today: dateInZone(context.clock(), timeZone) };
  const { customs, count } = await findColumnCustoms(
    counted(readAll(), context, { phase: 'reading', total: null }),
    mapping,
  );
  const answers = new Answers(request.answers ?? new Map(), {
    ...request.accepts,
    skipsBad: request.skipsBad,
  });
  const rows = (onCells?: (cells: string[]) => void) =>
    readMemberRows(readAll(), { mapping, values, customs, country, answers, ...(onCells && { onCells }) });
  const { listedErasures } = context;
  const erased = await ErasedRows.open(context.store, { organisationId, restores, listedErasures });
  const reading = counted(
    rows((cells) => {
      unused.note(cells);
      samples.note(cells);
    }),
    context,
    { phase: 'checking', total: count },
  );
  const survey = await surveyRows(erased.without(reading, request.source), values);
  context.onMapping?.(mapping, unused.contents(), samples);
  requireMapped(mapping);
  if (survey.read + erased.found.length === 0)
    throw new ImportError(`${request.path} has no rows below its header`);
  const run = await fileRun(request.path, mapping, request.fileName);
  return writeRun(context, { organisationId, run }, async (writer, runId) => {
    const total = survey.read + erased.found.length;
    erased.beginSecondReading(await writer.erasures.all());
    const phase = request.isDryRun ? 'comparing' : 'writing';
    const source = erased.without(counted(rows(), context, { phase, total }), request.source);
    await requireRole(writer, context.cause);
    const now = context.clock();
    const importedBy = { personId: personOf(context.cause), at: now.getTime() };
    const outcome = await write(writer, {
      request,
      answers,
      survey,
      source,
      mapping,
      now,
      importedBy,
      erased,
      onProgress: context.onProgress,
    });
    // A person may have been erased after the options were read from the file.
    if (erased.found.length > 0) await writer.erasures.removeUnusedOptions();
    const isKept = !outcome.isRefused && !request.isDryRun;
    if (isKept && outcome.problems.length > 0) await context.onBadRows?.(outcome.problems);
    if (isKept)
      await writer.settle((done, steps) => context.onProgress?.({ phase: 'finishing', done, total: steps }));
    const result = toResult(survey, outcome, request);
    return { result: { ...result, read: total, erased: erased.found, runId }, isKept };
  });
}

interface Outcome {
  written: WrittenRows;
  problems: GroupedProblem[];
  questions: Question[];
  groups: ProblemGroup[];
  /** A problem is not answered, so nothing is written. */
  isRefused: boolean;
  removed: number;
  kept: number;
  preview: PublishedPreview | null;
  missing: ImportError | null;
}

interface Writing {
  request: ImportRequest;
  answers: Answers;
  survey: Survey;
  source: ReturnType<typeof readMemberRows>;
  mapping: Mapping;
  now: Date;
  importedBy: { personId: number; at: number };
  erased: ErasedRows;
  onProgress: ImportContext['onProgress'];
}

async function write(
  writer: MembersWriter,
  { request, answers, survey, source, mapping, now, importedBy, erased, onProgress }: Writing,
): Promise<Outcome> {
  const before =
    writer.structure.current === null
      ? null
      : {
          ...writer.structure.current,
          types: new Map(writer.structure.current.types),
          categories: new Map(writer.structure.current.categories),
          chapters: new Map(writer.structure.current.chapters),
          addons: new Map(writer.structure.current.addons),
          extras: new Map(writer.structure.current.extras),
        };
  if (before === null) {
    requireForNew(mapping);
    await createOrganisation(writer, request, survey);
  }
  const typeDoubts = mapping.constants.some(({ field }) => field === 'MembershipType')
    ? []
    : doubtTypes(survey, before);
  const misspelt = new Set(typeDoubts.map(({ value }) => value));
  const newNamesFound = listNewNames(survey, before).filter(
    ({ column, value }) => column !== 'MembershipType' || !misspelt.has(value),
  );
  const names = await ensureStructure(writer, survey, { searchableExtras: request.searchableExtras });
  const ids = request.replaces ? await writer.membershipIds() : [];
  const { values, places, previewed = 0 } = request;
  const changes = previewed === 0 ? null : new RowChanges(previewed);
  const directory = changes === null ? null : writer.part(PublicationReader);
  const listedBefore = (await directory?.read()) ?? new Map<number, Listing>();
  await writer.expectMembers(survey.read);
  writer.memberships.allowSharedNumbers(survey.numbers.shared);
  const written = await writeRows(writer, source, {
    survey,
    names,
    values,
    places,
    mayPlacePeople: mapping.mayPlacePeople,
    source: request.source,
    listsNobody: request.listsNobody === true,
    today: dateInZone(now, validTimeZone(writer.structure.current?.organisation.timeZone ?? 'UTC')),
    importedBy,
    erased,
    changes,
    answers,
    onProgress,
  });
  const problems = [...survey.bad, ...written.bad];
  const doubts = [
    ...survey.doubts,
    ...survey.employers.doubts,
    ...typeDoubts,
    ...newNamesFound,
    ...written.doubts,
  ];
  const groups = groupProblems(
    [...problems, ...doubts, ...survey.doubtful, ...written.restored, ...written.duplicates],
    answers,
  );
  const isOpen = (problem: GroupedProblem) => answers.of(problem) === null;
  const hasOpen = [...problems, ...doubts].some(isOpen);
  const others = ids.filter((id) => !written.ids.has(id));
  const newNames = findNewNames(survey, before);
  const publication =
    directory === null || writer.structure.current === null
      ? null
      : await directory.compare(listedBefore, { ids: written.ids, structure: writer.structure.current });
  const preview = changes && {
    ...(await toPreview(writer, { written, changes, others, newNames })),
    publication,
  };
  const questions = doubts
    .filter(isOpen)
    .map(toQuestion)
    .sort((a, b) => a.line - b.line);
  const missing = findMissingExpiry(request, survey, written);
  // With questions or a preview, the result says it beside them.
  if (missing !== null && !hasOpen && preview === null) throw missing;
  const isRefused = hasOpen || missing !== null;
  const outcome = { written, problems, questions, groups, isRefused, removed: 0, kept: 0, preview, missing };
  if (isRefused) return outcome;
  if (!request.replaces) return outcome;
  // The preview says how many memberships would be removed.
  if (request.isDryRun && preview !== null) return { ...outcome, removed: preview.removed };
  // An unreadable row whose member is unknown may be for any of these memberships, so none is removed.
  if (written.unknown > 0) return { ...outcome, kept: others.length };
  const removed = await removeOthers(writer, {
    before: ids,
    kept: written.ids,
    confirmed: request.confirmedRemovals,
  });
  return { ...outcome, removed };
}

async function toPreview(
  writer: MembersWriter,
  {
    written,
    changes,
    others,
    newNames,
  }: { written: WrittenRows; changes: RowChanges; others: readonly number[]; newNames: NewNames },
): Promise<ImportPreview> {
  const removed = written.unknown > 0 ? [] : others;
  const members = await writer.memberships.findMany(removed.slice(0, changes.limit));
  const { created, updated, unchanged } = written;
  return {
    created,
    updated,
    unchanged,
    removed: removed.length,
    newNames,
    createdRows: changes.created,
    updatedRows: changes.updated,
    removedMembers: [...members.values()].map(describeMember),
  };
}

async function createOrganisation(
  writer: MembersWriter,
  { create, organisationId }: ImportRequest,
  survey: Survey,
): Promise<void> {
  if (create === null) {
    throw new ImportError(`There is no organisation ${organisationId}: add --create "NAME" to create it`);
  }
  const countries = new Map([...survey.countries.values()].map(({ name, count }) => [name, count]));
  await writer.structure.putOrganisation(newOrganisation({ id: organisationId, ...create }, countries));
}

function toQuestion(doubt: GroupedProblem): Question {
  return { ...doubt, confirm: causeOf(doubt.cause).confirm ?? 'doubts' };
}

function findMissingExpiry(
  { accepts }: ImportRequest,
  survey: Survey,
  { endless }: WrittenRows,
): ImportError | null {
  if (accepts.endless || survey.hasExpiryDate || endless === 0) return null;
  return new ImportError(
    `No row has an expiry date: ${plural(endless, 'new membership')} would never end. Map a column with --map COLUMN=ExpiryDate, set one date for all with --set ExpiryDate=2027-06-30, or add --without-end if this is right`,
    'no-expiry',
  );
}

/** A row that names its membership needs no other field. Any other row needs the fields of a new membership. */
function requireMapped(mapping: Mapping): void {
  const keys = ['ChapterhouseID', 'ExternalID', 'MembershipNumber'] as const;
  if (!keys.some((field) => mapping.has(field))) requireForNew(mapping);
}

function requireForNew(mapping: Mapping): void {
  if (!mapping.has('MembershipType')) {
    throw new ImportError(
      'No column has MembershipType: add --map COLUMN=MembershipType, or --set MembershipType=NAME for all rows',
      'no-type',
    );
  }
  const names = ['FullName', 'FirstName', 'LastName', 'Organisation'] as const;
  if (!names.some((field) => mapping.has(field))) {
    throw new ImportError(
      'No column is read as a name: with --map, map a column to FullName, FirstName, LastName or Organisation',
      'no-name',
    );
  }
}

async function* counted<R>(
  batches: AsyncGenerator<R[]>,
  { onProgress }: ImportContext,
  { phase, total }: Omit<ImportProgress, 'done'>,
): AsyncGenerator<R[]> {
  let done = 0;
  onProgress?.({ phase, done, total });
  for await (const rows of batches) {
    yield rows;
    done += rows.length;
    // A row may become two.
    onProgress?.({ phase, done: Math.min(done, total ?? done), total });
  }
}

function toResult(survey: Survey, outcome: Outcome, request: ImportRequest): ImportResult {
  const { written, problems, questions, removed, kept } = outcome;
  const preview = outcome.preview === null ? {} : { preview: outcome.preview };
  if (outcome.isRefused) return { ...refused(survey, outcome), ...preview };
  const { created, updated, unchanged, unplaced, endless, homesLeftOut } = written;
  return {
    read: survey.read,
    created,
    updated,
    unchanged,
    removed,
    bad: survey.badLines.size + written.bad.length,
    unplaced,
    isWritten: !request.isDryRun,
    problems,
    doubtful: [...survey.doubtful, ...written.restored],
    duplicates: written.duplicates,
    questions,
    groups: outcome.groups,
    endless,
    homesLeftOut,
    kept,
    ...preview,
  };
}

function refused(survey: Survey, { problems, questions, groups, written, missing }: Outcome): ImportResult {
  const nothing = { created: 0, updated: 0, unchanged: 0, removed: 0, unplaced: 0, isWritten: false };
  const bad = new Set(problems.map(({ line }) => line)).size;
  return {
    read: survey.read,
    ...nothing,
    bad,
    problems,
    doubtful: [...survey.doubtful, ...written.restored],
    duplicates: written.duplicates,
    questions,
    groups,
    ...(missing !== null && { missing }),
  };
}

function personOf({ actor }: Cause): number {
  return actor.kind === 'person' ? Number(actor.id) : 0;
}

/** @throws ImportError if the role of the person who imports does not allow imports (any more) */
async function requireRole(writer: MembersWriter, { actor }: Pick<Cause, 'actor'>): Promise<void> {
  if (actor.kind !== 'person') return;
  const { role } = await writer.roles.of(Number(actor.id));
  if (role === null || officeEndpoints.runImport.allowed[role] === 'no')
    throw new ImportError('Your role in the office does not allow this', 'no-role');
}
