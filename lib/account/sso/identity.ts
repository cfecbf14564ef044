import type { LoggedInUser } from '@/lib/contract/resources';

/** The key of a session. It never contains the email address, because families and companies share email addresses. */
export interface Identity {
  issuer: string;
  organisationId: number;
  /** `person-12`, or `membership-41` on a site that does not send the person's ID. */
  subject: string;
}

/** null: the response names neither a person nor a membership. */
export function toIdentity(
  user: LoggedInUser,
  at: { issuer: string; organisationId: number },
): Identity | null {
  const subject = toSubject(user);
  return subject === null ? null : { ...at, subject };
}

/** Different people always have different keys. */
export function identityKey({ issuer, organisationId, subject }: Identity): string {
  return JSON.stringify([issuer, organisationId, subject]);
}

/** Whether the session with this key belongs to `issuer`. Another issuer must not get the session's tokens. */
export function isOfIssuer(key: string, issuer: string): boolean {
  return key.startsWith(`[${JSON.stringify(issuer)},`);
}

function toSubject(user: LoggedInUser): string | null {
  if (user.ID !== undefined && user.ID !== '') return `person-${user.ID}`;
  const membership = [user.Membership, ...user.CorporateMemberships].find(
    (one) => one !== null && one.ID !== '',
  );
  return membership === undefined || membership === null ? null : `membership-${membership.ID}`;
}
