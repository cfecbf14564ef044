import type { Chapterhouse } from '@/lib/chapterhouse';
import type { OwnSignInsClient } from '@/lib/contract/own-sign-ins';
import { findSession } from '@/lib/account/sso/session';
import { isApiFailure } from '@/lib/contract/api-failure';

/**
 * Returns null if nobody is signed in, or if the API does not respond or refuses the request. Also returns null if
 * another site provides the API.
 */
export async function withOwnSignIns<T>(
  app: Chapterhouse,
  jar: Record<string, string>,
  use: (client: OwnSignInsClient, accessToken: string) => Promise<T>,
): Promise<{ result: T } | null> {
  const session = await findSession(app, jar);
  if (app.ownSignIns === null || session === null || session.isTokenExpired) return null;
  try {
    return { result: await use(app.ownSignIns, session.accessToken) };
  } catch (error) {
    if (isApiFailure(error)) return null;
    throw error;
  }
}
