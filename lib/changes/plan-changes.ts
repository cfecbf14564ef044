/**
 * Decides what is stored for each change of a request. Only `readKnown` reads the database, and nothing is written
 * here.
 */
import { ApiError } from '@/lib/contract/errors';
import { isWellFormedEmail, malformedEmail } from '@/lib/contract/fields/email-address';
import { notUploaded } from '@/lib/contract/fields/picture';
import type { Day } from '@/lib/store/day';
import { toUser } from '@/lib/store/documents';
import type { MemberDocument, MemberView } from '@/lib/store/member-documents';
import { MemberPicturesWriter } from '@/lib/store/member-pictures';
import type { MembersWriter } from '@/lib/store/members-writer';
import { withMembership, type Holding } from '@/lib/store/one-membership';
import { findPaymentField, type WriteRights } from '@/lib/store/write-rights';
import type { MemberRecord, PersonRecord } from '@/lib/store/schema/records';
import { createPause } from '@/lib/base/slices';
import type { MemberChange } from './member-change';
import { findTakenNumbers, readNumberHolders, type NumberHolders } from './taken-numbers';
import {
  hasNoOrganisation,
  namedId,
  namedPerson,
  readChange,
  readNewMember,
  type ChangeContext,
} from './read-change';
import {
  hasParts,
  invalidRecord,
  noSuchMembership,
  Refusals,
  refusedBy,
  requireMatch,
  toRefusal,
} from './refusals';

/** Some changes of the request are refused, so none was made. */
export class RefusedChanges extends Error {
  override name = 'RefusedChanges';
  /** @param refused errors by the index of the change */
  constructor(readonly refused: ReadonlyMap<number, ApiError>) {
    super([...refused.values()][0]?.message);
  }
}

export interface Known extends ChangeContext {
  documents: ReadonlyMap<number, MemberDocument>;
  members: ReadonlyMap<number, MemberRecord>;
  persons: Awaited<ReturnType<MembersWriter['persons']['findMany']>>;
  subMemberships: ReadonlyMap<number, number[]>;
  rights: WriteRights;
  /**
   * The persons for whom the request creates memberships. The key is the person's ID in the request. If the person was
   * merged into another person, the value is the ID of the surviving person. Otherwise, the value is the same as the
   * key.
   */
  survivors: ReadonlyMap<number, number>;
  numbers: NumberHolders;
  /** The IDs of stored pictures, by membership. The map has the memberships whose picture the request changes. */
  pictures: ReadonlyMap<number, readonly string[]>;
}

export async function readKnown(
  writer: MembersWriter,
  { changes, view, day }: { changes: readonly MemberChange[]; view: MemberView; day: Day },
): Promise<Known> {
  const structure = writer.structure.current;
  if (structure === null) throw new ApiError('not_found', 'The organisation no longer exists');
  const ids = changes.flatMap((change) =>
    change.operation === 'create' ? [] : present(change.membershipId),
  );
  const bodies = changes.flatMap((change) => (change.operation === 'remove' ? [] : [change.body]));
  const parentIds = bodies.flatMap((body) => present(namedId(body, 'ParentID')));
  const members = await writer.memberships.findMany([...new Set([...ids, ...parentIds])]);
  const subMemberships = new Map<number, number[]>();
  for (const change of changes) {
    const record = change.operation === 'remove' ? members.get(change.membershipId ?? 0) : undefined;
    if (record?.membership.kind !== 'corporate') continue;
    subMemberships.set(record.membership.id, await writer.subMemberships(record.membership.id));
  }
  const survivors = new Map<number, number>();
  for (const change of changes) {
    const named = change.operation === 'create' ? namedPerson(change.body) : null;
    if (named !== null) survivors.set(named, await writer.aliases.survivorOf(named));
  }
  const personIds = [...new Set(survivors.values())];
  const renamed = changes.flatMap((change) => {
    const isRenamed = change.operation === 'change' && hasNoOrganisation(change.body);
    return isRenamed ? present(members.get(change.membershipId ?? 0)?.person.id ?? null) : [];
  });
  return {
    structure,
    view,
    members,
    subMemberships,
    survivors,
    rights: await writer.rights(),
    numbers: await readNumberHolders(writer, { bodies, ids }, view),
    pictures: await writer.part(MemberPicturesWriter).idsOf(changes.flatMap(withPicture)),
    documents: await writer.memberDocuments({ day, view }, ids),
    persons: await writer.persons.findMany(personIds),
    related: { members, holdings: await writer.holdings([...personIds, ...renamed]) },
  };
}

function withPicture(change: MemberChange): number[] {
  const isGiven = change.operation === 'change' && Object.hasOwn(Object(change.body) as object, 'Picture');
  return isGiven ? present(change.membershipId) : [];
}

function present(id: number | null): number[] {
  return id === null ? [] : [id];
}

export interface Planned {
  operation: MemberChange['operation'];
  /** null: the record is removed. */
  record: MemberRecord | null;
  before: MemberDocument | null;
  removed: number[];
}

/** @throws RefusedChanges */
export async function planChanges(changes: readonly MemberChange[], known: Known): Promise<Planned[]> {
  const pause = createPause();
  const refusals = new Refusals();
  const planned = new Map<number, Planned>();
  const state = new PlannedState(known);
  for (const [index, change] of changes.entries()) {
    try {
      planned.set(index, planOne(change, state));
    } catch (error) {
      refusals.add(index, toRefusal(error));
      if (refusals.isFull) break;
    }
    await pause();
  }
  for (const [index, reason] of takenNumbers(planned, known))
    refusals.add(index, wrong('MembershipNumber', reason));
  if (refusals.byIndex.size > 0) throw new RefusedChanges(refusals.byIndex);
  return [...planned.values()];
}

function takenNumbers(planned: ReadonlyMap<number, Planned>, { members, numbers }: Known) {
  const changes = new Map(
    [...planned].flatMap(([index, { record }]) =>
      record === null
        ? []
        : [[index, { record, before: members.get(record.membership.id) ?? null }] as const],
    ),
  );
  const removed = new Set([...planned.values()].flatMap((one) => one.removed));
  return findTakenNumbers(changes, { holders: numbers, removed });
}

function wrong(path: string, reason: string): ApiError {
  return invalidRecord([{ path, value: '', reason }]);
}

/** The records after the changes that were planned so far. */
class PlannedState {
  readonly holdings: Map<number, Holding>;
  readonly persons: Map<number, MemberRecord['person']>;
  /** The members, without those that the request removes. */
  readonly members: Map<number, MemberRecord>;
  readonly #seen = new Set<number>();
  /** Memberships that get a sub-membership. */
  readonly #parents = new Set<number>();

  constructor(readonly known: Known) {
    this.holdings = new Map(known.related.holdings);
    this.persons = new Map(known.persons);
    this.members = new Map(known.members);
    for (const { person } of known.members.values()) this.persons.set(person.id, person);
  }

  /**
   * Finds the membership that a change is about. Earlier changes of the request may have changed the person of this
   * membership. The result has the person with these changes.
   * @throws ApiError 404, 422
   */
  find(membershipId: number | null): { stored: MemberRecord; document: MemberDocument } {
    const stored = this.known.members.get(membershipId ?? 0);
    const document = this.known.documents.get(membershipId ?? 0);
    if (stored === undefined || document === undefined) throw noSuchMembership();
    if (this.#seen.has(stored.membership.id)) {
      throw wrong('MembershipID', 'occurs twice');
    }
    this.#seen.add(stored.membership.id);
    return { stored: { ...stored, person: this.persons.get(stored.person.id) ?? stored.person }, document };
  }

  findPerson(id: number): MemberRecord['person'] | null {
    return this.persons.get(this.known.survivors.get(id) ?? id) ?? null;
  }

  /**
   * Removals are made last. A removal that affects another change of the request is refused.
   * @throws ApiError 422
   */
  remove(id: number, parts: readonly number[]): void {
    if (this.#parents.has(id))
      throw wrong('MembershipID', 'cannot be removed, because the same request adds a part to it');
    const twice = parts.find((part) => this.#seen.has(part));
    if (twice !== undefined) throw wrong('SubMembers', `membership ${twice} occurs twice`);
    for (const part of parts) this.#seen.add(part);
    this.members.delete(id);
  }

  note(record: MemberRecord, before: MemberRecord | null): void {
    const { person, membership } = record;
    const { parentId } = membership;
    if (parentId !== null && parentId !== before?.membership.parentId) this.#parents.add(parentId);
    if (person.id === 0) return;
    this.persons.set(person.id, person);
    if (before === null)
      this.holdings.set(person.id, withMembership(this.holdings.get(person.id), membership));
  }
}

function planOne(change: MemberChange, state: PlannedState): Planned {
  const { known } = state;
  const context = { ...known, related: { members: state.members, holdings: state.holdings } };
  if (change.operation === 'create') {
    const record = readNewMember(change.body, (id) => state.findPerson(id), context);
    const person = state.persons.get(record.person.id) ?? null;
    requireWorkingEmail(record, { membership: null, person });
    requireStoredPicture(record, null, known);
    requireRights(record, { membership: null, person }, known);
    state.note(record, null);
    return { operation: 'create', record, before: null, removed: [] };
  }
  const { stored, document } = state.find(change.membershipId);
  requireMatch(change.ifMatch, document, change.operation);
  if (change.operation === 'change') {
    const record = readChange(change.body, { stored, served: servedNow(document, stored) }, context);
    requireWorkingEmail(record, stored);
    requireStoredPicture(record, stored, known);
    requireRights(record, stored, known);
    state.note(record, stored);
    return { operation: 'change', record, before: document, removed: [] };
  }
  const { id } = stored.membership;
  const parts = known.subMemberships.get(id) ?? [];
  if (parts.length > 0 && change.subMembers === null) throw hasParts(parts);
  const removedParts = change.subMembers === 'remove' ? parts : [];
  state.remove(id, removedParts);
  return { operation: 'remove', record: null, before: document, removed: [id, ...removedParts] };
}

/**
 * Only a changed address is checked, because clients may send whole records back.
 * @throws ApiError 422
 */
function requireWorkingEmail(
  { person, membership }: MemberRecord,
  before: { person: PersonRecord | null; membership: MemberRecord['membership'] | null },
): void {
  const known = [before.person, ...(before.membership?.locations ?? [])].map((one) => one?.email);
  const given = [
    { path: 'User.Email', email: person.email },
    ...membership.locations.map(({ email }, at) => ({ path: `Locations[${at}].Email`, email })),
  ];
  const wrong = given.filter(
    ({ email }) => email !== '' && !known.includes(email) && !isWellFormedEmail(email),
  );
  if (wrong.length === 0) return;
  throw invalidRecord(wrong.map(({ path, email: value }) => ({ path, value, reason: malformedEmail })));
}

/** The writer leaves out such a picture. Here, the error names the field. @throws ApiError 422 */
function requireStoredPicture(
  { membership: { id, picture } }: MemberRecord,
  before: MemberRecord | null,
  { pictures }: Known,
): void {
  if (picture === null || picture.id === before?.membership.picture?.id) return;
  if (pictures.get(id)?.includes(picture.id) !== true) throw wrong('Picture', notUploaded);
}

/**
 * The writers check these rights too. Here, the error names the field.
 * @throws ApiError 401, 403 or 422
 */
function requireRights(
  { person, membership }: MemberRecord,
  before: { [K in keyof MemberRecord]: MemberRecord[K] | null },
  { rights }: Known,
): void {
  const isMoved = before.person !== null && before.person.email !== person.email;
  const refusal = isMoved ? rights.address(person.id) : null;
  if (refusal !== null) throw refusedBy(refusal, 'User.Email');
  const field = findPaymentField(membership, before.membership);
  const late = field === null ? null : rights.payment();
  if (field !== null && late !== null) throw refusedBy(late, field);
}

/** The record as the client sees it, with the person's details after the changes that were planned so far. */
function servedNow({ record }: MemberDocument, { person }: MemberRecord): MemberDocument['record'] {
  return { ...record, User: { ...record.User, ...toUser(person) } };
}
