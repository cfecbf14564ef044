import { z } from 'zod';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { organisationRoot } from './provider';

const tokenSchema = z.object({ accessToken: z.string().min(1) });

/**
 * Revokes the access token of a session (RFC 7009). A failure is only logged, because signing out must always work. A
 * site that does not support revocation responds with 404.
 */
export async function revokeAccessToken(app: Chapterhouse, content: unknown): Promise<void> {
  const session = tokenSchema.safeParse(content);
  if (!session.success) return;
  const { id, secret } = app.client;
  try {
    const response = await fetch(`${organisationRoot(app, app.apiUrl)}/revoke`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ token: session.data.accessToken }),
      // A redirect would send the token to an address that is not configured.
      redirect: 'manual',
      signal: AbortSignal.timeout(5_000),
    });
    if (!response.ok && response.status !== 404)
      app.log.warn(`sign-out: the request to revoke returned ${response.status}`);
    await response.body?.cancel();
  } catch (error) {
    app.log.warn(
      `sign-out: the token could not be revoked: ${error instanceof Error ? error.message : 'unknown'}`,
    );
  }
}
