import { Hono, type Context } from 'hono';
import type { OwnRule } from '@/lib/contract/fields/field';
import { readOwnAccess, staffSubject } from '@/lib/contract/fields/own-entry';
import { ApiError } from '@/lib/contract/errors';
import { waitingStandings } from '@/lib/contract/words';
import {
  leavesCompany,
  newStaffSchema,
  partOfCompany,
  type Leaving,
  type OwnStaff,
} from '@/lib/contract/own-staff';
import type { Owner } from '@/lib/sign-in/accounts/owner';
import { readInvitations, readLastSignIns } from '@/lib/sign-in/accounts/sign-in-times';
import { whyAlike, type Compared } from '@/lib/changes/alike';
import { leavingOf, viewOfOwner } from '@/lib/changes/own-entry';
import { invalidRecord, noSuchMembership } from '@/lib/changes/refusals';
import { allow } from '@/lib/sign-in/oauth/endpoint-guards';
import { readJson, readOptions } from '@/lib/changes/routes/read-request';
import type { MemberRecord, Structure } from '@/lib/store/schema/records';
import { findAffected } from '@/lib/store/affected';
import { readDay } from '@/lib/store/day';
import { byPerson } from '@/lib/store/journal';
import { readRecordRows } from '@/lib/store/journal-read';
import { readMemberRecords } from '@/lib/store/member-records';
import type { MembersWriter } from '@/lib/store/members-writer';
import { ProposalsWriter, readProposals } from '@/lib/store/proposals';
import type { ProposalRecord } from '@/lib/store/proposal-fields';
import { findWithRole } from '@/lib/store/roles';
import { withMembersWriter } from '@/lib/store/write';
import { mailLink, type LinkServices } from '@/lib/office/account-routes';
import {
  limitChanges,
  noOrganisation,
  propose,
  requireOwn,
  requireStillOwn,
  requireStructure,
  writeOne,
  type OwnEntryServices,
} from './own-entry-routes';
import { requireOwner } from './own-sign-in-routes';

type Services = OwnEntryServices & LinkServices;

const root = '/api/v2/organisation/:organisation/user/members/:membership/staff';
const maxBytes = 16 * 1024;
const noStore = { 'Cache-Control': 'no-store' };

/** A company's contact manages its staff: the sub-members (docs/decisions.md, A1). */
export function ownStaffRoutes(services: Services): Hono {
  const routes = new Hono();
  routes.use(root, allow('GET', 'POST'));
  routes.get(root, (context) => listStaff(context, services));
  routes.post(root, (context) => addStaff(context, services));
  routes.use(`${root}/:part`, allow('DELETE'));
  routes.delete(`${root}/:part`, (context) => endStaff(context, services));
  routes.use(`${root}/:part/invitation`, allow('POST'));
  routes.post(`${root}/:part/invitation`, (context) => inviteStaff(context, services));
  return routes;
}

async function listStaff(context: Context, services: Services): Promise<Response> {
  const { owner, structure, rule, today, company } = await requireCompany(context, services);
  const { organisationId } = owner;
  const { store } = services;
  const companyId = company.membership.id;
  const parts = await findAffected(store.members, organisationId, { parentIds: new Set([companyId]) });
  const staff = await readMemberRecords(store.members, organisationId, parts);
  const people = { organisationId, personIds: staff.map(({ person }) => person.id) };
  const withRole = await findWithRole(store.members, organisationId, people.personIds);
  const signedIn = await readLastSignIns(store.auth, people);
  const invited = await readInvitations(store.auth, people);
  const proposal = (await readProposals(store.members, organisationId, [companyId])).get(companyId);
  const own = await findAddedBy(store.members, owner, staff);
  const leaving = new Map(waitingEnds(proposal).map(({ ID, LastDay }) => [ID, LastDay]));
  const body: OwnStaff = {
    Company: company.person.organisation,
    Rule: rule,
    IsOpen: isValid(company, today),
    Most: mostOf(company, structure),
    Staff: staff.map(({ membership: { id, isApproved }, person }) => ({
      ID: String(id),
      FirstName: person.firstName,
      LastName: person.lastName,
      Email: person.email,
      Checked: isApproved,
      SignIn: signedIn.has(person.id) ? 'signed in' : invited.has(person.id) ? 'invited' : 'not invited',
      HasRole: withRole.has(person.id),
      LeavesOn: leaving.get(String(id)) ?? null,
      MayTakeBack: own.has(id),
    })),
  };
  return context.json(body, 200, noStore);
}

/**
 * POST: if the office approves staff, the new member waits among the applications. The contact is warned only of people
 * of the company: whether an outsider has the same name or address makes no difference here.
 */
async function addStaff(context: Context, services: Services): Promise<Response> {
  const found = await requireCompany(context, services);
  const { owner, structure, rule, access, company } = found;
  const { text, json } = await readJson(context, { types: ['application/json'], maxBytes });
  const sent = newStaffSchema.safeParse(json);
  if (!sent.success)
    throw invalidRecord(
      sent.error.issues.map(({ path, message }) => ({
        path: path.join('.') === '' ? '' : `User.${path.join('.')}`,
        value: '',
        reason: message,
      })),
    );
  await limitChanges(services, owner);
  const { AddAnyway: addsAnyway, ...User } = sent.data;
  const { key } = readOptions(context, text, `person ${owner.personId}`);
  const made = await writeOne(services, {
    organisationId: owner.organisationId,
    cause: byPerson(owner.personId),
    view: viewOfOwner(structure, access, () => true),
    changes: [
      {
        operation: 'create',
        body: {
          ...partOfCompany(String(company.membership.id)),
          MembershipType: { ID: String(company.membership.typeId) },
          // The person decides whether to be in the directory.
          Directory: { Listed: false },
          Checked: rule === 'free',
          User,
        },
      },
    ],
    isValidateOnly: false,
    key,
    status: 201,
    guard: async (writer) => {
      await requireOpenCompany(writer, found);
      if (key !== null && (await writer.idempotencyKeys.find(key)) !== null) return;
      const parts = await writer.subMemberships(company.membership.id);
      const most = mostOf(company, structure);
      if (most > 0 && parts.length >= most)
        throw new ApiError('conflict', `The membership of the company is for at most ${most} people`);
      const colleagues = addsAnyway ? [] : [...(await writer.memberships.findMany(parts)).values()];
      const alike = colleagues.find(({ person }) => isAlike(person, User));
      if (alike !== undefined)
        throw new ApiError(
          'conflict',
          `${`${alike.person.firstName} ${alike.person.lastName}`.trim()} has the same name or email address, and is in the list already`,
          {},
          { Alike: String(alike.membership.id) },
        );
    },
  });
  return context.json({ ID: String(made.membershipId), Waits: rule !== 'free' }, 201, noStore);
}

/**
 * DELETE: the membership ends today and is no longer part of the company, or the office is asked to end it. Somebody
 * whom the contact has added, and the office has not approved, is removed.
 */
async function endStaff(context: Context, services: Services): Promise<Response> {
  const found = await requireCompany(context, services);
  const { owner, structure, rule, access, company, today } = found;
  const partId = partOf(context);
  await limitChanges(services, owner);
  const { organisationId, personId } = owner;
  const cause = byPerson(personId);
  const parts = await readMemberRecords(services.store.members, organisationId, [partId]);
  const isTakenBack = (await findAddedBy(services.store.members, owner, parts)).has(partId);
  const guard = async (writer: MembersWriter) => {
    await requireOpenCompany(writer, found);
    await requireStaff(writer, found, { partId, isTakenBack });
  };
  if (isTakenBack)
    await writeOne(services, {
      organisationId,
      cause,
      view: viewOfOwner(structure, access, () => true),
      changes: [{ operation: 'remove', membershipId: partId, ifMatch: '*', subMembers: null }],
      isValidateOnly: false,
      key: null,
      status: 200,
      guard,
    });
  else if (rule === 'free')
    await writeOne(services, {
      organisationId,
      cause,
      view: viewOfOwner(structure, access, () => true),
      changes: [{ operation: 'change', membershipId: partId, ifMatch: '*', body: leavesCompany(today) }],
      isValidateOnly: false,
      key: null,
      status: 200,
      guard,
    });
  else {
    const { store, clock, areaCentre } = services;
    const membershipId = company.membership.id;
    await withMembersWriter(store, { organisationId, clock, areaCentre, cause }, async (writer) => {
      await guard(writer);
      const waiting = waitingEnds(await writer.part(ProposalsWriter).of(membershipId));
      if (waiting.some(({ ID }) => ID === String(partId))) return;
      const leaving: Leaving[] = [...waiting, { ID: String(partId), LastDay: today }];
      const proposed = [{ Field: staffSubject, Before: null, After: leaving }];
      await propose(writer, { membershipId, proposed, asked: new Set([staffSubject]), now: clock() });
    });
  }
  const Waits = rule !== 'free' && !isTakenBack;
  return context.json({ ID: String(partId), Waits, TakenBack: isTakenBack }, 200, noStore);
}

/** POST: emails the person a link to set a password. It goes only to the person's own address. */
async function inviteStaff(context: Context, services: Services): Promise<Response> {
  const found = await requireCompany(context, services);
  const { store, clock, areaCentre } = services;
  const { organisationId, personId: ownerId } = found.owner;
  const personId = await withMembersWriter(
    store,
    { organisationId, clock, areaCentre, cause: byPerson(ownerId) },
    async (writer) => {
      await requireOpenCompany(writer, found);
      return (await requireStaff(writer, found, { partId: partOf(context), isTakenBack: false })).person.id;
    },
  );
  return context.json({ Mail: await mailLink(services, { organisationId, personId }) }, 200, noStore);
}

type Company = Awaited<ReturnType<typeof requireCompany>>;

/** @throws ApiError 404 for a company of somebody else, and for a membership that is not a company's */
async function requireCompany(context: Context, services: Services) {
  const owner: Owner = await requireOwner(services, context);
  const { organisationId } = owner;
  const db = services.store.members;
  const id = await requireOwn(context, services, owner);
  const [company] = await readMemberRecords(db, organisationId, [id]);
  if (company?.membership.kind !== 'corporate') throw noSuchMembership();
  const structure = await requireStructure(services, owner);
  const access = readOwnAccess(structure.organisation.ownEntry);
  const rule: OwnRule = access.ruleOf(staffSubject);
  const day = await readDay(db, organisationId, services.clock());
  if (day === null) throw noOrganisation();
  return { owner, company, structure, access, rule, today: day.today };
}

/** @throws ApiError 404 or 409 if the caller may not change the staff of the company now */
async function requireOpenCompany(
  writer: MembersWriter,
  { owner, company, structure, rule, today }: Company,
): Promise<void> {
  const membershipId = company.membership.id;
  await requireStillOwn(writer, owner, { membershipId, setting: structure.organisation.ownEntry });
  const now = await writer.memberships.find(membershipId);
  if (now === null || !isValid(now, today))
    throw new ApiError('conflict', 'The membership of the company is not valid. Ask the association');
  if (rule === 'locked')
    throw new ApiError('conflict', 'Only the association changes the staff of companies');
}

/**
 * @param isTakenBack the contact takes back an addition that waits
 * @throws ApiError 404 if the membership is not part of the company, 409 if only the office changes it
 */
async function requireStaff(
  writer: MembersWriter,
  { company }: Company,
  { partId, isTakenBack }: { partId: number; isTakenBack: boolean },
): Promise<MemberRecord> {
  const part = await writer.memberships.find(partId);
  if (part === null || part.membership.parentId !== company.membership.id) throw noSuchMembership();
  if ((await writer.roles.of(part.person.id)).role !== null)
    throw new ApiError(
      'conflict',
      'This person has a role in the office. Only the office changes their membership',
    );
  if (isTakenBack && !waits(part))
    throw new ApiError('conflict', 'The association has just approved this person');
  if (!isTakenBack && !part.membership.isApproved)
    throw new ApiError('conflict', 'The association has not approved this person yet');
  return part;
}

function waits({ membership: { isApproved, standing } }: MemberRecord): boolean {
  return !isApproved && waitingStandings.some((one) => one === standing);
}

/**
 * Those who wait for the office's first decision, and whom the caller has added. The office may have other reasons for
 * the rest, also for somebody whose approval it took back.
 */
async function findAddedBy(
  db: OwnEntryServices['store']['members'],
  { organisationId, personId }: Owner,
  parts: readonly MemberRecord[],
): Promise<Set<number>> {
  const recordIds = parts.filter(waits).map(({ membership }) => membership.id);
  if (recordIds.length === 0) return new Set();
  const rows = await readRecordRows(db, organisationId, { kind: 'membership', recordIds });
  const decided = new Set(
    rows
      .filter(({ operation, changes }) => operation === 'updated' && changes?.['Checked'] !== undefined)
      .map(({ recordId }) => recordId),
  );
  return new Set(
    rows
      .filter(
        ({ operation, actor, recordId }) =>
          operation === 'created' &&
          actor.kind === 'person' &&
          actor.id === String(personId) &&
          !decided.has(recordId),
      )
      .map(({ recordId }) => recordId),
  );
}

/** @throws ApiError 404 */
function partOf(context: Context): number {
  const id = context.req.param('part') ?? '';
  if (!/^[1-9]\d{0,14}$/.test(id)) throw noSuchMembership();
  return Number(id);
}

function isValid({ membership }: MemberRecord, today: string): boolean {
  const { isApproved, expiryDate } = membership;
  return isApproved && (expiryDate === null || expiryDate >= today);
}

function mostOf({ membership }: MemberRecord, { types }: Structure): number {
  return types.get(membership.typeId)?.maxSubMembers ?? 0;
}

/** What a proposal that still waits says about staff. */
function waitingEnds(proposal: ProposalRecord | undefined): Leaving[] {
  return proposal === undefined || proposal.declinedAt !== null ? [] : leavingOf(proposal.changes);
}

/** Within a company, the town makes no difference. */
function isAlike(
  person: Compared,
  {
    FirstName: firstName,
    LastName: lastName,
    Email: email,
  }: { FirstName: string; LastName: string; Email: string },
): boolean {
  const address = { address: null, suburb: 'the company' };
  const added = { firstName, lastName, email, organisation: '', phone: '', workPhone: '', mobile: '' };
  return whyAlike({ ...person, address }, { ...added, address }).length > 0;
}
