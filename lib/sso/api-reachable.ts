import type { Chapterhouse } from '@/lib/chapterhouse';
import { organisationRoot } from './provider';

/**
 * Whether another site's API responds. This is checked before the browser is sent to that site. Otherwise the browser
 * might show an error page from which no link leads back. Our own API runs in this process.
 */
export async function isApiReachable(app: Chapterhouse): Promise<boolean> {
  if (app.config.remoteApiUrl === null) return true;
  try {
    // Without a client, authorize starts no sign-in. Every response below 500 means that the API works.
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
