import type { Chapterhouse } from '@/lib/chapterhouse';
import { isApiFailure } from '@/lib/contract/api-failure';
import type { LoggedInUser } from '@/lib/contract/resources';
import { findSession, type MemberSession } from './session';

export type UserResponse =
  | { kind: 'user'; user: LoggedInUser; session: MemberSession }
  /** There is no valid session: the person has not signed in, has signed out, or the session has ended. */
  | { kind: 'signed-out' }
  /** The token has expired or was ended. The person must sign in at the service again. */
  | { kind: 'expired' }
  /** The API cannot be reached, or fails. */
  | { kind: 'unavailable' }
  /** The API does not let this person read their own data. */
  | { kind: 'refused' };

/** @throws errors that are not the API's */
export async function findUser(app: Chapterhouse, jar: Record<string, string>): Promise<UserResponse> {
  const session = await findSession(app, jar);
  if (session === null) return { kind: 'signed-out' };
  if (session.isTokenExpired) return { kind: 'expired' };
  try {
    const user = await withinSeconds(10, app.api.user(session.accessToken));
    return { kind: 'user', user, session };
  } catch (error) {
    const status = refusedWith(error);
    if (status === null) return { kind: 'unavailable' };
    return { kind: status === 401 ? 'expired' : 'refused' };
  }
}

/**
 * The API client itself retries for a minute or more, which suits the loading of the directory. A person who waits for
 * a page gets an error sooner.
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

/**
 * 401 or 403. null: the API failed or could not be reached.
 * @throws any other error
 */
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
