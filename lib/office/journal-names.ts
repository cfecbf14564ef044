import { findKnown, type OfficeAccess } from './office-check';
import type { AccountRow } from '@/lib/store/account-journal';
import type { Store } from '@/lib/store/database';
import type { JournalKind } from '@/lib/store/schema/members-schema';
import { readHolders } from '@/lib/store/lists/holders';
import { readPersonNames } from '@/lib/store/lists/person-names';
import type { JournalRow } from '@/lib/store/journal-read';
import { findWithRole } from '@/lib/store/roles';
import { readStructure, structureNames } from '@/lib/store/structure';
import { personKinds } from '@/lib/store/record-kinds';
import { inChunks } from '@/lib/store/sql/in-chunks';
import { lookUp } from '@/lib/base/look-up';

type Row = JournalRow | AccountRow;
type Subject = Pick<JournalRow, 'kind' | 'recordId'>;

export interface JournalNames {
  ofRecord(record: Subject): string | null;
  /**
   * The membership to which the journal's page links. For a record of a person, this is a membership of that person.
   * null: there is no such membership.
   */
  membershipOf(record: Subject): number | null;
  ofActor(actor: JournalRow['actor']): string | null;
  ofClient(id: string): string | null;
  /** The file or site of a run, its author, and whether it is a merge or a bulk change. null: the run is unknown. */
  ofRun(id: number): Run | null;
  /** The name of the type, chapter or category with this ID. */
  inValue(field: string, id: number): string | null;
}

interface Run {
  source: string;
  isMerge: boolean;
  isBulk: boolean;
  actor: JournalRow['actor'];
}

const ofPersons: readonly JournalKind[] = personKinds;

/**
 * Reads only the names that these rows need. An officer learns the names of members in their chapters, and of people in
 * the office.
 */
export async function readJournalNames(
  store: Store,
  access: OfficeAccess,
  rows: readonly Row[],
  records: readonly Subject[] = [],
): Promise<JournalNames> {
  const { organisationId } = access;
  const subjects = [...records, ...rows.flatMap((row) => ('recordId' in row ? [row] : []))];
  const memberships = await readHolders(store.members, organisationId, {
    column: 'id',
    ids: subjects.filter(({ kind }) => kind === 'membership').map(({ recordId }) => recordId),
  });
  const holders = new Map(memberships.map(({ id, person_id }) => [id, person_id]));
  const runs = await readRuns(store, organisationId, rows);
  const authors = [...rows.map(({ actor }) => actor), ...[...runs.values()].map(({ actor }) => actor)];
  const actorIds = authors
    .filter(({ kind }) => kind === 'person')
    .map(({ id }) => Number(id))
    .filter(Number.isSafeInteger);
  const subjectIds = [
    ...holders.values(),
    ...subjects.filter(({ kind }) => ofPersons.includes(kind)).map(({ recordId }) => recordId),
    ...rows.flatMap((row) => ('recordId' in row ? [] : (row.personId ?? []))),
  ];
  const ids = [...new Set([...subjectIds, ...actorIds])];
  const shown = await findKnown(store.members, access, ids);
  for (const some of inChunks(actorIds)) {
    for (const id of await findWithRole(store.members, organisationId, some)) shown.add(id);
  }
  const people = await readPersonNames(store.members, organisationId, shown);
  const held = await readHolders(store.members, organisationId, {
    column: 'person_id',
    ids: [...new Set(subjectIds)],
  });
  // If a person has several memberships, the Map keeps the last one. The list is reversed so that this is the person's
  // first membership.
  const membershipOfPerson = new Map(held.toReversed().map(({ id, person_id }) => [person_id, id]));
  const structure = await readStructure(store.members, organisationId);
  const nameOf = structure === null ? () => '' : structureNames(structure).nameOf;
  const clients = await readClientNames(store, rows);
  const personOf = ({ kind, recordId }: Subject) =>
    kind === 'membership' ? holders.get(recordId) : ofPersons.includes(kind) ? recordId : undefined;
  return {
    ofRecord(record) {
      const person = personOf(record);
      if (person !== undefined) return people.get(person) || null;
      if (record.kind === 'organisation') return structure?.organisation.name ?? null;
      const referred = lookUp(referredKinds, record.kind);
      return referred === undefined ? null : nameOf(referred, record.recordId) || null;
    },
    membershipOf(record) {
      if (record.kind === 'membership') return holders.has(record.recordId) ? record.recordId : null;
      const person = personOf(record);
      return person === undefined ? null : (membershipOfPerson.get(person) ?? null);
    },
    ofActor: ({ kind, id }) => {
      if (kind === 'person') return people.get(Number(id)) || null;
      if (kind === 'client') return clients.get(id) ?? null;
      if (kind === 'import') {
        const author = runs.get(Number(id))?.actor;
        return author?.kind === 'person' ? people.get(Number(author.id)) || null : null;
      }
      return kind === 'command' ? id : null;
    },
    ofClient: (id) => clients.get(id) ?? null,
    ofRun: (id) => runs.get(id) ?? null,
    inValue(field, id) {
      const referred = lookUp(referredFields, field);
      return referred === undefined ? null : nameOf(referred, id) || null;
    },
  };
}

const referredKinds = {
  membership_type: 'type',
  category: 'category',
  chapter: 'chapter',
  addon: 'addon',
  extra: 'extra',
} as const;

const referredFields = { MembershipType: 'type', Chapter: 'chapter', Categories: 'category' } as const;

async function readClientNames({ auth }: Store, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = new Set(
    rows.flatMap((row) => [
      ...(row.actor.kind === 'client' ? [row.actor.id] : []),
      ...('clientId' in row && row.clientId !== null ? [row.clientId] : []),
    ]),
  );
  if (ids.size === 0) return new Map();
  const found = await auth
    .selectFrom('client')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(found.map(({ id, name }) => [id, name]));
}

async function readRuns(
  { members }: Store,
  organisationId: number,
  rows: readonly Row[],
): Promise<Map<number, Run>> {
  const ids = new Set(rows.flatMap((row) => ('runId' in row && row.runId !== null ? [row.runId] : [])));
  if (ids.size === 0) return new Map();
  const found = await members
    .selectFrom('import_run')
    .select(['id', 'source', 'is_merge', 'is_bulk', 'actor_kind', 'actor'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(
    found.map(({ id, source, is_merge, is_bulk, actor_kind, actor }) => [
      id,
      { source, isMerge: is_merge === 1, isBulk: is_bulk === 1, actor: { kind: actor_kind, id: actor } },
    ]),
  );
}
