/** Finds what the API currently reports about the person who is signed in. */
import type { Chapterhouse } from '@/lib/chapterhouse';
import { dateInZone } from '@/lib/clock';
import type { LoggedInUser } from '@/lib/membership-api/resources';
import { findSession } from '@/lib/sso/session';
import { isApiFailure } from './api-failure';
import { toStanding } from './standing';
import type { Standing } from './standing';

export interface Member {
  user: LoggedInUser;
  standing: Standing;
  /** ISO day in the association's time zone. */
  today: string;
  /** The person had a role in the office when they signed in. */
  hasOffice: boolean;
}

export type MemberResponse =
  | ({ kind: 'member' } & Member)
  /** The person is not signed in, or no longer signed in. */
  | { kind: 'signed-out' }
  /** The token has expired or was ended: sign in at the service again. */
  | { kind: 'expired' }
  /** The API cannot be reached, or fails. */
  | { kind: 'unavailable' }
  /** The API does not let this person read their own data. */
  | { kind: 'refused' };

/** The member with these cookies. @throws errors that are not the API's */
export async function findMember(app: Chapterhouse, jar: Record<string, string>): Promise<MemberResponse> {
  const session = await findSession(app, jar);
  if (session === null) return { kind: 'signed-out' };
  if (session.isTokenExpired) return { kind: 'expired' };
  try {
    const user = await withinSeconds(10, app.api.user(session.accessToken));
    const { timeZone, currency } = app.site();
    const today = dateInZone(app.clock(), timeZone);
    const standing = toStanding(user, today, currency ?? '');
    return { kind: 'member', user, standing, today, hasOffice: session.hasOffice };
  } catch (error) {
    const status = refusedWith(error);
    if (status === null) return { kind: 'unavailable' };
    return { kind: status === 401 ? 'expired' : 'refused' };
  }
}

/**
 * The API client retries for a minute or more, which suits the loading of the whole directory. A person who waits for a
 * page gets an error sooner.
 */
async function withinSeconds<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable(`no response within ${seconds} s`)), seconds * 1000);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The status of a refusal (401, 403). null: the API was not reached or failed. @throws any other error */
function refusedWith(error: unknown): number | null {
  if (!isApiFailure(error)) throw error;
  const { details } = error;
  const status =
    typeof details === 'object' && details !== null && 'status' in details ? details.status : null;
  return status === 401 || status === 403 ? status : null;
}

function unavailable(message: string): Error {
  return Object.assign(new Error(message), { name: 'ApiRequestError', details: { status: null } });
}
