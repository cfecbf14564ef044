/** Two records of one human become one person (docs/decisions.md, J6). */
import { SavedViewsWriter } from '@/lib/store/lists/saved-views';
import { textKey } from '@/lib/base/text-key';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { KindsWith } from '@/lib/store/record-kinds';
import type { MemberRecord, PersonRecord } from '@/lib/store/schema/records';
import { DistinctPersonsWriter } from '@/lib/store/distinct-persons';
import { mergeRoles } from './roles';

/** The message tells the office what to do. */
export class MergeError extends Error {
  override name = 'MergeError';
}

export interface Merge {
  /** This person's ID becomes an alias. */
  from: number;
  into: number;
  /** The individual membership that stays if both persons have one. null: not chosen. */
  keptMembershipId: number | null;
}

export interface MergePlan {
  from: PersonRecord;
  into: PersonRecord;
  /** Memberships that move to the surviving person. */
  moved: number[];
  /** The individual membership that does not stay. null: at most one person has one. */
  removed: number | null;
}

/** @throws MergeError */
export async function planMerge(
  writer: MembersWriter,
  { from, into, keptMembershipId }: Merge,
): Promise<MergePlan> {
  if (from === into) throw new MergeError(`Person ${from} cannot be merged with themself`);
  const persons = { from: await requirePerson(writer, from), into: await requirePerson(writer, into) };
  const own = await writer.membershipsOf(from);
  const others = await writer.membershipsOf(into);
  if (own.some(isCompany)) requireOneCompanyName(persons.from, persons.into);
  const removed = chooseRemoved([own, others].map(findIndividual), keptMembershipId);
  const moved = own.map(({ membership }) => membership.id).filter((id) => id !== removed);
  return { ...persons, moved, removed };
}

/**
 * Moves memberships, committee seats, notes, the role and other systems' IDs to the surviving person, and makes the
 * merged person's ID an alias. All sign-ins of the merged person end, and both addresses get an email.
 * @returns the ID of the run, for `undo`
 */
export async function mergePersons(writer: MembersWriter, plan: MergePlan): Promise<number> {
  const { from, into, removed } = plan;
  const runId = await writer.runs.startMerge(from.id, into.id);
  const externalIds = (await writer.externalIds.read('person', [from.id])).get(from.id) ?? [];
  if (removed !== null) await writer.memberships.remove([removed]);
  for (const move of Object.values(moves)) await move(writer, plan);
  await writer.persons.remove([from.id]);
  for (const { source, externalId } of externalIds) {
    await writer.externalIds.put('person', source, externalId, into.id);
  }
  await writer.aliases.put(from.id, into.id);
  const emails = [from.email, into.email];
  writer.accountMoves.add({ operation: 'merge', from: from.id, into: into.id, emails, endsGrants: true });
  return runId;
}

type Move = (writer: MembersWriter, plan: MergePlan) => Promise<void>;

/** How the records of the merged person go to the surviving person, in this order. */
const moves: Record<KindsWith<'isMovedByMerge', true>, Move> = {
  membership: async (writer, { from, into, moved }) => {
    const members = [...(await writer.memberships.findMany(moved)).values()];
    const takesName = into.organisation === '' && members.some(isCompany);
    const person = takesName ? { ...into, organisation: from.organisation } : into;
    for (const { membership } of members) await writer.memberships.put({ person, membership });
  },
  committee: async ({ committees }, { from, into }) => {
    const seats = await committees.seatsOf(from.id);
    if (seats.length === 0) return;
    await committees.put(from.id, []);
    const known = await committees.seatsOf(into.id);
    const added = seats.filter((seat) => !known.some((one) => JSON.stringify(one) === JSON.stringify(seat)));
    await committees.put(into.id, [...known, ...added]);
  },
  note: async ({ notes }, { from, into }) => {
    const ofMerged = await notes.of(from.id);
    if (ofMerged.length === 0) return;
    await notes.put({ id: from.id, notes: [] });
    await notes.put({ id: into.id, notes: [...(await notes.of(into.id)), ...ofMerged] });
  },
  role: async ({ roles }, { from, into }) => {
    const role = await roles.of(from.id);
    await roles.put(mergeRoles(role, await roles.of(into.id)));
    await roles.put({ ...role, role: null, chapterIds: [] });
  },
  view: (writer, { from, into }) => writer.part(SavedViewsWriter).move(from.id, into.id),
  distinct: async (writer, { from, into }) => {
    const distinct = writer.part(DistinctPersonsWriter);
    const others = await distinct.othersOf(from.id);
    await distinct.removeOf([from.id]);
    for (const id of others) await distinct.add(id, into.id);
  },
  alias: (writer, { from, into }) => writer.aliases.repoint([from.id], into.id),
};

async function requirePerson(writer: MembersWriter, id: number): Promise<PersonRecord> {
  const person = await writer.persons.find(id);
  if (person !== null) return person;
  const survivor = await writer.aliases.survivorOf(id);
  if (survivor !== id) throw new MergeError(`Person ${id} was already merged into person ${survivor}`);
  throw new MergeError(`There is no person ${id} in this organisation`);
}

function findIndividual(members: readonly MemberRecord[]): MemberRecord | null {
  return members.find(({ membership }) => membership.kind === 'individual') ?? null;
}

/** @returns the membership that does not stay; null: there is only one */
function chooseRemoved(individual: readonly (MemberRecord | null)[], keptId: number | null): number | null {
  const found = individual.filter((one) => one !== null);
  const ids = found.map(({ membership }) => membership.id);
  if (keptId !== null && !ids.includes(keptId)) {
    throw new MergeError(
      `--keep-membership ${keptId} must be the individual membership of one of the two people: ${ids.join(' or ') || 'there is none'}`,
    );
  }
  if (ids.length < 2) return null;
  if (keptId !== null) return ids.find((id) => id !== keptId) ?? null;
  const choices = found.map(
    ({ membership, person }) =>
      `  --keep-membership ${membership.id}  of person ${person.id}, number ${membership.membershipNumber || '(none)'}, until ${membership.expiryDate ?? '(without end)'}`,
  );
  throw new MergeError(
    [
      'Both have an individual membership, and a person has one at most; choose the one to keep:',
      ...choices,
    ].join('\n'),
  );
}

function isCompany({ membership }: MemberRecord): boolean {
  return membership.kind === 'corporate';
}

/** A company's name is in the record of its contact, and a merge must not change it. */
function requireOneCompanyName(from: PersonRecord, into: PersonRecord): void {
  if (into.organisation === '' || textKey(from.organisation) === textKey(into.organisation)) return;
  throw new MergeError(
    `Person ${from.id} is the contact of "${from.organisation}", but person ${into.id} has the organisation "${into.organisation}". ` +
      'The name of a company is stored with its contact: give both the same organisation first',
  );
}
