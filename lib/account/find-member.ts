import type { Chapterhouse } from '@/lib/chapterhouse';
import { dateInZone } from '@/lib/base/clock';
import type { LoggedInUser } from '@/lib/contract/resources';
import { findUser, type UserResponse } from '@/lib/account/sso/find-user';
import { toStanding, type Standing } from '@/lib/contract/standing';

export interface Member {
  user: LoggedInUser;
  standing: Standing;
  /** ISO day in the association's time zone. */
  today: string;
  /** The person had a role in the office when they signed in. */
  hasOffice: boolean;
}

export type MemberResponse = ({ kind: 'member' } & Member) | Exclude<UserResponse, { kind: 'user' }>;

/** @throws every error that is not a failure of the API */
export async function findMember(app: Chapterhouse, jar: Record<string, string>): Promise<MemberResponse> {
  const found = await findUser(app, jar);
  if (found.kind !== 'user') return found;
  const { user, session } = found;
  const { timeZone, currency } = app.site();
  const today = dateInZone(app.clock(), timeZone);
  const standing = toStanding(user, today, currency ?? '');
  return { kind: 'member', user, standing, today, hasOffice: session.hasOffice };
}
