import { decode } from 'next-auth/jwt';
import { z } from 'zod';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { sessionCookies } from './cookies';
import { isOfIssuer } from './identity';
import { issuerOf } from './provider';

/**
 * A working day. The access token lasts an hour. Then the person signs in at the service again, without seeing a page
 * if they are still signed in there.
 */
export const sessionMaxAgeSeconds = 8 * 60 * 60;

/** The largest allowed difference between the clocks of several processes. */
const maxClockDifferenceMs = 60_000;

const sessionSchema = z.object({
  /** `identityKey` of the person. */
  sub: z.string(),
  name: z.string().nullable(),
  accessToken: z.string().min(1),
  /** Absent: the session is from an earlier release. */
  hasOffice: z.boolean().default(false),
  signedInAt: z.number(),
  expiresAt: z.number(),
});

/** The content of our encrypted cookie. Never give it to a client component: it contains the access token. */
export interface MemberSession {
  identity: string;
  name: string;
  accessToken: string;
  /** The person had a role in the office when they signed in. This is no permission: the API checks each request. */
  hasOffice: boolean;
  /** Milliseconds by the process's clock. */
  signedInAt: number;
  isTokenExpired: boolean;
}

/** The session in a request's cookies, by name. null: there is none, or we did not create it. */
export async function findSession(
  app: Chapterhouse,
  cookies: Record<string, string>,
): Promise<MemberSession | null> {
  const sealed = sessionCookies(app, cookies)
    .map(([, value]) => value)
    .join('');
  if (sealed === '') return null;
  const content = sessionSchema.safeParse(await unseal(sealed, app.authSecret));
  if (!content.success) return null;
  const { sub, name, accessToken, hasOffice, signedInAt, expiresAt } = content.data;
  // The operator has moved to another API. The token of the old API must not be sent to the new one.
  if (!isOfIssuer(sub, issuerOf(app))) return null;
  // The session was created before the clock was set back, so it would last longer than allowed.
  if (signedInAt > app.clock().getTime() + maxClockDifferenceMs) return null;
  return {
    identity: sub,
    name: name ?? '',
    accessToken,
    hasOffice,
    signedInAt,
    isTokenExpired: app.clock().getTime() >= expiresAt,
  };
}

async function unseal(sealed: string, secret: string): Promise<unknown> {
  try {
    return await decode({ token: sealed, secret });
  } catch {
    // jose throws if the cookie is altered, expired, or sealed with another secret. The person is then not signed in.
    return null;
  }
}
