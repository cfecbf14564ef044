/** Each member is changed, has the value already, or is refused. A refusal does not stop the others. */
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '@/lib/membership-api/errors';
import type { BulkAction, BulkProblem } from '@/lib/membership-api/office-bulk';
import type { Day } from '@/lib/membership-store/day';
import type { AreaCentre } from '@/lib/membership-store/location-document';
import type { MemberView } from '@/lib/membership-store/member-documents';
import type { MembersWriter } from '@/lib/membership-store/members-writer';
import type { MemberRecord } from '@/lib/membership-schema/records';
import { toBulkPatch } from './bulk-patch';
import type { MemberChange } from './member-change';
import { planChanges, readKnown, RefusedChanges, type Planned } from './plan-changes';
import { noSuchMembership } from './refusals';

export interface ManyRequest {
  day: Day;
  view: MemberView;
  action: BulkAction;
  areaCentre: AreaCentre;
  /** The IDs of the memberships, without duplicates. */
  ids: readonly number[];
  /** Finds the members that the author may change. Other members are refused like members that do not exist. */
  findAllowed: (members: readonly MemberRecord[]) => Promise<ReadonlySet<number>>;
}

export interface ManyPlan {
  planned: Planned[];
  /** The memberships in `planned`, in the same order. */
  changed: number[];
  unchanged: number[];
  refused: Map<number, BulkProblem[]>;
}

export async function planMany(writer: MembersWriter, request: ManyRequest): Promise<ManyPlan> {
  const { action, areaCentre, ids, findAllowed } = request;
  const country = writer.structure?.organisation.country ?? '';
  const members = await writer.findMembers(ids);
  const allowed = await findAllowed([...members.values()]);
  const refused = new Map<number, BulkProblem[]>();
  const unchanged: number[] = [];
  const asked = new Map<number, unknown>();
  for (const id of ids) {
    const member = members.get(id);
    if (member === undefined || !allowed.has(id)) {
      refused.set(id, toProblems(noSuchMembership()));
      continue;
    }
    try {
      const patch = toBulkPatch(action, member, { areaCentre, country });
      if (patch === null) unchanged.push(id);
      else asked.set(id, patch);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.set(id, toProblems(error));
    }
  }
  const all = await planAllowed(writer, { ...request, asked, refused });
  const planned = all.filter(({ record }) => !isStored(record, members));
  const changed = planned.flatMap(({ record }) => record?.membership.id ?? []);
  const same = all.filter((one) => !planned.includes(one));
  unchanged.push(...same.flatMap(({ record }) => record?.membership.id ?? []));
  return { planned, changed, unchanged, refused };
}

async function planAllowed(
  writer: MembersWriter,
  {
    day,
    view,
    asked,
    refused,
  }: ManyRequest & { asked: ReadonlyMap<number, unknown>; refused: Map<number, BulkProblem[]> },
): Promise<Planned[]> {
  let changes = [...asked].map(([membershipId, body]) => ({
    operation: 'change' as const,
    membershipId,
    ifMatch: '*',
    body,
  }));
  const known = await readKnown(writer, { changes: changes satisfies MemberChange[], view, day });
  for (;;) {
    try {
      return await planChanges(changes, known);
    } catch (error) {
      if (!(error instanceof RefusedChanges)) throw error;
      for (const [index, reason] of error.refused) {
        const id = changes[index]?.membershipId;
        if (id !== undefined) refused.set(id, toProblems(reason));
      }
      const { refused: byIndex } = error;
      changes = changes.filter((_, index) => !byIndex.has(index));
    }
  }
}

function isStored(record: MemberRecord | null, members: ReadonlyMap<number, MemberRecord>): boolean {
  return record !== null && isDeepStrictEqual(record, members.get(record.membership.id));
}

function toProblems({ description, details }: ApiError): BulkProblem[] {
  const { fields } = details;
  if (!Array.isArray(fields) || fields.length === 0) return [{ Field: null, Reason: description }];
  return fields.map((one: { field: string; reason: string }) => ({ Field: one.field, Reason: one.reason }));
}
