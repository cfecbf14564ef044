/** Changes that members proposed for their own entries, and the office's decisions (docs/decisions.md, A1). */
import type { Context } from 'hono';
import { tagOfJson } from '@/lib/base/http/entity-tag';
import { ApiError } from '@/lib/contract/errors';
import { staffSubject } from '@/lib/contract/fields/own-entry';
import {
  acceptProposalSchema,
  declineProposalSchema,
  type OfficeProposal,
} from '@/lib/contract/office-proposals';
import type { MemberChange } from '@/lib/changes/member-change';
import { leavingOf, toPatch, valueOf, withNames } from '@/lib/changes/own-entry';
import { RefusedChanges } from '@/lib/changes/plan-changes';
import { noSuchMembership } from '@/lib/changes/refusals';
import { writeMembers } from '@/lib/changes/write-members';
import { leavesCompany } from '@/lib/contract/own-staff';
import type { MemberRecord } from '@/lib/store/schema/records';
import { readDay } from '@/lib/store/day';
import { readMemberDocuments } from '@/lib/store/member-documents';
import { readMemberRecords } from '@/lib/store/member-records';
import type { MembersWriter } from '@/lib/store/members-writer';
import { extraIdOf, noProposal, type ProposalRecord } from '@/lib/store/proposal-fields';
import { ProposalsWriter, readProposals, readWaitingProposals } from '@/lib/store/proposals';
import { proposalMailText } from '@/lib/messages/mails';
import { mailDecision } from './mail-decision';
import {
  byCaller,
  checkOffice,
  findKnown,
  type OfficeAccess,
  type OfficeRouteServices,
  type OfficeServices,
  requireMembership,
  requireSameAccess,
  writeAs,
} from './office-check';
import { requireMayChange, viewOf } from './officer-limits';
import { readBody } from './read-body';

const maxShown = 50;
const maxBytes = 64 * 1024;
const noStore = { 'Cache-Control': 'no-store' };

/** GET: officers get the proposals whose fields they see. */
export async function listProposals(context: Context, services: OfficeServices): Promise<Response> {
  const access = await checkOffice(context, services, 'listProposals');
  const { organisationId } = access;
  const db = services.store.members;
  const waiting = await findWaitingProposals(services, access);
  const ids = waiting.slice(0, maxShown);
  const day = await readDay(db, organisationId, services.clock());
  const documents =
    day === null ? new Map() : await readMemberDocuments(db, { day, view: viewOf(access) }, ids);
  const proposals = await readProposals(db, organisationId, ids);
  const shown: OfficeProposal[] = [];
  for (const id of ids) {
    const [document, proposal] = [documents.get(id), proposals.get(id)];
    if (document === undefined || proposal === undefined || !seesAll(access, proposal)) continue;
    const changes = await withNames(db, organisationId, proposal.changes);
    shown.push({
      Tag: tagOf(proposal),
      Member: document.record,
      ProposedAt: new Date(proposal.proposedAt).toISOString(),
      Changes: changes.map((change) => ({
        ...change,
        Now: valueOf(document.record, change.Field) ?? null,
      })),
    });
  }
  return context.json({ Proposals: shown, More: waiting.length > ids.length }, 200, noStore);
}

/** The number of proposals that the caller's list has. */
export async function countProposals(services: OfficeServices, access: OfficeAccess): Promise<number> {
  const ids = await findWaitingProposals(services, access);
  if (access.officer === null) return ids.length;
  const proposals = await readProposals(services.store.members, access.organisationId, ids);
  return [...proposals.values()].filter((proposal) => seesAll(access, proposal)).length;
}

/** The memberships with a proposal that the caller may see, those who have waited longest first. */
async function findWaitingProposals({ store }: OfficeServices, access: OfficeAccess): Promise<number[]> {
  const rows = await readWaitingProposals(store.members, access.organisationId);
  const known = await findKnown(store.members, access, [...new Set(rows.map(({ personId }) => personId))]);
  return rows.filter(({ personId }) => known.has(personId)).map(({ membershipId }) => membershipId);
}

/** POST: makes the proposed changes, all or none. */
export async function acceptProposal(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'acceptProposal');
  const { Tag } = await readBody(context, acceptProposalSchema, { maxBytes });
  const membershipId = await requireMembership(context, services, access);
  const { organisationId } = access;
  const db = services.store.members;
  const day = await readDay(db, organisationId, services.clock());
  const proposal = (await readProposals(db, organisationId, [membershipId])).get(membershipId);
  const document =
    day === null
      ? undefined
      : (await readMemberDocuments(db, { day, view: viewOf(access) }, [membershipId])).get(membershipId);
  requireTag(proposal ?? noProposal(membershipId), Tag);
  if (document === undefined || proposal === undefined) throw noSuchMembership();
  const body = toPatch(proposal.changes, document.record);
  requireMayChange(access, body);
  if (!seesAll(access, proposal)) throw noSuchMembership();
  const leaving = leavingOf(proposal.changes);
  const parts = await readMemberRecords(
    db,
    organisationId,
    leaving.map(({ ID }) => Number(ID)),
  );
  // Somebody who has left the company meanwhile stays as they are.
  const staff = parts
    .filter(({ membership }) => membership.parentId === membershipId)
    .map(({ membership }) => membership.id);
  const ends = staff.map((id): MemberChange => {
    const lastDay = leaving.find(({ ID }) => ID === String(id))?.LastDay ?? null;
    return { operation: 'change', membershipId: id, ifMatch: '*', body: leavesCompany(lastDay) };
  });
  const own: MemberChange[] =
    Object.keys(body).length === 0 ? [] : [{ operation: 'change', membershipId, ifMatch: '*', body }];
  try {
    await writeMembers(services, {
      organisationId,
      cause: byCaller(access),
      view: viewOf(access),
      changes: [...own, ...ends],
      isValidateOnly: false,
      key: null,
      status: 200,
      guard: async (writer) => {
        await requireSameAccess(writer, access, [membershipId]);
        requireTag(await writer.part(ProposalsWriter).of(membershipId), Tag);
        const now = await writer.memberships.findMany(staff);
        if ([...now.values()].some(({ membership }) => membership.parentId !== membershipId))
          throw new ApiError('conflict', 'Somebody has just left the company. Read the proposal again');
      },
      alsoWrite: (writer) => writer.part(ProposalsWriter).put(noProposal(membershipId)),
    });
  } catch (error) {
    if (!(error instanceof RefusedChanges)) throw error;
    throw [...error.refused.values()][0] ?? error;
  }
  return context.json({ ID: String(membershipId) }, 200, noStore);
}

/** POST: the member reads the answer on their page, and gets it by email. */
export async function declineProposal(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'declineProposal');
  const { Tag, Answer } = await readBody(context, declineProposalSchema, { maxBytes });
  const membershipId = await requireMembership(context, services, access);
  const member = await writeAs(context, services, access, async (writer: MembersWriter) => {
    await requireSameAccess(writer, access, [membershipId]);
    const proposals = writer.part(ProposalsWriter);
    const before = await proposals.of(membershipId);
    requireTag(before, Tag);
    await proposals.put({ ...before, declinedAt: services.clock().getTime(), answer: Answer });
    return writer.memberships.find(membershipId);
  });
  const mail = await mailAnswer(services, access, { member, answer: Answer });
  return context.json({ ID: String(membershipId), Mail: mail }, 200, noStore);
}

async function mailAnswer(
  services: OfficeRouteServices,
  access: OfficeAccess,
  { member, answer }: { member: MemberRecord | null; answer: string },
) {
  const mail = await mailDecision(services, access, {
    person: member?.person ?? null,
    membershipId: member?.membership.id ?? 0,
    answer,
    kind: 'proposal',
    texts: proposalMailText,
  });
  return access.officer?.sees('contact') === false ? null : mail;
}

/** @throws ApiError 409 if the member has changed the proposal, or somebody has decided about it */
function requireTag(proposal: ProposalRecord, tag: string): void {
  if (proposal.declinedAt !== null || proposal.changes.length === 0 || tagOf(proposal) !== tag)
    throw new ApiError(
      'conflict',
      'The proposal has changed since you read it, or somebody has decided about it',
    );
}

function tagOf({ changes, proposedAt }: ProposalRecord): string {
  return tagOfJson([changes, proposedAt], 22);
}

/** Officers do not decide about staff, who may be in other chapters. */
function seesAll({ officer }: OfficeAccess, { changes }: ProposalRecord): boolean {
  return changes.every(({ Field }) => {
    if (Field === staffSubject) return officer === null;
    const extraId = extraIdOf(Field);
    return extraId === null ? officer?.seesField(Field) !== false : officer?.seesExtra(extraId) !== false;
  });
}
