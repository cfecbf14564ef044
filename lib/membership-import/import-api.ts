import type { Location, Membership } from '@/lib/membership-api/resources';
import { findLastReading } from '@/lib/membership-store/import-source';
import { readMembershipIds } from '@/lib/membership-store/member-records';
import type { MembersWriter } from '@/lib/membership-store/members-writer';
import type { MemberRecord, PersonRecord } from '@/lib/membership-store/records';
import { withMembersWriter } from '@/lib/membership-store/write';
import {
  fromApiMembership,
  fromApiPerson,
  fromApiStructure,
  isCorporate,
  type ApiContents,
} from './from-api';
import { ImportError, type BadValue } from './import-error';
import type { ImportRequest, ImportResult, ImportTools } from './import-file';
import { newOrganisation } from './organisation-defaults';
import { findAllIds, readApi } from './read-api';
import { toCounts } from './import-run';
import { removeOthers } from './remove-others';
import type { Site } from './site';

interface ApiRequest extends Pick<
  ImportRequest,
  'organisationId' | 'create' | 'isDryRun' | 'replaces' | 'confirmedRemovals'
> {
  /** Reads the whole site even if it has been read before. */
  isFull: boolean;
}

/**
 * Imports an organisation from a site with the membership API: read first, then written in one transaction with the
 * site's IDs. After the first time it reads only what was modified since, and who has left.
 * @throws ApiRequestError when the site cannot be read. @throws ImportError when its records are inconsistent
 */
export async function importApi(
  request: ApiRequest,
  tools: ImportTools & { site: Site },
): Promise<ImportResult> {
  const { site, store, clock } = tools;
  const { organisationId } = request;
  const last = request.isFull ? null : await findLastReading(store.members, organisationId, site.source);
  const askedAt = clock();
  const contents = await readApi(site, last === null ? null : new Date(last.getTime() - marginMs));
  const { members } = contents;
  const stored = await readMembershipIds(store.members, organisationId);
  const atSite = contents.isWhole ? idSet(members) : await findIds(site, { members, stored });
  const left = stored.filter((id) => !atSite.has(id)).length;
  const nothing = { created: 0, updated: 0, unchanged: 0, removed: 0, unplaced: 0 };
  const result = { ...nothing, read: members.length, left };
  const problems = members.flatMap(refuseIds);
  if (problems.length > 0) return { ...result, bad: problems.length, isWritten: false, problems };
  const options = { organisationId, clock, areaCentre: tools.areaCentre, cause: tools.cause };
  try {
    await withMembersWriter(store, options, async (writer) => {
      await writer.startRun({
        actor: tools.cause.actor,
        source: site.source,
        fileHash: null,
        mapping: null,
      });
      await putStructure(writer, request, contents);
      const before = request.replaces ? await writer.membershipIds() : [];
      await putMembers(writer, contents, { result, onProgress: tools.onProgress });
      if (request.replaces) {
        result.removed = await removeOthers(writer, {
          before,
          kept: atSite,
          confirmed: request.confirmedRemovals,
        });
      }
      await writer.noteReading(site.source, site.firstAnswerAt() ?? askedAt);
      await writer.finishRun(toCounts(result));
      if (request.isDryRun) throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  return { ...result, bad: 0, isWritten: !request.isDryRun, problems: [] };
}

/**
 * The margin before the last reading: a change may be stamped when it begins and become visible when it ends, and the
 * clock of a site that does not send its time may differ from ours.
 */
const marginMs = 60 * 60 * 1000;

const idSet = (members: readonly Membership[]) => new Set(members.map(({ ID }) => Number(ID)));

/** The IDs that the site has now: the stored ones and those just read, without those who left. */
async function findIds(
  site: Site,
  { members, stored }: { members: readonly Membership[]; stored: readonly number[] },
): Promise<Set<number>> {
  const known = new Set([...stored, ...idSet(members)]);
  const all = await findAllIds(site, known.size);
  return all === null ? known : new Set([...all].map(Number));
}

/** Rolls back the transaction; this is not an error. */
class Rollback extends Error {}

async function putStructure(
  writer: MembersWriter,
  request: ApiRequest,
  contents: ApiContents,
): Promise<void> {
  if (writer.structure === null) {
    const { create, organisationId } = request;
    if (create === null) {
      throw new ImportError(`There is no organisation ${organisationId}: add --create "NAME" to create it`);
    }
    const countries = new Map<string, number>();
    for (const { User } of contents.members) {
      const country = User.Address.Country;
      if (country !== '') countries.set(country, (countries.get(country) ?? 0) + 1);
    }
    await writer.putOrganisation(newOrganisation({ id: organisationId, ...create }, countries));
  }
  const { extras, chapters, categories, addons, types } = fromApiStructure(contents, writer.structure);
  await writer.putExtras(extras);
  await writer.putChapters(chapters);
  await writer.putCategories(categories);
  await writer.putAddons(addons);
  await writer.putMembershipTypes(types);
}

/** Stored members are read this many at a time. */
const membersAtOnce = 400;

async function putMembers(
  writer: MembersWriter,
  contents: ApiContents,
  {
    result,
    onProgress,
  }: { result: Record<'created' | 'updated' | 'unchanged', number>; onProgress: ImportTools['onProgress'] },
): Promise<void> {
  const { members } = contents;
  const locations = byMembership(contents.locations);
  for (let start = 0; start < members.length; start += membersAtOnce) {
    const some = members.slice(start, start + membersAtOnce);
    const stored = await writer.findMembers(some.map(({ ID }) => Number(ID)));
    for (const member of some) {
      const known = stored.get(Number(member.ID)) ?? null;
      const person = await personOf(writer, member, known);
      const own: Location[] = locations.get(member.ID) ?? [];
      const membership = fromApiMembership(member, {
        stored: known?.membership ?? null,
        contents,
        locations: own,
      });
      result[await writer.putMember({ person, membership })] += 1;
    }
    onProgress?.({ phase: 'writing', done: start + some.length, total: members.length });
  }
}

/** Records do not name their person: it is the stored membership's, else the one with that email and name, or new. */
async function personOf(
  writer: MembersWriter,
  member: Membership,
  stored: MemberRecord | null,
): Promise<PersonRecord> {
  const { Email, FirstName, LastName, Organisation } = member.User;
  if (stored !== null) return fromApiPerson(member, stored.person.id);
  const found = Email === '' ? null : await writer.findPersonByEmailAndName(Email, FirstName, LastName);
  const isFree =
    found !== null &&
    (isCorporate(member)
      ? (await writer.findPerson(found))?.organisation === Organisation
      : (await writer.findIndividualMembership(found)) === null);
  return fromApiPerson(member, isFree ? found : await writer.nextId('person'));
}

function refuseIds({ ID, MembershipType }: Membership, index: number): BadValue[] {
  const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text);
  const reason = 'must be a positive whole number';
  if (!isId(ID)) return [{ line: index + 1, column: 'ID', value: ID, reason }];
  if (!isId(MembershipType.ID))
    return [{ line: index + 1, column: 'MembershipType.ID', value: MembershipType.ID, reason }];
  return [];
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
