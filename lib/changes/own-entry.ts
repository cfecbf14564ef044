/** What members change in their own entry: at once, after the office has approved it, or not at all (A1). */
import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { OwnRule } from '@/lib/contract/fields/field';
import { pathsOfPatch } from '@/lib/contract/fields/office-fields';
import { ownSubjects, staffSubject, type OwnAccess } from '@/lib/contract/fields/own-entry';
import { leavingSchema, type Leaving } from '@/lib/contract/own-staff';
import type { MemberResource } from '@/lib/contract/resources';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { ExtraRecord, Structure } from '@/lib/store/schema/records';
import type { MemberView } from '@/lib/store/member-documents';
import { readMemberRecords } from '@/lib/store/member-records';
import { extraIdOf, type ProposedChange } from '@/lib/store/proposal-fields';
import { lookUp } from '@/lib/base/look-up';
import { invalidRecord } from './refusals';

/** Members see answers that the public or other members may see, but not those that only the office sees. */
export function isSeenByOwner({ isAdminOnly, isMembersOnly }: ExtraRecord): boolean {
  return !isAdminOnly || isMembersOnly;
}

/** @param edits which answers a change replaces; all others stay */
export function viewOfOwner(
  { extras }: Structure,
  access: OwnAccess,
  edits: (rule: OwnRule) => boolean,
): MemberView {
  const seesExtra = (id: number) => {
    const extra = extras.get(id);
    return extra !== undefined && isSeenByOwner(extra);
  };
  const seen = <A extends { ID: string }>(answers: readonly A[]) =>
    answers.filter(({ ID }) => seesExtra(Number(ID)));
  const show = (record: MemberResource): MemberResource => ({
    ...record,
    MembershipType: { ...record.MembershipType, Extras: seen(record.MembershipType.Extras) },
    Extras: seen(record.Extras),
    Addons: record.Addons.map((addon) => ({ ...addon, Extras: seen(addon.Extras) })),
  });
  const limits = {
    show,
    seesField: () => true,
    seesExtra,
    editsExtra: (id: number) => seesExtra(id) && edits(access.ruleOfExtra(id)),
  };
  return { seesAdminExtras: true, seesExactPoints: true, limits };
}

/** A picture that waits for an approval can be removed at once: people decide themselves that they are not shown. */
export function accessFor(patch: Readonly<Record<string, unknown>>, access: OwnAccess): OwnAccess {
  if (lookUp(patch, 'Picture') !== null || access.ruleOf('Picture') === 'locked') return access;
  return { ...access, ruleOf: (path) => (path === 'Picture' ? 'free' : access.ruleOf(path)) };
}

/** @throws ApiError 422 naming every field that only the office changes */
export function requireOpen(patch: Readonly<Record<string, unknown>>, access: OwnAccess): void {
  const locked = pathsOfPatch(patch).filter((path) => path !== 'Extras' && access.ruleOf(path) === 'locked');
  if (locked.length === 0) return;
  throw invalidRecord(
    locked.map((path) => ({ path, value: '', reason: 'can be changed only by the association' })),
  );
}

/** The part of a patch whose fields have this rule. Of answers, it has those to questions with this rule. */
export function partOfPatch(
  patch: Readonly<Record<string, unknown>>,
  access: OwnAccess,
  has: (rule: OwnRule) => boolean,
): Record<string, unknown> {
  const { User: user, Extras: answers, ...rest } = patch;
  const kept = (prefix: string, fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => has(access.ruleOf(prefix + name))));
  const person = typeof user === 'object' && user !== null ? kept('User.', user) : {};
  return {
    ...kept('', rest),
    ...(Object.keys(person).length > 0 ? { User: person } : {}),
    ...(Array.isArray(answers)
      ? answersOf(answers.filter((one) => has(access.ruleOfExtra(Number(lookUp(Object(one), 'ID'))))))
      : {}),
  };
}

/**
 * All answers are sent in `Extras`, also those to the questions of the membership's type. So the type's own list is sent
 * empty.
 */
function answersOf(answers: readonly unknown[]): Record<string, unknown> {
  return { MembershipType: { Extras: [] }, Extras: answers };
}

/** What a change would do to fields and answers that need an approval. */
export function toProposedChanges(
  [before, after]: readonly [MemberResource, MemberResource],
  access: OwnAccess,
  { extras }: Structure,
): ProposedChange[] {
  const questions = [...extras.values()]
    .filter((extra) => isSeenByOwner(extra) && access.ruleOfExtra(extra.id) === 'approval')
    .map(({ id }) => `question ${id}`);
  const subjects = ownSubjects
    .map(({ path }) => path)
    .filter((path) => path !== 'Extras' && access.ruleOf(path) === 'approval');
  return [...subjects, ...questions].flatMap((Field): ProposedChange[] => {
    const [Before, After] = [valueOf(before, Field), valueOf(after, Field)];
    return isDeepStrictEqual(Before, After) ? [] : [{ Field, Before, After }];
  });
}

/** The sub-members whose end a company's contact proposed. */
export function leavingOf(changes: readonly ProposedChange[]): Leaving[] {
  const change = changes.find(({ Field }) => Field === staffSubject);
  return leavingSchema.safeParse(change?.After).data ?? [];
}

/** Proposed ends with the names of the people, for a page. Their names are not stored. */
export async function withNames<C extends ProposedChange>(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  changes: readonly C[],
): Promise<C[]> {
  const leaving = leavingOf(changes);
  if (leaving.length === 0) return [...changes];
  const records = await readMemberRecords(
    db,
    organisationId,
    leaving.map(({ ID }) => Number(ID)),
  );
  const names = new Map(
    records.map(({ membership, person }) => [
      String(membership.id),
      `${person.firstName} ${person.lastName}`.trim(),
    ]),
  );
  const After = leaving.map((one) => ({ ...one, Name: names.get(one.ID) ?? '' }));
  return changes.map((change) => (change.Field === staffSubject ? { ...change, After } : change));
}

/** The value of a field, a group of fields or a question. The value of a question is a list of answers. */
export function valueOf(record: MemberResource, subject: string): unknown {
  const extraId = extraIdOf(subject);
  if (extraId !== null)
    return answersIn(record)
      .filter(({ ID }) => Number(ID) === extraId)
      .map(({ Answer }) => Answer);
  return subject
    .split('.')
    .reduce<unknown>((part, key) => lookUp(Object(part) as Record<string, unknown>, key), record);
}

/** The patch that makes the proposed changes of the member's own record. */
export function toPatch(changes: readonly ProposedChange[], record: MemberResource): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  const person: Record<string, unknown> = {};
  const proposed = new Map<number, readonly unknown[]>();
  for (const { Field, After } of changes.filter((one) => one.Field !== staffSubject)) {
    const extraId = extraIdOf(Field);
    if (extraId !== null) proposed.set(extraId, Array.isArray(After) ? After : []);
    else if (Field.startsWith('User.')) person[Field.slice('User.'.length)] = After;
    else patch[Field] = Field === 'Locations' ? withKnownIds(After, record) : After;
  }
  if (Object.keys(person).length > 0) patch['User'] = person;
  if (proposed.size === 0) return patch;
  const others = answersIn(record).filter(({ ID }) => !proposed.has(Number(ID)));
  const added = [...proposed].flatMap(([id, given]) => given.map((Answer) => ({ ID: String(id), Answer })));
  return { ...patch, ...answersOf([...others.map(({ ID, Answer }) => ({ ID, Answer })), ...added]) };
}

function answersIn({ MembershipType: type, Extras: others }: MemberResource) {
  return [...type.Extras, ...others];
}

/** The IDs of new locations are not known before they are stored. */
function withKnownIds(locations: unknown, { Locations: stored }: MemberResource): unknown {
  if (!Array.isArray(locations)) return locations;
  return locations.map((one: unknown) => {
    const { ID, ...rest } = Object(one) as Record<string, unknown>;
    return stored.some((location) => location.ID === ID) ? { ID, ...rest } : rest;
  });
}
