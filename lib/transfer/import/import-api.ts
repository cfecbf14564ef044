import type { Kysely } from 'kysely';
import { findProblems } from '@/lib/contract/fields/field';
import { memberFields } from '@/lib/contract/fields/membership';
import type { Membership, Location } from '@/lib/contract/resources';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { Store } from '@/lib/store/database';
import { readMembershipIds } from '@/lib/store/member-records';
import type { SharedNumber } from '@/lib/store/membership-numbers';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { MemberRecord, PersonRecord } from '@/lib/store/schema/records';
import { toBadValue } from './check-archive';
import {
  fromApiMembership,
  fromApiPerson,
  fromApiStructure,
  isCorporate,
  type ApiContents,
} from './from-api';
import { ErasedRows, namedByRecord } from './erased-rows';
import { ImportError, type BadValue } from './import-error';
import type { ImportContext } from './import-context';
import type { ImportRequest, ImportResult } from './import-file';
import { newOrganisation } from './organisation-defaults';
import { findAllIds, readApi } from './read-api';
import { writeRun } from './import-run';
import { removeOthers } from './remove-others';
import type { ApiSource } from './api-source';
import { findStoredClashes } from './stored-clashes';

interface ApiRequest extends Pick<
  ImportRequest,
  'organisationId' | 'create' | 'isDryRun' | 'replaces' | 'confirmedRemovals' | 'skipsBad' | 'restoresErased'
> {
  /** Reads the whole site even if it was read before. */
  isFull: boolean;
}

/**
 * Everything is read first, and then written in one transaction with the site's IDs. Later imports read only what was
 * modified since the last one, and find out which members have left.
 * @throws ApiRequestError if the site cannot be read
 * @throws ImportError if its records are inconsistent
 */
export async function importApi(
  request: ApiRequest,
  context: ImportContext & { site: ApiSource },
): Promise<ImportResult> {
  const { site, store, clock } = context;
  const { organisationId } = request;
  const last = request.isFull ? null : await findLastReading(store.members, organisationId, site.source);
  const requestedAt = clock();
  const read = await readApi(site, last === null ? null : new Date(last.getTime() - marginMs));
  const stored = await readMembershipIds(store.members, organisationId);
  const atSite = read.isWhole ? idSet(read.members) : await findIds(site, { members: read.members, stored });
  const left = stored.filter((id) => !atSite.has(id)).length;
  const restores = request.restoresErased ?? false;
  const { listedErasures } = context;
  const erased = await ErasedRows.open(store, { organisationId, restores, listedErasures });
  const living = await leaveOutErased(read, erased);
  const { contents, problems, bad } = await leaveOutBad(living, { store, organisationId });
  // A member whose record cannot be read looks like a member who has left. So if any record cannot be read, the import
  // removes nobody.
  const replaces = request.replaces && read.unreadable.length === 0;
  const nothing = { created: 0, updated: 0, unchanged: 0, removed: 0, unplaced: 0 };
  const counts = { read: read.members.length + read.unreadable.length, left, bad };
  const result = { ...nothing, ...counts, ...(request.replaces && !replaces ? { kept: left } : {}) };
  if (bad > 0 && !request.skipsBad) return { ...result, isWritten: false, problems };
  const run = { source: site.source, fileHash: null, mapping: null };
  let sharedNumbers: readonly SharedNumber[] = [];
  await writeRun(context, { organisationId, run }, async (writer) => {
    // Also leaves out persons who were erased while the site was read.
    erased.beginSecondReading(await writer.erasures.all());
    writer.memberships.allowSharedNumbers('all');
    const current = await leaveOutErased(contents, erased);
    await putStructure(writer, request, current);
    const before = replaces ? await writer.membershipIds() : [];
    await putMembers(writer, current, { result, onProgress: context.onProgress });
    if (replaces) {
      result.removed = await removeOthers(writer, {
        before,
        kept: atSite,
        confirmed: request.confirmedRemovals,
      });
    }
    // If a record was left out, the next import must read the record again. So the time of this import is not recorded.
    if (bad === 0) await writer.marks.recordReading(site.source, site.firstResponseAt() ?? requestedAt);
    await writer.settle();
    ({ sharedNumbers } = writer.memberships);
    return { result, isKept: !request.isDryRun };
  });
  return {
    ...result,
    sharedNumbers: [...sharedNumbers],
    isWritten: !request.isDryRun,
    problems,
    erased: erased.found,
  };
}

async function leaveOutErased(contents: ApiContents, erased: ErasedRows): Promise<ApiContents> {
  const members: Membership[] = [];
  for (const member of contents.members) {
    // Records have no line numbers. Their IDs are used instead, because IDs are unique.
    if (!(await erased.leavesOut(Number(member.ID), namedByRecord(member)))) members.push(member);
  }
  return { ...contents, members };
}

/**
 * Leaves out members that have a problem.
 * @returns `bad`: the number of members that were left out or could not be read
 */
async function leaveOutBad(
  read: ApiContents,
  { store, organisationId }: { store: ImportContext['store']; organisationId: number },
): Promise<{ contents: ApiContents; problems: BadValue[]; bad: number }> {
  const wrong = [...findBadMembers(read), ...(await findTakenLocations(read, store.members, organisationId))];
  const lines = new Set(wrong.map(({ line }) => line));
  const members = read.members.filter((_member, index) => !lines.has(index + 1));
  const problems = [...read.unreadable, ...wrong];
  return { contents: { ...read, members }, problems, bad: read.unreadable.length + lines.size };
}

/**
 * Records that were modified within this time before the last reading are read again. A site may store the time at
 * which a change begins, although the change becomes visible later. If the site does not send its time, the site's
 * clock may also differ from ours.
 */
const marginMs = 60 * 60 * 1000;

const idSet = (members: readonly Membership[]) => new Set(members.map(({ ID }) => Number(ID)));

/** The stored IDs and those that were just read, without those that the site no longer has. */
async function findIds(
  site: ApiSource,
  { members, stored }: { members: readonly Membership[]; stored: readonly number[] },
): Promise<Set<number>> {
  const known = new Set([...stored, ...idSet(members)]);
  const all = await findAllIds(site, known.size);
  return all === null ? known : new Set([...all].map(Number));
}

async function putStructure(
  writer: MembersWriter,
  request: ApiRequest,
  contents: ApiContents,
): Promise<void> {
  if (writer.structure.current === null) {
    const { create, organisationId } = request;
    if (create === null) {
      throw new ImportError(`There is no organisation ${organisationId}: add --create "NAME" to create it`);
    }
    const countries = new Map<string, number>();
    for (const { User } of contents.members) {
      const country = User.Address.Country;
      if (country !== '') countries.set(country, (countries.get(country) ?? 0) + 1);
    }
    await writer.structure.putOrganisation(newOrganisation({ id: organisationId, ...create }, countries));
  }
  const { extras, chapters, categories, addons, types } = fromApiStructure(
    contents,
    writer.structure.current,
  );
  await writer.structure.putExtras(extras);
  await writer.structure.putChapters(chapters);
  await writer.structure.putCategories(categories);
  await writer.structure.putAddons(addons);
  await writer.structure.putMembershipTypes(types);
}

const membersAtOnce = 400;

async function putMembers(
  writer: MembersWriter,
  contents: ApiContents,
  {
    result,
    onProgress,
  }: { result: Record<'created' | 'updated' | 'unchanged', number>; onProgress: ImportContext['onProgress'] },
): Promise<void> {
  const { members } = contents;
  const locations = contents.locations === null ? null : byMembership(contents.locations);
  for (let start = 0; start < members.length; start += membersAtOnce) {
    const some = members.slice(start, start + membersAtOnce);
    const stored = await writer.memberships.findMany(some.map(({ ID }) => Number(ID)));
    for (const member of some) {
      const known = stored.get(Number(member.ID)) ?? null;
      const person = await personOf(writer, member, known);
      const membership = fromApiMembership(member, {
        stored: known?.membership ?? null,
        contents,
        locations: locations === null ? null : (locations.get(member.ID) ?? []),
      });
      result[await writer.memberships.put({ person, membership })] += 1;
    }
    onProgress?.({ phase: 'writing', done: start + some.length, total: members.length });
  }
}

/**
 * A site's records have no person ID. So the person is that of the stored membership, or the one with the same email
 * address and name, or a new one.
 */
async function personOf(
  writer: MembersWriter,
  member: Membership,
  stored: MemberRecord | null,
): Promise<PersonRecord> {
  const { Email, FirstName, LastName, Organisation } = member.User;
  if (stored !== null) return fromApiPerson(member, stored.person.id);
  const [found = null] = Email === '' ? [] : await writer.index.findPersons(Email, FirstName, LastName);
  const isFree =
    found !== null &&
    (isCorporate(member)
      ? (await writer.persons.find(found))?.organisation === Organisation
      : (await writer.index.findIndividualMembership(found)) === null);
  return fromApiPerson(member, isFree ? found : await writer.nextId('person'));
}

/**
 * Records that are invalid by the rules of the table of fields. A line number is a position in the site's list of
 * members, from 1.
 */
function findBadMembers(contents: ApiContents): BadValue[] {
  const locationsOf = byMembership(contents.locations ?? []);
  const membershipLines = new Map<string, number>();
  const locationLines = new Map<string, number>();
  return contents.members.flatMap((member, index) => {
    const line = index + 1;
    const locations = locationsOf.get(member.ID) ?? [];
    const once = (lines: Map<string, number>, id: string, column: string): BadValue[] => {
      const first = lines.get(id);
      lines.set(id, line);
      const reason = `occurs twice: also in record ${first}`;
      return first === undefined ? [] : [{ line, column, value: id, reason }];
    };
    return [
      ...once(membershipLines, member.ID, 'ID'),
      ...locations.flatMap(({ ID }, at) => once(locationLines, ID, `Locations[${at}].ID`)),
      ...findFieldProblems(member, { contents, locations, line }),
    ];
  });
}

function findFieldProblems(
  member: Membership,
  { contents, locations, line }: { contents: ApiContents; locations: Location[]; line: number },
): BadValue[] {
  const membership = fromApiMembership(member, { stored: null, contents, locations });
  // The person's ID is chosen later, so the ID 1 is only for this check.
  const record = { ...membership, person: fromApiPerson(member, 1) };
  return findProblems(memberFields, record).map(({ path, ...rest }) => ({ line, column: path, ...rest }));
}

/**
 * Finds locations whose ID belongs to a stored location of another membership. An import would take the stored location
 * from that membership.
 */
async function findTakenLocations(
  { members, locations }: ApiContents,
  db: Store['members'],
  organisationId: number,
): Promise<BadValue[]> {
  const lines = new Map(members.map(({ ID }, index) => [Number(ID), index + 1]));
  const owners = (locations ?? []).map((one): [number, number] => [
    Number(one.ID),
    Number(one.Membership.ID),
  ]);
  const claims = {
    individuals: new Map<number, number>(),
    locations: new Map(owners.filter(([, owner]) => lines.has(owner))),
    memberships: new Set(lines.keys()),
  };
  const clashes = await findStoredClashes(db, organisationId, claims);
  return clashes.map((clash) => toBadValue(clash, lines.get(clash.membershipId) ?? 1));
}

function byMembership(locations: readonly Location[]): Map<string, Location[]> {
  const groups = new Map<string, Location[]>();
  for (const location of locations) {
    const group = groups.get(location.Membership.ID);
    if (group === undefined) groups.set(location.Membership.ID, [location]);
    else group.push(location);
  }
  return groups;
}

/**
 * Finds when the site was last read. The time comes from the site's clock, if the site sends the time. null: the site
 * was never read.
 */
async function findLastReading(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  source: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('import_source')
    .select('read_at')
    .where('organisation_id', '=', organisationId)
    .where('source', '=', source)
    .executeTakeFirst();
  return row === undefined ? null : new Date(row.read_at);
}
