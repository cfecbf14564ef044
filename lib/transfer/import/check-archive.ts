import { createHash } from 'node:crypto';
import type { ArchivedIds } from '@/lib/transfer/archive/check-parts';
import type { FieldProblem } from '@/lib/contract/fields/field-error';
import type { Store } from '@/lib/store/database';
import type { MemberRecord } from '@/lib/store/schema/records';
import { findStoredClashes, type StoredClash } from '@/lib/transfer/import/stored-clashes';
import type { ArchiveHead } from './archive';
import type { BadValue } from './import-error';

/** Contradictions between a membership and others in the same file. */
export interface ArchiveCheck {
  /** @returns the contradictions between this member and the members that were added earlier */
  add(line: number, member: MemberRecord): BadValue[];
  /**
   * Problems with parents and committee seats, when all members are known.
   * @param isPerson whether a person exists. Absent: only persons with a membership exist
   */
  finish(isPerson?: (id: number) => boolean): { parents: BadValue[]; seats: FieldProblem[] };
  ids(): ArchivedIds;
  /** Contradictions with stored memberships that the file does not replace. */
  findClashes(db: Store['members'], organisationId: number): Promise<BadValue[]>;
}

interface Noted {
  line: number;
  kind: 'individual' | 'corporate';
  parentId: number | null;
}

export function createArchiveCheck({ seats, chapters }: ArchiveHead): ArchiveCheck {
  const memberships = new Map<number, Noted>();
  const persons = new Map<number, { line: number; hash: string; individual: number | null }>();
  const locations = new Map<number, number>();
  const individuals = new Map<number, number>();

  const refusePerson = ({ person, membership }: MemberRecord, line: number): [string, string] | null => {
    const hash = createHash('sha256').update(JSON.stringify(person)).digest('base64');
    const isIndividual = membership.kind === 'individual';
    const known = persons.get(person.id);
    if (known === undefined) {
      persons.set(person.id, { line, hash, individual: isIndividual ? membership.id : null });
      return null;
    }
    if (isIndividual && known.individual !== null) {
      return ['User.ID', `already has individual membership ${known.individual}; a person can have only one`];
    }
    if (isIndividual) known.individual = membership.id;
    return known.hash === hash ? null : ['User', `differs from the same person on line ${known.line}`];
  };

  return {
    add(line, member) {
      const { person, membership } = member;
      const { id, kind, parentId } = membership;
      const at = (column: string, value: number, reason: string) => ({
        line,
        column,
        value: String(value),
        reason,
      });
      const other = memberships.get(id);
      if (other !== undefined) return [at('ID', id, `occurs twice: also on line ${other.line}`)];
      memberships.set(id, { line, kind, parentId });
      const problems: BadValue[] = [];
      const refused = refusePerson(member, line);
      if (refused !== null) problems.push(at(refused[0], person.id, refused[1]));
      if (kind === 'individual') individuals.set(person.id, id);
      membership.locations.forEach((location, index) => {
        const first = memberships.get(locations.get(location.id) ?? 0);
        if (first !== undefined) {
          const reason = `occurs twice: also on line ${first.line}`;
          problems.push(at(`Locations[${index}].ID`, location.id, reason));
        }
        locations.set(location.id, id);
      });
      return problems;
    },
    finish(isPerson = (id) => persons.has(id)) {
      const parents = [...memberships].flatMap(([id, noted]) => {
        const reason = refuseParent(id, noted, memberships);
        const value = String(noted.parentId);
        return reason === null ? [] : [{ line: noted.line, column: 'ParentID', value, reason }];
      });
      const unseated = seats.flatMap(({ personId }, index) => {
        const path = `CommitteeSeats[${index}].PersonID`;
        const reason = `there is no person ${personId}`;
        return isPerson(personId) ? [] : [{ path, value: String(personId), reason }];
      });
      return { parents, seats: unseated };
    },
    ids: () => ({
      memberships: new Set(memberships.keys()),
      persons: new Set(persons.keys()),
      chapters: new Set(chapters.map(({ id }) => id)),
    }),
    async findClashes(db, organisationId) {
      const claims = { individuals, locations, memberships: new Set(memberships.keys()) };
      const clashes = await findStoredClashes(db, organisationId, claims);
      return clashes.map((clash) => toBadValue(clash, memberships.get(clash.membershipId)?.line ?? 1));
    },
  };
}

/** This function is also used for the records of a site. `line` is then the position in the site's list. */
export function toBadValue({ kind, id, storedMembershipId }: StoredClash, line: number): BadValue {
  const [column, reason] =
    kind === 'individual'
      ? [
          'User.ID',
          `already has individual membership ${storedMembershipId} here; a person can have only one`,
        ]
      : ['Locations', `location ${id} already belongs to membership ${storedMembershipId} here`];
  return { line, column, value: String(id), reason };
}

/**
 * Only an individual membership has a parent, and the parent is corporate. So no parent has a parent, and there are no
 * cycles.
 */
function refuseParent(
  id: number,
  { kind, parentId }: Noted,
  memberships: ReadonlyMap<number, Noted>,
): string | null {
  if (parentId === null) return null;
  if (parentId === id)
    return 'is the membership itself; it must be null or another membership, which is corporate';
  const parent = memberships.get(parentId);
  if (parent === undefined) return `there is no membership ${parentId}`;
  if (parent.kind !== 'corporate') return 'must be a corporate membership';
  return kind === 'corporate' ? 'must be null: a corporate membership cannot be part of another' : null;
}
