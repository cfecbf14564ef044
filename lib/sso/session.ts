import { decode } from 'next-auth/jwt';
import { z } from 'zod';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { isOfIssuer } from './identity';
import { issuerOf } from './provider';

/** A working day. The access token inside lasts an hour; after that the service is asked again, unseen while it knows the person. */
export const sessionMaxAgeSeconds = 8 * 60 * 60;

const sessionSchema = z.object({
  /** `identityKey` of the person. */
  sub: z.string(),
  name: z.string().nullable(),
  accessToken: z.string().min(1),
  signedInAt: z.number(),
  expiresAt: z.number(),
});

/** What our encrypted cookie holds. Never give it to a client component: it has the access token. */
export interface MemberSession {
  identity: string;
  name: string;
  accessToken: string;
  /** Milliseconds by the process's clock. */
  signedInAt: number;
  isTokenExpired: boolean;
}

/** The session in a request's cookies, by name; null when there is none or it is not one that we made. */
export async function findSession(
  house: Chapterhouse,
  cookies: Record<string, string>,
): Promise<MemberSession | null> {
  const sealed = joinChunks(cookies, sessionCookieName(house));
  if (sealed === '') return null;
  const content = sessionSchema.safeParse(await unseal(sealed, house.authSecret));
  if (!content.success) return null;
  const { sub, name, accessToken, signedInAt, expiresAt } = content.data;
  // The operator has moved to another API: the old one's token must not be sent there.
  if (!isOfIssuer(sub, issuerOf(house))) return null;
  return {
    identity: sub,
    name: name ?? '',
    accessToken,
    signedInAt,
    isTokenExpired: house.clock().getTime() >= expiresAt,
  };
}

/** next-auth's names: https has a prefix that browsers accept over https only. */
function sessionCookieName(house: Chapterhouse): string {
  return `${house.config.baseUrl.startsWith('https://') ? '__Secure-' : ''}next-auth.session-token`;
}

/** next-auth cuts what does not fit into one cookie into `name.0`, `name.1` … */
function joinChunks(cookies: Record<string, string>, name: string): string {
  const whole = cookies[name];
  if (whole !== undefined) return whole;
  let joined = '';
  for (let index = 0; cookies[`${name}.${index}`] !== undefined; index += 1)
    joined += cookies[`${name}.${index}`];
  return joined;
}

async function unseal(sealed: string, secret: string): Promise<unknown> {
  try {
    return await decode({ token: sealed, secret });
  } catch {
    // Altered, expired, or sealed with another secret: jose says so by throwing, and each means "not signed in".
    return null;
  }
}
