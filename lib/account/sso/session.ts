import { decode } from 'next-auth/jwt';
import { z } from 'zod';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { sessionCookies } from './cookies';
import { isOfIssuer } from './identity';
import { issuerOf } from './provider';

/**
 * The session lasts a working day. The access token ends after an hour, and the person then signs in at the service
 * again. If the person is still signed in at the service, this happens without a page.
 */
export const sessionMaxAgeSeconds = 8 * 60 * 60;

const maxClockDifferenceMs = 60_000;

const sessionSchema = z.object({
  sub: z.string(),
  name: z.string().nullable(),
  accessToken: z.string().min(1),
  /** This field is absent if the session is from an earlier release. */
  hasOffice: z.boolean().default(false),
  signedInAt: z.number(),
  expiresAt: z.number(),
});

/** Contains the access token: never give this to a client component. */
export interface MemberSession {
  identity: string;
  name: string;
  accessToken: string;
  /** The person had a role in the office at the sign-in. This gives no rights: the API checks each request. */
  hasOffice: boolean;
  /** Milliseconds since 1970, by the process's clock. */
  signedInAt: number;
  isTokenExpired: boolean;
}

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
  // After a change to another API, an old session contains a token of the old API. That token must not be sent to the
  // new API.
  if (!isOfIssuer(sub, issuerOf(app))) return null;
  // A sign-in in the future means that the clock was set back after the sign-in. Such a session would last too long, so
  // it is refused.
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
    // jose throws if the cookie was altered, has expired, or was sealed with another secret.
    return null;
  }
}
