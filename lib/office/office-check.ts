import type { Context } from 'hono';
import type { Clock } from '@/lib/base/clock';
import type { OfficeRole } from '@/lib/contract/fields/role';
import { noRole, tooLongAgo } from '@/lib/changes/refusals';
import { officeEndpoints, type OfficeEndpointName } from '@/lib/contract/office-rights/role-table';
import type { OfficeImports } from '@/lib/contract/office-rights/imports';
import type { Installation } from '@/lib/contract/office-rights/installation';
import type { ErasureServices } from '@/lib/privacy/erasure/settle-erasures';
import type { SentEmail } from '@/lib/privacy/personal-data/personal-data';
import type { AreaCentre } from '@/lib/store/location-document';
import type { MailSettings } from '@/lib/mail/mail-state';
import type { Mailer } from '@/lib/mail/mailer';
import type { Store } from '@/lib/store/database';
import { byPerson, type Cause } from '@/lib/store/journal';
import { isRecentSignIn, recentSignInSeconds } from '@/lib/store/write-rights';
import { createOfficerAccess, type OfficerAccess } from '@/lib/contract/officer-access';
import type { ReaderAccess } from '@/lib/contract/reader-access';
import { readRole } from '@/lib/store/roles';
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
  /** An officer's chapters. */
  chapterIds: readonly number[];
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
  return { organisationId, personId, role, chapterIds, ...seen, signedInAt };
}

/** The settings are read for each request, so that fields that an owner has just hidden are not shown. */
async function readSeenFields(
  db: Store['members'],
  organisationId: number,
  role: OfficeRole,
): Promise<Pick<OfficeAccess, 'officer' | 'reader'>> {
  if (role === 'owner' || role === 'secretary') return { officer: null, reader: null };
  const settings = await readOrganisation(db, organisationId);
  return role === 'officer'
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
