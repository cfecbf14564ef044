import { z } from 'zod';
import { ApiError } from '@/lib/contract/errors';
import type { PossibleDuplicate } from '@/lib/contract/possible-duplicates';
import type { Clock } from '@/lib/base/clock';
import type { Store } from '@/lib/store/database';
import { readDay, type Day } from '@/lib/store/day';
import type { EarlierResult, IdempotencyKey } from '@/lib/store/idempotency-keys';
import type { Cause } from '@/lib/store/journal';
import type { AreaCentre } from '@/lib/store/location-document';
import type { MemberDocument, MemberView } from '@/lib/store/member-documents';
import { numberKey } from '@/lib/store/membership-numbers';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { MemberRecord } from '@/lib/store/schema/records';
import { withMembersWriter, type WriterContext } from '@/lib/store/write';
import { writeTogether } from '@/lib/store/write-together';
import { DuplicateFinder, type WarnedCaller } from './find-duplicates';
import type { MemberChange } from './member-change';
import { planChanges, readKnown, RefusedChanges, type Planned } from './plan-changes';
import { invalidRecord } from './refusals';

export interface WriteServices {
  store: Store;
  clock: Clock;
  areaCentre: AreaCentre;
}

export interface WriteRequest {
  organisationId: number;
  cause: Cause;
  view: MemberView;
  /** All changes are made, or none. No membership may occur twice. */
  changes: readonly MemberChange[];
  /**
   * New sub-members of a corporate membership. They are allowed only if `changes` has exactly one change, which creates
   * this membership. The objects do not contain `Kind` and `ParentID`.
   */
  subMembers?: readonly object[];
  /** Only the result is computed, and nothing is written. */
  isValidateOnly: boolean;
  /** null: if the request is sent again, its changes are made again. */
  key: IdempotencyKey | null;
  /** The HTTP status of the result, stored with the key. */
  status: number;
  /** Who is told if a new person may be a member already. */
  warned?: WarnedCaller | null;
  /** Called first in the transaction. Throws an ApiError if the author may not make these changes. */
  guard?: (writer: MembersWriter) => Promise<void>;
  /** Called after the changes, in their transaction. */
  alsoWrite?: (writer: MembersWriter) => Promise<void>;
}

export interface MadeChange {
  operation: MemberChange['operation'];
  membershipId: number;
  /** null: the membership is new, or the request repeats an earlier request. */
  before: MemberDocument | null;
  /** null: the member no longer exists. */
  after: MemberDocument | null;
}

export interface WriteResult {
  changes: MadeChange[];
  /**
   * The IDs of other memberships that the request changed, created or removed: memberships of the same person, and
   * sub-memberships of a company.
   */
  alsoChanged: number[];
  /** Members who may be the same human as one of the new persons. */
  duplicates: PossibleDuplicate[];
  /** An earlier request with the same key made the changes. `after` is then the current state. */
  isRepeated: boolean;
  status: number;
}

/**
 * Makes the changes in one transaction. The transaction reads only the rows that the changes need (J9).
 * @throws RefusedChanges; ApiError 404 if the organisation does not exist, 422 if the key was used for something else
 */
export async function writeMembers(services: WriteServices, request: WriteRequest): Promise<WriteResult> {
  const { store, clock } = services;
  const { organisationId, cause, changes } = request;
  const day = await readDay(store.members, organisationId, clock());
  if (day === null) throw new ApiError('not_found', 'The organisation no longer exists');
  const context = { ...services, organisationId, cause };
  if (request.isValidateOnly) return validate(store, context, (writer) => writeOnce(writer, request, day));
  // A single change shares a transaction with the changes of other requests. Many changes get their own transaction.
  // Otherwise, the other requests would wait too long.
  const isBrief = changes.length === 1 && (request.subMembers ?? []).length === 0;
  const write = isBrief ? writeTogether : withMembersWriter;
  const done = await write(store, context, (writer) => writeOrRefuse(writer, request, day));
  if ('refused' in done) throw done.refused;
  return done;
}

async function validate(
  store: Store,
  context: WriterContext,
  write: (writer: MembersWriter) => Promise<WriteResult>,
): Promise<WriteResult> {
  try {
    return await withMembersWriter(store, context, async (writer) => {
      throw new OnlyValidated(await write(writer));
    });
  } catch (error) {
    if (error instanceof OnlyValidated) return error.result;
    throw error;
  }
}

class OnlyValidated extends Error {
  constructor(readonly result: WriteResult) {
    super('nothing is written');
  }
}

/**
 * If a request is refused before anything is written, the transaction continues. The transaction may have other
 * people's changes too.
 */
async function writeOrRefuse(
  writer: MembersWriter,
  request: WriteRequest,
  day: Day,
): Promise<WriteResult | { refused: RefusedChanges | ApiError }> {
  try {
    return await writeOnce(writer, request, day);
  } catch (error) {
    const isRefusal = error instanceof RefusedChanges || error instanceof ApiError;
    if (!isRefusal || writer.hasChanged) throw error;
    return { refused: error };
  }
}

async function writeOnce(writer: MembersWriter, request: WriteRequest, day: Day): Promise<WriteResult> {
  const { key, view, status } = request;
  await request.guard?.(writer);
  const earlier = key === null ? null : await writer.idempotencyKeys.find(key);
  if (earlier !== null) return repeat(writer, request, { earlier, day });
  const known = await readKnown(writer, { ...request, day });
  const planned = await planChanges(request.changes, known);
  const ids = await putPlanned(writer, planned);
  const subMemberIds = await putSubMembers(writer, request, { parentId: ids[0] ?? 0, day });
  await request.alsoWrite?.(writer);
  await writer.settle();
  const duplicates = await findDuplicatesOf(writer, request, { planned, ids, subMemberIds });
  const after = await writer.memberDocuments({ day, view }, ids);
  const changes = planned.map(({ operation, before }, index): MadeChange => {
    const membershipId = ids[index] ?? 0;
    return { operation, membershipId, before, after: after.get(membershipId) ?? null };
  });
  if (key !== null) await writer.idempotencyKeys.put({ ...key, status, membershipIds: ids });
  const own = new Set(ids);
  const others = [...writer.alsoChanged, ...subMemberIds, ...planned.flatMap(({ removed }) => removed)];
  const alsoChanged = [...new Set(others)].filter((id) => !own.has(id)).sort((a, b) => a - b);
  return { changes, alsoChanged, duplicates, isRepeated: false, status };
}

/** A membership of somebody who is stored already adds no person. */
async function findDuplicatesOf(
  writer: MembersWriter,
  { warned }: WriteRequest,
  {
    planned,
    ids,
    subMemberIds,
  }: { planned: readonly Planned[]; ids: readonly number[]; subMemberIds: readonly number[] },
): Promise<WriteResult['duplicates']> {
  if (warned === undefined || warned === null) return [];
  const added = planned.flatMap(({ operation, record }, change) =>
    operation === 'create' && record?.person.id === 0 ? [{ id: ids[change] ?? 0, change }] : [],
  );
  const all = [...added, ...subMemberIds.map((id) => ({ id, change: 0 }))];
  if (all.length === 0) return [];
  const members = await writer.memberships.findMany(all.map(({ id }) => id));
  const persons = [...members.values()].map(({ person }) => ({ id: person.id, person }));
  const found = await writer.part(DuplicateFinder).find(warned, persons);
  return all.flatMap(({ id, change }) =>
    (found.get(members.get(id)?.person.id ?? 0) ?? []).map((one) => ({ ...one, change })),
  );
}

async function repeat(
  writer: MembersWriter,
  { changes, view }: WriteRequest,
  { earlier, day }: { earlier: EarlierResult; day: Day },
): Promise<WriteResult> {
  if (!earlier.isSameRequest) {
    throw new ApiError('idempotency_key_reused', 'The Idempotency-Key was already sent with another request');
  }
  const documents = await writer.memberDocuments({ day, view }, earlier.membershipIds);
  const made = changes.map(({ operation }, index): MadeChange => {
    const membershipId = earlier.membershipIds[index] ?? 0;
    return { operation, membershipId, before: null, after: documents.get(membershipId) ?? null };
  });
  return { changes: made, alsoChanged: [], duplicates: [], isRepeated: true, status: earlier.status };
}

/**
 * Makes the changes in a transaction that has already begun.
 * @returns the membership of each change
 * @throws RefusedChanges
 */
export async function changeWithin(
  writer: MembersWriter,
  request: Pick<WriteRequest, 'changes' | 'view'> & { day: Day },
): Promise<number[]> {
  return putPlanned(writer, await planChanges(request.changes, await readKnown(writer, request)));
}

/** @throws ApiError naming each wrong field with a prefix such as `SubMembers[0].` */
async function putSubMembers(
  writer: MembersWriter,
  { subMembers = [], view }: WriteRequest,
  { parentId, day }: { parentId: number; day: Day },
): Promise<number[]> {
  if (subMembers.length === 0) return [];
  const changes = subMembers.map((one) => {
    const body = { ExpiryDate: null, ...one, Kind: 'individual', ParentID: String(parentId) };
    return { operation: 'create', body } as const;
  });
  try {
    return await changeWithin(writer, { changes, view, day });
  } catch (error) {
    throw error instanceof RefusedChanges ? ofSubMembers(error) : error;
  }
}

function ofSubMembers({ refused }: RefusedChanges): ApiError {
  const notAllowed = [...refused.values()].find(({ status }) => status === 401 || status === 403);
  if (notAllowed !== undefined) return notAllowed;
  const problems = [...refused].flatMap(([index, { details, message }]) => {
    const fields = fieldsSchema.safeParse(details);
    const whole = [{ field: '', reason: message }];
    return (fields.success ? fields.data.fields : whole).map(({ field, reason }) => ({
      path: `SubMembers[${index}]${field === '' ? '' : `.${field}`}`,
      value: '',
      reason,
    }));
  });
  return invalidRecord(problems);
}

const fieldsSchema = z.object({ fields: z.array(z.object({ field: z.string(), reason: z.string() })) });

/** @returns the membership of each change */
export async function putPlanned(writer: MembersWriter, planned: readonly Planned[]): Promise<number[]> {
  const ids: number[] = [];
  const reserved = new Set(
    planned.flatMap(({ record }) => (record === null ? [] : numberKey(record.membership.membershipNumber))),
  );
  for (const { record, removed } of planned) {
    if (record === null) ids.push(removed[0] ?? 0);
    else ids.push(await putRecord(writer, record, reserved));
  }
  await writer.memberships.remove([...new Set(planned.flatMap(({ removed }) => removed))]);
  return ids;
}

/** @param reserved numbers that other records of the request get, so that no new member gets them by default */
async function putRecord(
  writer: MembersWriter,
  { person, membership }: MemberRecord,
  reserved: ReadonlySet<string>,
): Promise<number> {
  const id = membership.id === 0 ? await writer.nextId('membership') : membership.id;
  const personId = person.id === 0 ? await writer.nextId('person') : person.id;
  const locations = [];
  for (const location of membership.locations) {
    locations.push(location.id === 0 ? { ...location, id: await writer.nextId('location') } : location);
  }
  const isNumbered = membership.id !== 0 || numberKey(membership.membershipNumber) !== '';
  const membershipNumber = isNumbered
    ? membership.membershipNumber
    : await writer.index.freeNumber(id, reserved);
  await writer.memberships.put({
    person: { ...person, id: personId },
    membership: { ...membership, id, membershipNumber, locations },
  });
  return id;
}
