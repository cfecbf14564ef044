/**
 * Addresses of pages of the service that are not in the API's contract. They are null if the service is not our own.
 */
import type { Chapterhouse } from '@/lib/chapterhouse';
import { remoteSignOutAddress } from './remote-sign-out';

/** The page where members choose whether they are listed, and what is shown. */
export function preferencesAddress(app: Chapterhouse): string | null {
  return serviceAddress(app, 'preferences');
}

/** The address at which people see and download their data and ask for erasure. */
export function ownDataAddress(app: Chapterhouse): string | null {
  return serviceAddress(app, 'own-data');
}

/** The page where people add, rename and remove their passkeys. */
export function passkeysAddress(app: Chapterhouse): string | null {
  return serviceAddress(app, 'passkeys');
}

/**
 * The address that ends the service's session and returns to confirm it. null: the service of another site cannot do
 * that, or does not respond.
 */
export async function signOutAddress(app: Chapterhouse): Promise<string | null> {
  if (app.config.remoteApiUrl !== null) return await remoteSignOutAddress(app);
  return `${app.config.baseUrl}/auth/sign-out?return_to=${encodeURIComponent(signedOutPath)}`;
}

/** The page that confirms that the person is signed out here. */
export const signedOutPath = '/sign-in?signed-out=1';

function serviceAddress(app: Chapterhouse, page: string): string | null {
  if (app.config.remoteApiUrl !== null) return null;
  return `${app.config.baseUrl}/auth/organisation/${app.site().organisationId}/${page}`;
}
