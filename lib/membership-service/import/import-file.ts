import type { Clock } from '@/lib/clock';
import type { Places } from '@/lib/geo/places';
import type { Store } from '../store/database';
import type { AreaCentre } from '../store/location-document';
import type { MembersWriter } from '../store/members-writer';
import { withMembersWriter } from '../store/write';
import { ImportError, type BadValue } from './import-error';
import { proposeMapping, type Mapping, type MappingOptions } from './mapping';
import { readHeader, readMemberRows } from './member-row';
import { newOrganisation, type NewOrganisation } from './organisation-defaults';
import { createTableReader, type TableOptions } from './read-table';
import type { ValueOptions } from './read-value';
import { removeOthers } from './remove-others';
import { ensureStructure } from './structure-names';
import { surveyRows, type Survey } from './survey';
import { writeRows, type WrittenRows } from './write-rows';

export interface ImportRequest {
  path: string;
  organisationId: number;
  /** Made when the organisation does not exist; null: it must. */
  create: Omit<NewOrganisation, 'id'> | null;
  table: TableOptions;
  mapping: MappingOptions;
  values: ValueOptions;
  /** Which of the extras the public may see and search. */
  searchableExtras: readonly string[];
  /** Places addresses without coordinates; null: they get no location. */
  places: Places | null;
  skipsBad: boolean;
  isDryRun: boolean;
  /** Removes the memberships that the file does not have. */
  replaces: boolean;
  /** Removes even more than a fifth. */
  isSure: boolean;
}

export interface ImportTools {
  store: Store;
  clock: Clock;
  areaCentre: AreaCentre;
  /** The columns as they will be read, before any is. */
  onMapping?: (mapping: Mapping) => void;
  onProgress?: (progress: { phase: 'reading' | 'writing'; done: number; total: number | null }) => void;
}

export interface ImportResult {
  /** Rows of the file. */
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  /** Rows that were not written. */
  bad: number;
  /** Addresses without coordinates that the gazetteer does not know. */
  unplaced: number;
  /** Whether anything was written: not with bad rows, unless they are to be skipped. */
  isWritten: boolean;
  problems: BadValue[];
  /** Of a site: memberships stored here that it does not have any more. */
  left?: number;
  /** Of a file's rows that were read all the same: coordinates far outside their country. */
  doubtful?: BadValue[];
}

/**
 * Imports a delimited text file: first every row is checked, then all are written in one transaction.
 * @throws ImportError when the file as a whole cannot be imported
 */
export async function importFile(request: ImportRequest, tools: ImportTools): Promise<ImportResult> {
  const mapping = proposeMapping(await readHeader(request.path, request.table), request.mapping);
  tools.onMapping?.(mapping);
  requireMapped(mapping);
  const readAll = createTableReader(request.path, request.table);
  const rows = () => readMemberRows(readAll(), { mapping, values: request.values });
  const survey = await surveyRows(counted(rows(), tools, { phase: 'reading', total: null }), request.values);
  if (survey.read === 0) throw new ImportError(`${request.path} has no rows below its header`);
  if (survey.bad.length > 0 && !request.skipsBad) return refused(survey, survey.bad);
  const options = {
    organisationId: request.organisationId,
    clock: tools.clock,
    areaCentre: tools.areaCentre,
  };
  let outcome: Outcome | null = null;
  try {
    await withMembersWriter(tools.store, options, async (writer) => {
      const source = counted(rows(), tools, { phase: 'writing', total: survey.read });
      outcome = await write(writer, { request, survey, source });
      const isRefused = outcome.written.bad.length > 0 && !request.skipsBad;
      if (isRefused || request.isDryRun) throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  // Assigned in the callback, which the compiler does not follow.
  return toResult(survey, outcome as Outcome | null, request);
}

interface Outcome {
  written: WrittenRows;
  removed: number;
}

/** Leaves the transaction without its writes; nothing went wrong. */
class Rollback extends Error {}

async function write(
  writer: MembersWriter,
  {
    request,
    survey,
    source,
  }: { request: ImportRequest; survey: Survey; source: ReturnType<typeof readMemberRows> },
): Promise<Outcome> {
  if (writer.structure === null) {
    const { create, organisationId } = request;
    if (create === null) {
      throw new ImportError(`There is no organisation ${organisationId}: add --create "ITS NAME" to make it`);
    }
    await writer.putOrganisation(newOrganisation({ id: organisationId, ...create }, survey.countries));
  }
  const names = await ensureStructure(writer, survey, { searchableExtras: request.searchableExtras });
  const before = request.replaces ? await writer.membershipIds() : [];
  const { values, places } = request;
  await writer.expectMembers(survey.read);
  const written = await writeRows(writer, source, { survey, names, values, places });
  const removed = request.replaces
    ? await removeOthers(writer, { before, kept: written.ids, isSure: request.isSure })
    : 0;
  return { written, removed };
}

function requireMapped(mapping: Mapping): void {
  if (!mapping.has('MembershipType')) {
    throw new ImportError(
      'No column gives MembershipType: add --map COLUMN=MembershipType, or --set MembershipType=NAME for all rows',
    );
  }
  if (!['FullName', 'FirstName', 'LastName', 'Organisation'].some((field) => mapping.has(field))) {
    throw new ImportError(
      'No column gives a name: map one to FullName, FirstName, LastName or Organisation with --map',
    );
  }
}

async function* counted<R>(
  batches: AsyncGenerator<R[]>,
  { onProgress }: ImportTools,
  { phase, total }: { phase: 'reading' | 'writing'; total: number | null },
): AsyncGenerator<R[]> {
  let done = 0;
  for await (const rows of batches) {
    yield rows;
    done += rows.length;
    onProgress?.({ phase, done, total });
  }
}

function toResult(survey: Survey, outcome: Outcome | null, request: ImportRequest): ImportResult {
  if (outcome === null) throw new Error('the import wrote nothing and did not say why');
  const { written, removed } = outcome;
  const problems = [...survey.bad, ...written.bad];
  if (written.bad.length > 0 && !request.skipsBad) return refused(survey, problems);
  const { created, updated, unchanged, unplaced } = written;
  const bad = survey.badLines.size + written.bad.length;
  const isWritten = !request.isDryRun;
  return {
    read: survey.read,
    created,
    updated,
    unchanged,
    removed,
    bad,
    unplaced,
    isWritten,
    problems,
    doubtful: survey.doubtful,
  };
}

function refused(survey: Survey, problems: BadValue[]): ImportResult {
  const nothing = { created: 0, updated: 0, unchanged: 0, removed: 0, unplaced: 0, isWritten: false };
  const bad = new Set(problems.map(({ line }) => line)).size;
  return { read: survey.read, ...nothing, bad, problems, doubtful: survey.doubtful };
}
