import type { Context } from 'hono';
import { sql } from 'kysely';
import { ApiError } from '@/lib/contract/errors';
import { approvalSchema, refusalSchema, type RefusedMember } from '@/lib/contract/office-approvals';
import { QueryParameters } from '@/lib/contract/query-string';
import { waitingStandings } from '@/lib/contract/words';
import { readId, readWhole } from '@/lib/contract/query-values';
import type { MemberChange } from '@/lib/changes/member-change';
import { RefusedChanges } from '@/lib/changes/plan-changes';
import { invalidRecord } from '@/lib/changes/refusals';
import { writeMembers, type WriteResult } from '@/lib/changes/write-members';
import { dateInZone } from '@/lib/base/clock';
import type { MemberResource } from '@/lib/contract/resources';
import { readDay, type Day } from '@/lib/store/day';
import { readRecordRows } from '@/lib/store/journal-read';
import { readMemberDocuments } from '@/lib/store/member-documents';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { PersonRecord } from '@/lib/store/schema/records';
import { officeMailText } from '@/lib/messages/mails';
import { rawQuery } from '@/lib/changes/routes/raw-query';
import { invalidBatch } from '@/lib/changes/routes/write-batch';
import {
  byCaller,
  checkOffice,
  findKnown,
  type OfficeAccess,
  type OfficeRouteServices,
  type OfficeServices,
  requireSameAccess,
} from './office-check';
import { mailDecision } from './mail-decision';
import { readBody } from './read-body';
import { viewOf } from './officer-limits';
import { readTypedFields } from './read-typed';

const noStore = { 'Cache-Control': 'no-store' };
const maxBytes = 256 * 1024;
const defaultPage = 50;
const maxPage = 200;

export async function listWaiting(context: Context, services: OfficeServices): Promise<Response> {
  const access = await checkOffice(context, services, 'listWaiting');
  const query = new QueryParameters(
    rawQuery(context),
    ['After', 'Limit'].map((name) => ({ name, takes: 'one' })),
  );
  const limit = readWhole(query, 'Limit', { from: 1, to: maxPage, missing: defaultPage });
  const afterText = query.one('After');
  const after = afterText === null ? 0 : readId('After', afterText);
  const read = services.store.members
    .transaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read');
  const body = await read.execute(async (db) => {
    const day = await readDay(db, access.organisationId, services.clock());
    if (day === null) throw new ApiError('not_found', 'The organisation no longer exists');
    const { ids, next } = await findWaiting(db, access, { after, limit });
    const documents = await readMemberDocuments(db, { day, view: viewOf(access) }, ids);
    const received = await readReceived(db, day, access.officer?.sees('dates') === false ? [] : ids);
    return {
      Members: ids.flatMap((id) => {
        const found = documents.get(id);
        if (found === undefined) return [];
        return { ETag: found.etag, Received: received(id, found.record), Member: found.record };
      }),
      Next: next === null ? null : String(next),
    };
  });
  return context.json(body, 200, noStore);
}

/** For an officer, a page ends early after `maxReads` reads of `idsAtOnce` IDs each. */
const idsAtOnce = 500;
const maxReads = 20;

async function findWaiting(
  db: OfficeServices['store']['members'],
  access: OfficeAccess,
  { after, limit }: { after: number; limit: number },
): Promise<{ ids: number[]; next: number | null }> {
  const size = access.onlyChapters !== null ? idsAtOnce : limit + 1;
  const shown: number[] = [];
  let last = after;
  for (let reads = 0; reads < maxReads; reads += 1) {
    const rows = await db
      .selectFrom('membership')
      .select(['id', 'person_id'])
      .where('organisation_id', '=', access.organisationId)
      // The index covers only unapproved members. A query uses it only with the literal 0.
      .where('is_approved', '=', sql.lit(0))
      .where('standing', 'in', waitingStandings)
      .where('id', '>', last)
      .orderBy('id')
      .limit(size)
      .execute();
    const known = await findKnown(db, access, [...new Set(rows.map(({ person_id }) => person_id))]);
    shown.push(...rows.filter(({ person_id }) => known.has(person_id)).map(({ id }) => id));
    if (shown.length > limit) return { ids: shown.slice(0, limit), next: shown[limit - 1] ?? null };
    last = rows.at(-1)?.id ?? last;
    if (rows.length < size) return { ids: shown, next: null };
  }
  return { ids: shown, next: last };
}

/**
 * The day of each application: the day on which the membership was added. An import happens later than the applications
 * in its file, so the joining date in the file is used.
 */
async function readReceived(db: OfficeServices['store']['members'], day: Day, ids: readonly number[]) {
  const of = { kind: 'membership', recordIds: ids } as const;
  const rows = ids.length === 0 ? [] : await readRecordRows(db, day.organisationId, of);
  // A membership may have been added again by an undo. The first time counts.
  const added = rows.filter(({ operation }) => operation === 'created').reverse();
  const created = new Map(added.map((row) => [row.recordId, row]));
  return (id: number, { JoiningDate = null }: MemberResource): string | null => {
    const row = created.get(id);
    if (row === undefined || (row.runId !== null && JoiningDate !== null)) return JoiningDate;
    return dateInZone(row.at, day.timeZone);
  };
}

/** POST: approves all of these members or none. A single member can be changed first. */
export async function approveMembers(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'approve');
  const { Members, Changes: typed } = await readBody(context, approvalSchema, { maxBytes });
  const Changes =
    typed === undefined
      ? undefined
      : (Object(await readTypedFields(services, access, typed)) as typeof typed);
  if (Changes !== undefined && Members.length !== 1)
    throw wrongBody('Changes', 'may only be sent with one member');
  // With `Changes`, an officer could move the member to a chapter that is not one of the officer's chapters.
  if (Changes !== undefined && access.onlyChapters !== null)
    throw wrongBody('Changes', 'may only be sent by an owner or a secretary');
  const changes = Members.map(({ ID, IfMatch }): MemberChange => ({
    operation: 'change',
    membershipId: Number(ID),
    ifMatch: IfMatch ?? '*',
    body: { ...Changes, Checked: true },
  }));
  const ids = Members.map(({ ID }) => Number(ID));
  const result = await write(services, access, {
    changes,
    reason: null,
    guard: (writer) => requireSameAccess(writer, access, ids),
  });
  const approved = result.changes.map(({ membershipId }) => String(membershipId));
  return context.json({ Approved: approved }, 200, noStore);
}

/** POST: removes a member who waits for approval, and emails the person the reason. */
export async function refuseMember(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'refuse');
  const { ID, IfMatch, Reason } = await readBody(context, refusalSchema, { maxBytes });
  const id = Number(ID);
  let person: PersonRecord | null = null;
  await write(services, access, {
    changes: [{ operation: 'remove', membershipId: id, ifMatch: IfMatch ?? null, subMembers: null }],
    reason: Reason,
    guard: async (writer) => {
      await requireSameAccess(writer, access, [id]);
      const member = await writer.memberships.find(id);
      if (member?.membership.isApproved === true)
        throw new ApiError('conflict', 'The member is approved already');
      const standing = member?.membership.standing ?? 'none';
      if (!waitingStandings.some((one) => one === standing))
        throw new ApiError('conflict', `The member does not wait for approval, but is marked as ${standing}`);
      person = member?.person ?? null;
    },
  });
  const mail = await mailDecision(services, access, {
    person,
    membershipId: id,
    answer: Reason,
    kind: 'refusal',
    texts: officeMailText,
  });
  const seesContact = access.officer?.sees('contact') !== false;
  const body: RefusedMember = { ID, Mail: seesContact ? mail : null };
  return context.json(body, 200, noStore);
}

async function write(
  services: OfficeRouteServices,
  access: OfficeAccess,
  {
    changes,
    reason,
    guard,
  }: {
    changes: readonly MemberChange[];
    reason: string | null;
    guard: (writer: MembersWriter) => Promise<void>;
  },
): Promise<WriteResult> {
  const { organisationId } = access;
  try {
    return await writeMembers(services, {
      organisationId,
      cause: byCaller(access, reason),
      view: viewOf(access),
      changes,
      isValidateOnly: false,
      key: null,
      status: 200,
      guard,
    });
  } catch (error) {
    if (!(error instanceof RefusedChanges)) throw error;
    const [only] = changes.length === 1 ? error.refused.values() : [];
    throw only ?? invalidBatch(error.refused);
  }
}

function wrongBody(path: string, reason: string): ApiError {
  return invalidRecord([{ path, value: '', reason }]);
}
