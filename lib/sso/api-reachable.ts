import type { Chapterhouse } from '@/lib/chapterhouse';
import { organisationRoot } from './provider';

/**
 * Call this before the browser is sent to another site. The browser could otherwise show an error page without a link
 * back. Our own API is always reachable, because it runs in this process.
 */
export async function isApiReachable(app: Chapterhouse): Promise<boolean> {
  if (app.config.remoteApiUrl === null) return true;
  try {
    // The request names no client, so the authorize endpoint does not start a sign-in. Any status below 500 means that
    // the API works.
    const response = await fetch(`${organisationRoot(app, app.apiUrl)}/authorize`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(5_000),
    });
    await response.body?.cancel();
    return response.status < 500;
  } catch (error) {
    app.log.warn(`sign-in: the API did not respond: ${error instanceof Error ? error.message : 'unknown'}`);
    return false;
  }
}
