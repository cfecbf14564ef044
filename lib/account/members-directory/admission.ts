import type { Chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import { isApiFailure } from '@/lib/contract/api-failure';
import type { MemberReading } from '@/lib/contract/own-sign-ins';
import { findSession } from '@/lib/account/sso/session';

/** `not-a-member`: the person has no valid membership today. */
export type Admission =
  { kind: 'admitted' | 'signed-out' | 'not-a-member' | 'unavailable' } | { kind: 'wait'; seconds: number };

export type Admit = (cookies: string | undefined, reading: MemberReading) => Promise<Admission>;

/**
 * Asks the API for each request, so that somebody who has lapsed, was erased or was signed out reads nothing more. The
 * API counts what each member reads.
 */
export function createAdmission(app: Chapterhouse): Admit {
  return async (cookies, reading) => {
    const session = await findSession(app, parseCookies(cookies));
    if (app.ownSignIns === null || session === null || session.isTokenExpired) return { kind: 'signed-out' };
    try {
      const seconds = await app.ownSignIns.countReading(session.accessToken, reading);
      return seconds === 0 ? { kind: 'admitted' } : { kind: 'wait', seconds };
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      const { status } = Object(error.details) as { status?: unknown };
      if (status === 401) return { kind: 'signed-out' };
      return { kind: status === 403 ? 'not-a-member' : 'unavailable' };
    }
  };
}
