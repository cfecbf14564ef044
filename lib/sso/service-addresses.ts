/** Pages of the service that are not in the API's contract. null: the service is not our own. */
import type { Chapterhouse } from '@/lib/chapterhouse';
import { remoteSignOutAddress } from './remote-sign-out';

export function preferencesAddress(app: Chapterhouse): string | null {
  return serviceAddress(app, 'preferences');
}

export function ownDataAddress(app: Chapterhouse): string | null {
  return serviceAddress(app, 'own-data');
}

export function passkeysAddress(app: Chapterhouse): string | null {
  return serviceAddress(app, 'passkeys');
}

/** If another site provides the service, its own well-known address knows the page. */
export function changePasswordAddress(app: Chapterhouse): string {
  return serviceAddress(app, 'forgotten') ?? new URL('/.well-known/change-password', app.publicApiUrl).href;
}

/**
 * The address that ends the service's session and then returns to a page that confirms the sign-out. null: another
 * site's service cannot do this, or does not respond.
 */
export async function signOutAddress(app: Chapterhouse): Promise<string | null> {
  if (app.config.remoteApiUrl !== null) return await remoteSignOutAddress(app);
  return `${app.config.baseUrl}/auth/sign-out?return_to=${encodeURIComponent(signedOutPath)}`;
}

export const signedOutPath = '/sign-in?signed-out=1';

function serviceAddress(app: Chapterhouse, page: string): string | null {
  if (app.config.remoteApiUrl !== null) return null;
  return `${app.config.baseUrl}/auth/organisation/${app.site().organisationId}/${page}`;
}
