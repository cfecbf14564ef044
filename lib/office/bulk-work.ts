/** Bulk changes are made in slices. Each slice has its own transaction, so that nobody waits for long. */
import { undelivered } from '@/lib/mail/mailer';
import { findInvited, invite, InvitationError } from '@/lib/sign-in/accounts/password-links';
import type { BulkAction, BulkProblem } from '@/lib/contract/office-bulk';
import { planMany } from '@/lib/changes/change-many';
import { putPlanned } from '@/lib/changes/write-members';
import { officeEndpoints } from '@/lib/contract/office-rights/role-table';
import { createOfficerAccess, mayOfficerAsk } from '@/lib/contract/officer-access';
import { isLimitedToChapters } from '@/lib/contract/fields/role';
import { BulkChangesWriter, readBulk, type BulkRecord } from '@/lib/changes/bulk-changes';
import type { Store } from '@/lib/store/database';
import { readPassedOver } from '@/lib/store/belongs';
import { readDay } from '@/lib/store/day';
import { readMemberRecords } from '@/lib/store/member-records';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { MemberRecord } from '@/lib/store/schema/records';
import { readRole } from '@/lib/store/roles';
import { withMembersWriter } from '@/lib/store/write';
import {
  byCaller,
  findKnown,
  type OfficeAccess,
  type OfficeRouteServices,
  onlyChaptersOf,
} from './office-check';
import { actionOf, bulkSource } from './describe-bulk';
import { viewOf } from './officer-limits';

/**
 * The number of members in one transaction. The transaction then takes at most a fifth of a second on a slow server.
 */
const membersAtOnce = 100;
const maxFirst = 20;

/** This process's work, by store, then by organisation and ID. */
const running = new WeakMap<Store, Map<string, Promise<void>>>();

export function isRunning(store: Store, { organisationId }: OfficeAccess, id: number): boolean {
  return running.get(store)?.has(`${organisationId} ${id}`) ?? false;
}

/** Works until all members are done, or somebody stops it. Never rejects. */
export function workOnBulk(services: OfficeRouteServices, access: OfficeAccess, id: number): Promise<void> {
  const ofStore = running.get(services.store) ?? new Map<string, Promise<void>>();
  running.set(services.store, ofStore);
  const key = `${access.organisationId} ${id}`;
  const work = ofStore.get(key) ?? workThrough(services, access, id).finally(() => ofStore.delete(key));
  ofStore.set(key, work);
  return work;
}

async function workThrough(services: OfficeRouteServices, access: OfficeAccess, id: number): Promise<void> {
  try {
    const first = await readBulk(services.store.members, access.organisationId, id);
    if (first === null) return;
    const isMail = actionOf(first).Do === 'invite';
    while (await (isMail ? inviteSlice(services, access, id) : changeSlice(services, access, id)))
      await new Promise((resolve) => setImmediate(resolve));
  } catch (error) {
    services.logError(error);
  }
}

/** @returns whether there are more slices */
async function changeSlice(
  services: OfficeRouteServices,
  access: OfficeAccess,
  id: number,
): Promise<boolean> {
  const { store, clock, areaCentre } = services;
  const { organisationId, personId } = access;
  const day = await readDay(store.members, organisationId, clock());
  const reason = (await readBulk(store.members, organisationId, id))?.reason ?? null;
  const context = { ...services, organisationId, cause: byCaller(access, reason) };
  return withMembersWriter(store, context, async (writer) => {
    const bulk = await writer.part(BulkChangesWriter).find(id);
    if (day === null || bulk === null || !isUnderWay(bulk)) return false;
    const action = actionOf(bulk);
    const role = await writer.roles.of(personId);
    // The role may have been removed since, or an owner may have changed what officers can edit.
    const setting = writer.structure.current?.organisation.officerAccess ?? '';
    const chapterIds = onlyChaptersOf(role);
    const officer = chapterIds === null ? null : createOfficerAccess(setting);
    if (!mayStillAsk(role.role, action, setting)) {
      await writer.part(BulkChangesWriter).note(id, { ...bulk, state: 'stopped' });
      return false;
    }
    const ids = bulk.memberIds.slice(bulk.done, bulk.done + membersAtOnce);
    const plan = await planMany(writer, {
      day,
      view: viewOf({ officer }),
      action,
      areaCentre,
      ids,
      findAllowed: (members) => findAllowed(writer, members, chapterIds),
    });
    let { runId } = bulk;
    if (bulk.state === 'running' && plan.changed.length > 0) {
      runId = await writer.runs.startBulk(runId, bulkSource(action, writer.structure.current));
      await putPlanned(writer, plan.planned);
    }
    const next = progress(bulk, plan, ids.length, runId);
    await writer.part(BulkChangesWriter).addProblems(id, toText(plan.refused));
    await writer.part(BulkChangesWriter).note(id, next);
    if (next.state === 'done' && runId !== null) {
      const { changed: updated, unchanged, refused: bad } = next;
      const read = bulk.memberIds.length;
      await writer.runs.finish({ read, created: 0, updated, unchanged, removed: 0, bad });
    }
    return isUnderWay(next);
  });
}

/** `chapterIds` null: all members. Otherwise only people whose memberships are all in these chapters (J23). */
async function findAllowed(
  writer: MembersWriter,
  members: readonly MemberRecord[],
  chapterIds: readonly number[] | null,
): Promise<Set<number>> {
  const allowed = new Set<number>();
  for (const { membership, person } of members) {
    const held = chapterIds === null ? [] : await writer.membershipsOf(person.id);
    const isOwn = held.every((one) => chapterIds?.includes(one.membership.chapterId ?? 0) === true);
    if (chapterIds === null || isOwn) allowed.add(membership.id);
  }
  return allowed;
}

/** Records each email before it is sent, so that nobody gets two, even after a crash. */
async function inviteSlice(
  services: OfficeRouteServices,
  access: OfficeAccess,
  id: number,
): Promise<boolean> {
  const { store, clock } = services;
  const { organisationId, personId } = access;
  const bulk = await readBulk(store.members, organisationId, id);
  if (bulk === null || !isUnderWay(bulk)) return false;
  const role = await readRole(store.members, organisationId, personId);
  const isSending = bulk.state === 'running';
  const ids = bulk.memberIds.slice(bulk.done, bulk.done + (isSending ? 1 : membersAtOnce));
  const known = { ...access, role: role.role ?? access.role, chapterIds: role.chapterIds };
  const plan = await planInvitations(services, known, ids);
  const context = { ...services, organisationId, cause: byCaller(access, bulk.reason) };
  const write = <T>(work: (writer: MembersWriter) => Promise<T>) => withMembersWriter(store, context, work);
  const next = await write(async (writer) => {
    const now = await writer.part(BulkChangesWriter).find(id);
    if (now === null || now.state !== bulk.state || now.done !== bulk.done) return null;
    const setting = writer.structure.current?.organisation.officerAccess ?? '';
    const after = mayStillAsk(role.role, actionOf(now), setting)
      ? progress(now, plan, ids.length, null)
      : { ...now, state: 'stopped' as const };
    await writer.part(BulkChangesWriter).addProblems(id, toText(plan.refused));
    await writer.part(BulkChangesWriter).note(id, after);
    return after;
  });
  if (next === null || next.state === 'stopped') return false;
  for (const [membershipId, toId] of isSending ? plan.persons : []) {
    const problem = await sendInvitation(services, organisationId, toId, clock());
    if (problem === null) continue;
    await write(async (writer) => {
      const now = await writer.part(BulkChangesWriter).find(id);
      if (now === null) return;
      await writer.part(BulkChangesWriter).addProblems(id, toText(new Map([[membershipId, [problem]]])));
      await writer
        .part(BulkChangesWriter)
        .note(id, { ...now, changed: now.changed - 1, refused: now.refused + 1 });
    });
  }
  return isUnderWay(next);
}

interface Outcome {
  changed: number[];
  unchanged: number[];
  refused: Map<number, BulkProblem[]>;
}

/** `persons`: the person to invite for each membership. */
async function planInvitations(
  { store, clock }: OfficeRouteServices,
  access: OfficeAccess,
  ids: readonly number[],
): Promise<Outcome & { persons: Map<number, number> }> {
  const { organisationId } = access;
  const members = await readMemberRecords(store.members, organisationId, ids);
  const personIds = members.map(({ person }) => person.id);
  const known = await findKnown(store.members, access, personIds);
  const invited = await findInvited(store, { organisationId, personIds, now: clock() });
  const passedOver = await readPassedOver(store.members, organisationId, [...new Set(personIds)]);
  const refused = new Map(
    ids.map((id): [number, BulkProblem[]] => [
      id,
      [{ Field: null, Reason: 'There is no membership with this ID' }],
    ]),
  );
  const unchanged: number[] = [];
  const persons = new Map<number, number>();
  for (const { membership, person } of members) {
    if (!known.has(person.id)) continue;
    refused.delete(membership.id);
    const standing = passedOver.get(person.id);
    if (standing !== undefined)
      refused.set(membership.id, [{ Field: null, Reason: `The person is marked as ${standing}` }]);
    else if (person.email === '') refused.set(membership.id, [{ Field: 'User.Email', Reason: 'is missing' }]);
    else if (invited.has(person.id)) unchanged.push(membership.id);
    else persons.set(membership.id, person.id);
  }
  return { changed: [...persons.keys()], unchanged, refused, persons };
}

/** Why the email was not sent. null: it was sent. */
async function sendInvitation(
  { store, baseUrl, mailer, logError }: OfficeRouteServices,
  organisationId: number,
  personId: number,
  now: Date,
): Promise<BulkProblem | null> {
  try {
    await invite({ store, baseUrl, mailer, now }, { organisationId, personId });
    return null;
  } catch (error) {
    if (error instanceof InvitationError) return { Field: null, Reason: error.message };
    logError(undelivered('An invitation', error));
    return { Field: null, Reason: 'The mail server did not accept the email' };
  }
}

function progress(bulk: BulkRecord, plan: Outcome, count: number, runId: number | null): BulkRecord {
  const done = bulk.done + count;
  const end = bulk.state === 'checking' ? 'checked' : 'done';
  const isCheck = bulk.state === 'checking';
  return {
    ...bulk,
    done,
    runId,
    state: done >= bulk.memberIds.length ? end : bulk.state,
    changed: bulk.changed + plan.changed.length,
    unchanged: bulk.unchanged + plan.unchanged.length,
    refused: bulk.refused + plan.refused.size,
    firstIds: isCheck ? [...bulk.firstIds, ...plan.changed].slice(0, maxFirst) : bulk.firstIds,
  };
}

function isUnderWay({ state }: Pick<BulkRecord, 'state'>): boolean {
  return state === 'checking' || state === 'running';
}

function mayStillAsk(role: OfficeAccess['role'] | null, action: BulkAction, setting: string): boolean {
  if (role === null || officeEndpoints.runBulk.allowed[role] === 'no') return false;
  return !isLimitedToChapters(role) || mayOfficerAsk(createOfficerAccess(setting), action);
}

function toText(problems: ReadonlyMap<number, BulkProblem[]>): Map<number, string> {
  return new Map([...problems].map(([id, some]) => [id, JSON.stringify(some)]));
}
