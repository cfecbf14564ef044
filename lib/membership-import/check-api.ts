import { findProblems } from '@/lib/membership-api/fields/field';
import { memberFields } from '@/lib/membership-api/fields/membership';
import type { Location, Membership } from '@/lib/membership-api/resources';
import type { Store } from '@/lib/membership-store/database';
import { findStoredClashes } from '@/lib/membership-import/stored-clashes';
import { toBadValue } from './check-archive';
import { fromApiMembership, fromApiPerson, type ApiContents } from './from-api';
import type { BadValue } from './import-error';

/**
 * Records that are invalid by the rules of the table of fields. A line number is a position in the site's list of
 * members, from 1.
 */
export function findBadMembers(contents: ApiContents): BadValue[] {
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
export async function findTakenLocations(
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

export function byMembership(locations: readonly Location[]): Map<string, Location[]> {
  const groups = new Map<string, Location[]>();
  for (const location of locations) {
    const group = groups.get(location.Membership.ID);
    if (group === undefined) groups.set(location.Membership.ID, [location]);
    else group.push(location);
  }
  return groups;
}
