import type { Context } from 'hono';
import type { Kysely } from 'kysely';
import type { Clock } from '@/lib/base/clock';
import { isLimitedToChapters, managesMembers, type OfficeRole } from '@/lib/contract/fields/role';
import { noRole, noSuchMembership, tooLongAgo } from '@/lib/changes/refusals';
import { membershipOf } from '@/lib/changes/routes/read-record';
import { readReason } from '@/lib/changes/routes/read-request';
import { officeEndpoints, type OfficeEndpointName } from '@/lib/contract/office-rights/role-table';
import type { OfficeImports } from '@/lib/contract/office-rights/imports';
import type { Installation } from '@/lib/contract/office-rights/installation';
import type { ErasureServices } from '@/lib/privacy/erasure/settle-erasures';
import type { SentEmail } from '@/lib/privacy/personal-data/personal-data';
import type { AreaCentre } from '@/lib/store/location-document';
import type { MailSettings } from '@/lib/mail/mail-state';
import type { Mailer } from '@/lib/mail/mailer';
import type { Store } from '@/lib/store/database';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { inChunks } from '@/lib/store/sql/in-chunks';
import { withMembersWriter } from '@/lib/store/write';
import { byPerson, type Cause } from '@/lib/store/journal';
import { isRecentSignIn, recentSignInSeconds } from '@/lib/store/write-rights';
import { createOfficerAccess, type OfficerAccess } from '@/lib/contract/officer-access';
import type { ReaderAccess } from '@/lib/contract/reader-access';
import { readRole } from '@/lib/store/roles';
import type { RoleRecord } from '@/lib/store/schema/records';
import { readOrganisation } from '@/lib/store/structure';
import type { LongUndos } from './long-undos';
import type { ClientUses } from '@/lib/sign-in/oauth/client-uses';
import type { RateLimits } from '@/lib/sign-in/oauth/rate-limits';
import type { AccessCheck } from '@/lib/sign-in/oauth/access';

export interface OfficeServices {
  store: Store;
  clock: Clock;
  checkAccess: AccessCheck;
}

export interface OfficeRouteServices extends OfficeServices {
  areaCentre: AreaCentre;
  baseUrl: string;
  mailer: Mailer;
  mailSettings: MailSettings;
  rateLimits: RateLimits;
  /** The address that gets replies to the office's emails. null: nobody gets the replies. */
  contactEmail: string | null;
  /** The secret that decrypts sealed values of the database. */
  authSecret: string;
  /** null: this process cannot erase anybody. */
  erasure: ErasureServices | null;
  /** The recorded emails to an address. null: this installation does not record emails. */
  findEmails: ((email: string) => Promise<SentEmail[]>) | null;
  /** null: this process cannot check the installation. */
  installation: Installation | null;
  clientUses: ClientUses;
  /** Stores this process's counts of searches that found nobody. */
  flushSearches: () => Promise<void>;
  /** null: this process cannot import files. */
  imports: OfficeImports | null;
  undos: LongUndos;
  logError: (error: unknown) => void;
}

/** For `Store.readInTurn`: the people of the office take turns with each other and with the API's clients. */
export function readerOf({ organisationId, personId }: OfficeAccess): string {
  return `office ${organisationId} ${personId}`;
}

export interface OfficeAccess {
  organisationId: number;
  personId: number;
  role: OfficeRole;
  /** Only members of these chapters. null: all members. */
  onlyChapters: readonly number[] | null;
  /** null: the caller is not an officer. */
  officer: OfficerAccess | null;
  /** null: the caller is not a reader. */
  reader: ReaderAccess | null;
  signedInAt: Date | null;
}

/**
 * The caller, if their role allows the endpoint. Roles are read for each request, so that a removed role ends at once.
 * @throws ApiError as the access check does; 403 without a role that allows it; 401 if the sign-in is too long ago
 */
export async function checkOffice(
  context: Context,
  { store, clock, checkAccess }: OfficeServices,
  name: OfficeEndpointName,
): Promise<OfficeAccess> {
  const organisation = context.req.param('organisation') ?? '';
  const { organisationId, personId, signedInAt } = await checkAccess(context, {
    organisation,
    scope: 'office',
  });
  // The access check accepts the scope `office` only in a person's token.
  if (personId === null) throw noRole();
  const { role, chapterIds } = await readRole(store.members, organisationId, personId);
  const { allowed, isSensitive } = officeEndpoints[name];
  if (role === null || allowed[role] === 'no') throw noRole();
  if (isSensitive) requireRecent(signedInAt, clock());
  const seen = await readSeenFields(store.members, organisationId, role);
  return {
    organisationId,
    personId,
    role,
    onlyChapters: onlyChaptersOf({ role, chapterIds }),
    ...seen,
    signedInAt,
  };
}

/** null: the role is for all members. */
export function onlyChaptersOf({
  role,
  chapterIds,
}: Pick<RoleRecord, 'role' | 'chapterIds'>): readonly number[] | null {
  return role !== null && isLimitedToChapters(role) ? chapterIds : null;
}

/** The settings are read for each request, so that fields that an owner has just hidden are not shown. */
async function readSeenFields(
  db: Store['members'],
  organisationId: number,
  role: OfficeRole,
): Promise<Pick<OfficeAccess, 'officer' | 'reader'>> {
  if (managesMembers(role)) return { officer: null, reader: null };
  const settings = await readOrganisation(db, organisationId);
  return isLimitedToChapters(role)
    ? { officer: createOfficerAccess(settings?.officerAccess ?? ''), reader: null }
    : { officer: null, reader: { seesContact: settings?.readersSeeContact ?? false } };
}

/** null: the sign-in is not known to be recent. */
export function recentUntil(signedInAt: Date | null): Date | null {
  return signedInAt === null ? null : new Date(signedInAt.getTime() + recentSignInSeconds * 1000);
}

/**
 * Only owners may act on people who have a role, because others could keep an owner out of the office.
 * @throws ApiError 403
 */
export async function requireOwnerFor(
  { store }: OfficeServices,
  { organisationId, role }: OfficeAccess,
  personId: number,
): Promise<void> {
  if (role === 'owner') return;
  if ((await readRole(store.members, organisationId, personId)).role !== null) throw noRole();
}

/**
 * In a merge, the person who is kept gets the other person's role. Only owners give roles. If one of these people has a
 * role, the caller must therefore be an owner.
 */
export async function requireOwnerOf(
  writer: MembersWriter,
  { role }: OfficeAccess,
  personIds: readonly number[],
): Promise<void> {
  if (role === 'owner') return;
  for (const personId of personIds) {
    if ((await writer.roles.of(personId)).role !== null) throw noRole();
  }
}

/** The caller as the author of a change. */
export function byCaller(
  { personId, signedInAt }: Pick<OfficeAccess, 'personId' | 'signedInAt'>,
  reason: string | null = null,
): Cause {
  return { ...byPerson(personId, reason), signedInAt };
}

/** @throws ApiError 401 unless the sign-in is recent */
export function requireRecent(signedInAt: Date | null, now: Date): void {
  if (!isRecentSignIn(signedInAt, now.getTime())) throw tooLongAgo();
}

/**
 * The journal stores the caller's name.
 * @throws ApiError 403 if the caller's role was removed since the check
 */
export async function writeAs<T>(
  context: Context,
  { store, clock, areaCentre }: OfficeRouteServices,
  access: OfficeAccess,
  work: (writer: MembersWriter) => Promise<T>,
): Promise<T> {
  const { organisationId, personId, role } = access;
  const cause = byCaller(access, readReason(context));
  return withMembersWriter(store, { organisationId, clock, areaCentre, cause }, async (writer) => {
    if ((await writer.roles.of(personId)).role !== role) throw noRole();
    return work(writer);
  });
}

/**
 * Checks the caller's access again in the transaction of a write, because it may have changed since the first check.
 * The caller must still have the same role. For an officer, the settings for officers must be unchanged, and the
 * officer must be allowed to see all the members (J23).
 * @throws ApiError 403 or 404
 */
export async function requireSameAccess(
  writer: MembersWriter,
  { personId, role, officer }: OfficeAccess,
  membershipIds: readonly number[],
): Promise<void> {
  const now = await writer.roles.of(personId);
  if (now.role !== role) throw noRole();
  const onlyChapters = onlyChaptersOf(now);
  if (onlyChapters === null) return;
  if ((writer.structure.current?.organisation.officerAccess ?? '') !== officer?.setting) throw noRole();
  for (const member of (await writer.memberships.findMany(membershipIds)).values()) {
    for (const { membership } of await writer.membershipsOf(member.person.id))
      if (membership.chapterId === null || !onlyChapters.includes(membership.chapterId))
        throw noSuchMembership();
  }
}

/**
 * An officer may see a person who has a membership, if all memberships of the person are in the officer's chapters
 * (docs/decisions.md, J23).
 */
export async function mayKnow(
  db: Kysely<MembersDatabase>,
  access: OfficeAccess,
  personId: number,
): Promise<boolean> {
  return (await findKnown(db, access, [personId])).has(personId);
}

/** @throws ApiError 404 if there is no such membership, or the caller may not see it */
export async function requirePersonOf(
  { store }: OfficeServices,
  access: OfficeAccess,
  membershipId: number | null,
): Promise<number> {
  if (membershipId === null) throw noSuchMembership();
  const row = await store.members
    .selectFrom('membership')
    .select('person_id')
    .where('organisation_id', '=', access.organisationId)
    .where('id', '=', membershipId)
    .executeTakeFirst();
  if (row === undefined || !(await mayKnow(store.members, access, row.person_id))) throw noSuchMembership();
  return row.person_id;
}

export async function findKnown(
  db: Kysely<MembersDatabase>,
  { organisationId, onlyChapters }: OfficeAccess,
  personIds: readonly number[],
): Promise<Set<number>> {
  if (onlyChapters === null) return new Set(personIds);
  const known = new Set<number>();
  for (const some of inChunks(personIds)) {
    const held = await db
      .selectFrom('membership')
      .select(['person_id', 'chapter_id'])
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', some)
      .execute();
    for (const { person_id } of held) known.add(person_id);
    for (const { person_id, chapter_id } of held)
      if (chapter_id === null || !onlyChapters.includes(chapter_id)) known.delete(person_id);
  }
  return known;
}

/** The ID of the membership in the path. @throws ApiError 404 if the caller may not know the member */
export async function requireMembership(
  context: Context,
  services: OfficeServices,
  access: OfficeAccess,
): Promise<number> {
  const id = membershipOf(context);
  await requirePersonOf(services, access, id);
  if (id === null) throw noSuchMembership();
  return id;
}
