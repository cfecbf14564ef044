import { isApiFailure } from '@/lib/contract/api-failure';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { officeMeSchema, type OfficeMe } from '@/lib/contract/office';
import { findSession, type MemberSession } from '@/lib/account/sso/session';
import { createOfficeApi, type OfficeApiResponse, type OfficeApi } from './office-api';

export interface Office {
  name: string;
  me: OfficeMe;
  api: OfficeApi;
}

export type OfficeLookup =
  | ({ kind: 'office' } & Office)
  /** Another site manages the members and has its own office. */
  | { kind: 'remote'; host: string }
  | { kind: 'signed-out' }
  /** The token has expired, or is older than the person's role. The person must sign in at the service again. */
  | { kind: 'expired' }
  | { kind: 'no-role' }
  | { kind: 'unavailable' };

/** Where a form is sent: the office, or a member's own entry. `office`: it can be sent. */
export type FormDoor = (Pick<Office, 'api'> & { kind: 'office' }) | Exclude<OfficeLookup, { kind: 'office' }>;

/** @throws errors that are not the API's */
export async function findOffice(app: Chapterhouse, jar: Record<string, string>): Promise<OfficeLookup> {
  const { remoteApiUrl } = app.config;
  if (remoteApiUrl !== null) return { kind: 'remote', host: new URL(remoteApiUrl).hostname };
  const session = await findSession(app, jar);
  if (session === null) return { kind: 'signed-out' };
  if (session.isTokenExpired) return { kind: 'expired' };
  const api = createOfficeApi(app, session.accessToken);
  try {
    return toResponse(app, { session, api, answer: await api.read('me') });
  } catch (error) {
    if (isApiFailure(error)) return { kind: 'unavailable' };
    throw error;
  }
}

function toResponse(
  app: Chapterhouse,
  { session, api, answer }: { session: MemberSession; api: OfficeApi; answer: OfficeApiResponse },
): OfficeLookup {
  if (answer.status === 200) {
    return { kind: 'office', name: session.name, me: officeMeSchema.parse(answer.body), api };
  }
  // The person may have got a role after the sign-in. After `expired`, the pages ask for a new token. That token has
  // the scope `office` if the person has a role now.
  if (!isFresh(app, session)) return { kind: 'expired' };
  return answer.status === 403 ? { kind: 'no-role' } : { kind: 'unavailable' };
}

/**
 * Whether the person signed in within the last minute. A new sign-in would then give the same token, and pages would
 * redirect again and again. The redirect back after a sign-in takes less than a minute, so this stops a second
 * redirect.
 */
function isFresh(app: Chapterhouse, session: MemberSession): boolean {
  return app.clock().getTime() - session.signedInAt < 60_000;
}
