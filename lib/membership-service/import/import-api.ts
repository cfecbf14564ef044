import type { MembershipApiClient } from '@/lib/membership-api/client';
import type { Location, Membership } from '@/lib/membership-api/resources';
import type { MembersWriter } from '../store/members-writer';
import type { MemberRecord, PersonRecord } from '../store/records';
import { withMembersWriter } from '../store/write';
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
import { readApi } from './read-api';
import { removeOthers } from './remove-others';

type ApiRequest = Pick<ImportRequest, 'organisationId' | 'create' | 'isDryRun' | 'replaces' | 'isSure'>;

/**
 * Imports an organisation from a site with the membership API: read whole first, then written in one transaction, the
 * IDs of the site kept.
 * @throws ApiRequestError when the site cannot be read whole. @throws ImportError when its records do not hold together
 */
export async function importApi(
  request: ApiRequest,
  tools: ImportTools & { client: MembershipApiClient },
): Promise<ImportResult> {
  const contents = await readApi(tools.client);
  const { members } = contents;
  const nothing = { created: 0, updated: 0, unchanged: 0, removed: 0, unplaced: 0 };
  const problems = members.flatMap(refuseIds);
  if (problems.length > 0)
    return { ...nothing, read: members.length, bad: problems.length, isWritten: false, problems };
  const result = { ...nothing, read: members.length };
  const options = {
    organisationId: request.organisationId,
    clock: tools.clock,
    areaCentre: tools.areaCentre,
  };
  try {
    await withMembersWriter(tools.store, options, async (writer) => {
      await putStructure(writer, request, contents);
      const before = request.replaces ? await writer.membershipIds() : [];
      await putMembers(writer, contents, { result, onProgress: tools.onProgress });
      if (request.replaces) {
        const kept = new Set(members.map(({ ID }) => Number(ID)));
        result.removed = await removeOthers(writer, { before, kept, isSure: request.isSure });
      }
      if (request.isDryRun) throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  return { ...result, bad: 0, isWritten: !request.isDryRun, problems: [] };
}

/** Leaves the transaction without its writes; nothing went wrong. */
class Rollback extends Error {}

async function putStructure(
  writer: MembersWriter,
  request: ApiRequest,
  contents: ApiContents,
): Promise<void> {
  if (writer.structure === null) {
    const { create, organisationId } = request;
    if (create === null) {
      throw new ImportError(`There is no organisation ${organisationId}: add --create "ITS NAME" to make it`);
    }
    const countries = new Map<string, number>();
    for (const { User } of contents.members) {
      const country = User.Address.Country;
      if (country !== '') countries.set(country, (countries.get(country) ?? 0) + 1);
    }
    await writer.putOrganisation(newOrganisation({ id: organisationId, ...create }, countries));
  }
  const { extras, chapters, categories, addons, types } = fromApiStructure(contents);
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

/** Records do not name their person: it is the stored membership's, else the one of that e-mail and name, else new. */
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
