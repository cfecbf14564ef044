import { type Context, Hono } from 'hono';
import type { Clock } from '@/lib/base/clock';
import { lookUp } from '@/lib/base/look-up';
import { requireObject } from '@/lib/contract/fields/field';
import { hasOneAnswer } from '@/lib/contract/fields/structure';
import { ownSubjects, readOwnAccess } from '@/lib/contract/fields/own-entry';
import { ApiError } from '@/lib/contract/errors';
import { audiencesSchema, leaveSchema, type OwnEntries, type OwnProposal } from '@/lib/contract/own-entries';
import type { Owner } from '@/lib/sign-in/accounts/owner';
import {
  accessFor,
  isSeenByOwner,
  partOfPatch,
  requireOpen,
  toProposedChanges,
  viewOfOwner,
  withNames,
} from '@/lib/changes/own-entry';
import { RefusedChanges } from '@/lib/changes/plan-changes';
import { noSuchMembership, requireMatch, toRefusal } from '@/lib/changes/refusals';
import { writeMembers, type WriteRequest } from '@/lib/changes/write-members';
import { allow } from '@/lib/sign-in/oauth/endpoint-guards';
import { type RateLimits, takeFromRateLimit } from '@/lib/sign-in/oauth/rate-limits';
import {
  readUploadedPicture,
  respondWithPicture,
  storeUploadedPicture,
} from '@/lib/changes/routes/picture-upload';
import { membershipOf } from '@/lib/changes/routes/read-record';
import { readJson } from '@/lib/changes/routes/read-request';
import { refuseQuery } from '@/lib/changes/routes/write-record';
import type { MemberRecord, Structure } from '@/lib/store/schema/records';
import { readDay } from '@/lib/store/day';
import { byPerson } from '@/lib/store/journal';
import { LeavingWriter, noLeaving, readLeaving, toLeaving } from '@/lib/store/leaving';
import type { AreaCentre } from '@/lib/store/location-document';
import { type MemberDocument, readMemberDocuments } from '@/lib/store/member-documents';
import type { MembersWriter } from '@/lib/store/members-writer';
import { noProposal, type ProposalRecord, type ProposedChange } from '@/lib/store/proposal-fields';
import { ProposalsWriter, readProposals } from '@/lib/store/proposals';
import { readStructure } from '@/lib/store/structure';
import { readUnanswered } from '@/lib/store/yearly-check';
import { withMembersWriter } from '@/lib/store/write';
import { readBody } from '@/lib/office/read-body';
import { type OwnerServices, requireOwner } from './own-sign-in-routes';
import type { Store } from '@/lib/store/database';

export interface OwnEntryServices extends OwnerServices {
  clock: Clock;
  areaCentre: AreaCentre;
  rateLimits: RateLimits;
}

const root = '/api/v2/organisation/:organisation/user/members';
const maxBytes = 256 * 1024;
const noStore = { 'Cache-Control': 'no-store' };

/** Members read and change their own entries. The association decides what they may change (docs/decisions.md, A1). */
export function ownEntryRoutes(services: OwnEntryServices): Hono {
  const routes = new Hono();
  routes.use(root, allow('GET'));
  routes.get(root, (context) => listEntries(context, services));
  routes.use(`${root}/:membership`, allow('GET', 'PATCH'));
  routes.get(`${root}/:membership`, (context) => readEntry(context, services));
  routes.patch(`${root}/:membership`, (context) => changeEntry(context, services));
  routes.use(`${root}/:membership/pictures`, allow('POST'));
  routes.post(`${root}/:membership/pictures`, (context) => addPicture(context, services));
  routes.use(`${root}/:membership/pictures/:picture`, allow('GET'));
  routes.get(`${root}/:membership/pictures/:picture`, async (context) => {
    const owner = await requireOwner(services, context);
    const membershipId = await requireOwn(context, services, owner);
    return respondWithPicture(context, services.store, { ...owner, membershipId });
  });
  routes.use(`${root}/:membership/proposal`, allow('DELETE'));
  routes.delete(`${root}/:membership/proposal`, (context) => withdrawProposal(context, services));
  routes.use(`${root}/:membership/leaving`, allow('PUT', 'DELETE'));
  routes.put(`${root}/:membership/leaving`, (context) => leave(context, services));
  routes.delete(`${root}/:membership/leaving`, (context) => stay(context, services));
  routes.use(`${root}/:membership/audiences`, allow('PUT'));
  routes.put(`${root}/:membership/audiences`, (context) => setAudiences(context, services));
  routes.use(`${root}/:membership/confirmation`, allow('PUT'));
  routes.put(`${root}/:membership/confirmation`, (context) => confirm(context, services));
  return routes;
}

async function listEntries(context: Context, services: OwnEntryServices): Promise<Response> {
  const owner = await requireOwner(services, context);
  const { organisationId } = owner;
  const db = services.store.members;
  const structure = await requireStructure(services, owner);
  const access = readOwnAccess(structure.organisation.ownEntry);
  const day = await readDay(db, organisationId, services.clock());
  if (day === null) throw noOrganisation();
  const ids = await findOwnIds(services.store, owner);
  const view = viewOfOwner(structure, access, () => true);
  const documents = await readMemberDocuments(db, { day, view }, ids);
  const proposals = await readProposals(db, organisationId, ids);
  const leaving = await readLeaving(db, organisationId, ids);
  const unanswered = await readUnanswered(db, organisationId, ids);
  const body: OwnEntries = {
    Members: await Promise.all(
      [...documents].map(async ([id, { etag, record }]) => {
        const proposal = proposals.get(id);
        const changes = await withNames(db, organisationId, proposal?.changes ?? []);
        return {
          ETag: etag,
          Member: record,
          Proposal: proposal === undefined ? null : toJson({ ...proposal, changes }),
          Leaving: toLeaving(leaving.get(id)),
          IsAsked: unanswered.has(id),
        };
      }),
    ),
    Rules: Object.fromEntries(ownSubjects.map(({ path }) => [path, access.ruleOf(path)])),
    Questions: [...structure.extras.values()].filter(isSeenByOwner).map((extra) => ({
      ID: String(extra.id),
      Question: extra.question,
      Options: extra.options,
      MembersOnly: extra.isMembersOnly,
      IsOne: hasOneAnswer(extra.answerType),
      Types: [...structure.types.values()]
        .filter(({ extraIds }) => extraIds.includes(extra.id))
        .map(({ id }) => String(id)),
      Rule: access.ruleOfExtra(extra.id),
    })),
    Categories: [...structure.categories.values()].map(({ id, name }) => ({ ID: String(id), Name: name })),
  };
  return context.json(body, 200, noStore);
}

async function readEntry(context: Context, services: OwnEntryServices): Promise<Response> {
  const { record, etag } = await readDocument(context, services, await requireOwner(services, context));
  return context.json(record, 200, { ...noStore, ETag: etag });
}

/** The member's record as its owner sees it. @throws ApiError 404 */
async function readDocument(
  context: Context,
  services: OwnEntryServices,
  owner: Owner,
): Promise<MemberDocument> {
  const id = await requireOwn(context, services, owner);
  const structure = await requireStructure(services, owner);
  const view = viewOfOwner(structure, readOwnAccess(structure.organisation.ownEntry), () => true);
  const db = services.store.members;
  const day = await readDay(db, owner.organisationId, services.clock());
  const document = day === null ? undefined : (await readMemberDocuments(db, { day, view }, [id])).get(id);
  if (document === undefined) throw noSuchMembership();
  return document;
}

/**
 * PATCH: a JSON Merge Patch of the record, with `If-Match`. `Extras` replaces all answers that the member may change.
 * What needs an approval is stored as a proposal. If the patch has a wrong or locked field, nothing is stored.
 */
async function changeEntry(context: Context, services: OwnEntryServices): Promise<Response> {
  const owner = await requireOwner(services, context);
  refuseQuery(context);
  const types = ['application/merge-patch+json', 'application/json'];
  const patch = requireObjectBody((await readJson(context, { types, maxBytes })).json);
  const membershipId = await requireOwn(context, services, owner);
  await limitChanges(services, owner);
  const structure = await requireStructure(services, owner);
  const access = accessFor(patch, readOwnAccess(structure.organisation.ownEntry));
  requireOpen(patch, access);
  const ifMatch = context.req.header('If-Match') ?? null;
  const write = (part: Pick<WriteRequest, 'view' | 'isValidateOnly' | 'alsoWrite'>, body: unknown) =>
    writeOne(services, {
      ...part,
      organisationId: owner.organisationId,
      cause: byPerson(owner.personId),
      changes: [{ operation: 'change', membershipId, ifMatch, body }],
      key: null,
      status: 200,
      guard: async (writer) => {
        await requireStillOwn(writer, owner, { membershipId, setting: structure.organisation.ownEntry });
      },
    });
  // Answers to locked questions may be sent back as they were read.
  const whole = partOfPatch(patch, access, () => true);
  const tried = await write(
    { view: viewOfOwner(structure, access, (rule) => rule !== 'locked'), isValidateOnly: true },
    whole,
  );
  if (tried.before === null || tried.after === null) throw noSuchMembership();
  const proposed = toProposedChanges([tried.before.record, tried.after.record], access, structure);
  const asked = new Set(subjectsAskedFor(patch, structure));
  const made = await write(
    {
      view: viewOfOwner(structure, access, (rule) => rule === 'free'),
      isValidateOnly: false,
      alsoWrite: (writer) => propose(writer, { membershipId, proposed, asked, now: services.clock() }),
    },
    partOfPatch(patch, access, (rule) => rule === 'free'),
  );
  const headers = { ...noStore, ...(made.after === null ? {} : { ETag: made.after.etag }) };
  return context.json(
    { Member: made.after?.record ?? null, Proposed: proposed.map(({ Field }) => Field) },
    200,
    headers,
  );
}

/** POST: the picture is not shown until the member's change names it and, if it needs an approval, the office agrees. */
async function addPicture(context: Context, services: OwnEntryServices): Promise<Response> {
  const owner = await requireOwner(services, context);
  const membershipId = await requireOwn(context, services, owner);
  await limitChanges(services, owner);
  const setting = (await requireStructure(services, owner)).organisation.ownEntry;
  requireOpen({ Picture: null }, readOwnAccess(setting));
  const { store, clock, areaCentre } = services;
  const files = await readUploadedPicture(context, store, { ...owner, membershipId });
  const cause = byPerson(owner.personId);
  const { organisationId } = owner;
  return withMembersWriter(store, { organisationId, clock, areaCentre, cause }, async (writer) => {
    await requireStillOwn(writer, owner, { membershipId, setting });
    return storeUploadedPicture(context, writer, { membershipId, files });
  });
}

/** DELETE: the member takes back what they proposed, or has read the office's answer. */
async function withdrawProposal(context: Context, services: OwnEntryServices): Promise<Response> {
  const owner = await requireOwner(services, context);
  return writeOwn(context, services, owner, (writer, { id }) =>
    writer.part(ProposalsWriter).put(noProposal(id)),
  );
}

/** PUT: the membership ends at its last day. The member may take it back until then. */
async function leave(context: Context, services: OwnEntryServices): Promise<Response> {
  const owner = await requireOwner(services, context);
  const { LastDay, Reason } = await readBody(context, leaveSchema, { maxBytes });
  const day = await readDay(services.store.members, owner.organisationId, services.clock());
  if (day === null) throw noOrganisation();
  return writeOwn(context, services, owner, async (writer, membership) => {
    const { id, parentId, isApproved, expiryDate } = membership;
    if (parentId !== null)
      throw new ApiError('conflict', 'It is part of the membership of an organisation. Ask its contact');
    if (!isApproved) throw new ApiError('conflict', 'The association has not approved the membership');
    if (expiryDate !== null && expiryDate < day.today)
      throw new ApiError('conflict', 'The membership has already ended');
    if (expiryDate !== LastDay)
      throw new ApiError(
        'conflict',
        'The last day of the membership has just changed. Check it, and send again',
      );
    await writer.part(LeavingWriter).put({ id, saidOn: day.today, lastDay: expiryDate, reason: Reason });
  });
}

/** DELETE: the member takes back that they leave. */
async function stay(context: Context, services: OwnEntryServices): Promise<Response> {
  const owner = await requireOwner(services, context);
  return writeOwn(context, services, owner, (writer, { id }) =>
    writer.part(LeavingWriter).put(noLeaving(id)),
  );
}

/**
 * PUT: who sees the entry and its fields, and how exactly its places are shown. Members always decide this themselves.
 * With `If-Match`, a form that is older than the stored choices does not replace them.
 */
async function setAudiences(context: Context, services: OwnEntryServices): Promise<Response> {
  const owner = await requireOwner(services, context);
  const { Directory, Precisions } = await readBody(context, audiencesSchema, { maxBytes });
  const ifMatch = context.req.header('If-Match') ?? null;
  if (ifMatch !== null) requireMatch(ifMatch, await readDocument(context, services, owner), 'change');
  return writeOwn(context, services, owner, (writer, { id, ...was }) =>
    putOwn(writer, id, {
      isListed: Directory.Listed ?? was.isListed,
      isMembersListed: Directory.MembersListed ?? was.isMembersListed,
      show: Directory.Show === undefined ? was.show : Directory.Show,
      showMembers: Directory.ShowMembers === undefined ? was.showMembers : Directory.ShowMembers,
      locations: was.locations.map((location) => ({
        ...location,
        precision: lookUp(Precisions, String(location.id)) ?? location.precision,
      })),
    }),
  );
}

/** PUT: the member says that the entry is right today. */
async function confirm(context: Context, services: OwnEntryServices): Promise<Response> {
  const owner = await requireOwner(services, context);
  const day = await readDay(services.store.members, owner.organisationId, services.clock());
  if (day === null) throw noOrganisation();
  return writeOwn(context, services, owner, (writer, { id }) =>
    putOwn(writer, id, { confirmedOn: day.today }),
  );
}

async function putOwn(
  writer: MembersWriter,
  id: number,
  change: Partial<MemberRecord['membership']>,
): Promise<void> {
  const record = await writer.memberships.find(id);
  if (record === null) throw noSuchMembership();
  await writer.memberships.put({ ...record, membership: { ...record.membership, ...change } });
}

/** Writes something about a membership of the caller. */
async function writeOwn(
  context: Context,
  services: OwnEntryServices,
  owner: Owner,
  write: (writer: MembersWriter, membership: MemberRecord['membership']) => Promise<unknown>,
): Promise<Response> {
  refuseQuery(context);
  const membershipId = await requireOwn(context, services, owner);
  await limitChanges(services, owner);
  const { store, clock, areaCentre } = services;
  const { organisationId, personId } = owner;
  const cause = byPerson(personId);
  await withMembersWriter(store, { organisationId, clock, areaCentre, cause }, async (writer) => {
    await write(writer, await requireStillOwn(writer, owner, { membershipId, setting: null }));
  });
  return context.body(null, 204, noStore);
}

export async function writeOne(services: OwnEntryServices, request: WriteRequest) {
  try {
    const { changes } = await writeMembers(services, request);
    const [made] = changes;
    if (made === undefined) throw new Error('the result has no element for the change');
    return made;
  } catch (error) {
    if (!(error instanceof RefusedChanges)) throw error;
    throw [...error.refused.values()][0] ?? error;
  }
}

/** The subjects of this request replace earlier proposals. Other proposals that still wait stay. */
export async function propose(
  writer: MembersWriter,
  {
    membershipId,
    proposed,
    asked,
    now,
  }: { membershipId: number; proposed: readonly ProposedChange[]; asked: ReadonlySet<string>; now: Date },
): Promise<void> {
  const proposals = writer.part(ProposalsWriter);
  const before = await proposals.of(membershipId);
  const waiting = before.declinedAt === null ? before.changes : [];
  const others = waiting.filter(({ Field }) => !asked.has(Field));
  const changes = [...others, ...proposed.filter(({ Field }) => asked.has(Field))];
  const isSame = proposed.length === 0 && others.length === waiting.length;
  if (isSame) return;
  await proposals.put({ ...noProposal(membershipId), changes, proposedAt: now.getTime() });
}

function subjectsAskedFor(patch: Readonly<Record<string, unknown>>, { extras }: Structure): string[] {
  const { User: user, Extras: answers, ...rest } = patch;
  const questions = answers === undefined ? [] : [...extras.keys()].map((id) => `question ${id}`);
  return [...Object.keys(rest), ...Object.keys(Object(user)).map((name) => `User.${name}`), ...questions];
}

/** @throws ApiError 404 for a membership of somebody else, as for one that does not exist */
export async function requireOwn(
  context: Context,
  { store }: OwnEntryServices,
  owner: Owner,
): Promise<number> {
  const id = membershipOf(context);
  if (id === null || !(await findOwnIds(store, owner)).includes(id)) throw noSuchMembership();
  return id;
}

/** The membership may have moved to somebody else, or the rules may have changed, since the request was checked. */
export async function requireStillOwn(
  writer: MembersWriter,
  { personId }: Owner,
  { membershipId, setting }: { membershipId: number; setting: string | null },
): Promise<MemberRecord['membership']> {
  const record = await writer.memberships.find(membershipId);
  if (record?.person.id !== personId) throw noSuchMembership();
  if (setting !== null && writer.structure.current?.organisation.ownEntry !== setting)
    throw new ApiError('conflict', 'The association has just changed what members may change. Try again');
  return record.membership;
}

export async function limitChanges(
  { store, clock, rateLimits }: OwnEntryServices,
  owner: Owner,
): Promise<void> {
  const bucket = `own entry ${owner.organisationId} ${owner.personId}`;
  const wait = await takeFromRateLimit(store, { bucket, limit: rateLimits.ownEntryPerPerson, now: clock() });
  if (wait > 0)
    throw new ApiError('too_many_requests', `Too many changes. Try again in ${wait} seconds`, {
      'Retry-After': String(wait),
    });
}

export async function requireStructure(
  { store }: OwnEntryServices,
  { organisationId }: Owner,
): Promise<Structure> {
  const structure = await readStructure(store.members, organisationId);
  if (structure === null) throw noOrganisation();
  return structure;
}

function requireObjectBody(json: unknown): Record<string, unknown> {
  try {
    return { ...requireObject(json) };
  } catch (error) {
    throw toRefusal(error);
  }
}

export function noOrganisation(): ApiError {
  return new ApiError('not_found', 'The organisation no longer exists');
}

function toJson({ changes, proposedAt, declinedAt, answer }: ProposalRecord): OwnProposal {
  return {
    Changes: changes,
    ProposedAt: new Date(proposedAt).toISOString(),
    DeclinedAt: declinedAt === null ? null : new Date(declinedAt).toISOString(),
    Answer: answer,
  };
}

/** The IDs of the memberships, in their order. Includes companies that have the person as contact. */
async function findOwnIds(
  store: Store,
  { organisationId, personId }: { organisationId: number; personId: number },
): Promise<number[]> {
  const rows = await store.members
    .selectFrom('membership')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}
