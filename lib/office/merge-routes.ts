/** Two person records of the same human become one (docs/decisions.md, J6). */
import type { Context } from 'hono';
import { z } from 'zod';
import { lookUp } from '@/lib/base/look-up';
import { ApiError } from '@/lib/contract/errors';
import { pictureOf } from '@/lib/contract/fields/picture';
import { MergeError, mergePersons, planMerge } from '@/lib/changes/merge-persons';
import { RefusedChanges } from '@/lib/changes/plan-changes';
import { invalidRecord, noSuchMembership, requireMatch } from '@/lib/changes/refusals';
import { changeWithin } from '@/lib/changes/write-members';
import { readDay, type Day } from '@/lib/store/day';
import { MemberPicturesWriter } from '@/lib/store/member-pictures';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { MemberRecord } from '@/lib/store/schema/records';
import { membershipOf } from '@/lib/changes/routes/read-record';
import {
  checkOffice,
  type OfficeAccess,
  type OfficeRouteServices,
  requireOwnerOf,
  writeAs,
} from './office-check';
import { readBody } from './read-body';

const maxBodyBytes = 1024 * 1024;

const mergeSchema = z.strictObject({
  /** The ID of the other membership. Its person is merged into the person of the membership in the path. */
  With: z.string().regex(/^[1-9]\d{0,14}$/, { error: 'must be the ID of a membership' }),
  WithTag: z.string().max(200),
  /** A JSON Merge Patch for the membership that is kept. */
  Changes: z.record(z.string(), z.unknown()).default({}),
});

/**
 * POST: merges two people. The person of the membership in the path is kept. The person of the membership `With` is
 * merged into that person. If both people have an individual membership, the membership `With` is removed. `If-Match`
 * and `WithTag` are required. They show that the caller has compared the current versions of both memberships.
 */
export async function mergeMember(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'mergeMember');
  const body = await readBody(context, mergeSchema, { maxBytes: maxBodyBytes });
  const id = membershipOf(context);
  const otherId = Number(body.With);
  if (id === null) throw noSuchMembership();
  if (id === otherId) throw refusedWith('must be another membership');
  const { store, clock } = services;
  const day = await readDay(store.members, access.organisationId, clock());
  if (day === null) throw new ApiError('not_found', 'The organisation no longer exists');
  const ifMatch = context.req.header('If-Match') ?? null;
  const merge = { id, otherId, ifMatch, otherTag: body.WithTag, changes: body.Changes, day };
  const run = await explained(() =>
    writeAs(context, services, access, (writer) => mergeWithin(writer, access, merge)),
  );
  return context.json({ Run: String(run) }, 200, { 'Cache-Control': 'no-store' });
}

interface WantedMerge {
  id: number;
  otherId: number;
  ifMatch: string | null;
  otherTag: string;
  changes: Record<string, unknown>;
  day: Day;
}

async function mergeWithin(
  writer: MembersWriter,
  access: OfficeAccess,
  { id, otherId, ifMatch, otherTag, changes, day }: WantedMerge,
): Promise<number> {
  const members = await writer.memberships.findMany([id, otherId]);
  const [stays, other] = [members.get(id), members.get(otherId)];
  if (stays === undefined || other === undefined) throw noSuchMembership();
  if (stays.person.id === other.person.id) throw refusedWith('already belongs to the same person');
  await requireOwnerOf(writer, access, [stays.person.id, other.person.id]);
  const view = { seesAdminExtras: true, seesExactPoints: true, namesOthers: true };
  const documents = await writer.memberDocuments({ day, view }, [id, otherId]);
  for (const [membershipId, tag] of [
    [id, ifMatch],
    [otherId, otherTag],
  ] as const) {
    const document = documents.get(membershipId);
    if (document === undefined) throw noSuchMembership();
    requireMatch(tag, document, 'change');
  }
  const own = await writer.membershipsOf(stays.person.id);
  const individual = own.find(({ membership }) => membership.kind === 'individual');
  const plan = await planMerge(writer, {
    from: other.person.id,
    into: stays.person.id,
    keptMembershipId: individual?.membership.id ?? null,
  });
  // Only the membership that the caller has compared is removed.
  if (plan.removed !== null && (individual?.membership.id !== id || plan.removed !== otherId)) {
    throw new ApiError(
      'conflict',
      'Both people have an individual membership: merge these two memberships first',
    );
  }
  const body = await withOwnPicture(writer, changes, { stays, other });
  const run = await mergePersons(writer, plan);
  if (Object.keys(body).length > 0) {
    const change = { operation: 'change', membershipId: id, ifMatch: '*', body } as const;
    await changeWithin(writer, { changes: [change], view, day });
  }
  return run;
}

/** A membership names only pictures of its own, so the other membership's picture is copied. */
async function withOwnPicture(
  writer: MembersWriter,
  changes: Record<string, unknown>,
  { stays, other }: Record<'stays' | 'other', MemberRecord>,
): Promise<Record<string, unknown>> {
  const chosen = pictureOf(lookUp(changes, 'Picture'));
  const { id: membershipId, picture } = other.membership;
  if (chosen === null || chosen.ID !== picture?.id) return changes;
  const { id: to, picture: current } = stays.membership;
  const ID = await writer
    .part(MemberPicturesWriter)
    .copy({ membershipId, id: chosen.ID }, { to, current: current?.id ?? null });
  return ID === null ? changes : { ...changes, Picture: { ...chosen, ID } };
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusedChanges) throw [...error.refused.values()][0] ?? error;
    if (error instanceof MergeError) throw new ApiError('conflict', error.message);
    throw error;
  }
}

function refusedWith(reason: string): ApiError {
  return invalidRecord([{ path: 'With', value: '', reason }]);
}
