/** The service's pages outside the API's contract: they exist when the service is our own, else null. */
import type { Chapterhouse } from '@/lib/chapterhouse';

/** Where members choose whether they are listed, and what is shown. */
export function preferencesAddress(house: Chapterhouse): string | null {
  return serviceAddress(house, 'preferences');
}

/** Ends the service's session and returns to confirm it. */
export function signOutAddress(house: Chapterhouse): string | null {
  if (house.config.remoteApiUrl !== null) return null;
  return `${house.config.baseUrl}/auth/sign-out?return_to=${encodeURIComponent(signedOutPath)}`;
}

/** The page that confirms it. */
export const signedOutPath = '/sign-in?signed-out=1';

function serviceAddress(house: Chapterhouse, page: string): string | null {
  if (house.config.remoteApiUrl !== null) return null;
  return `${house.config.baseUrl}/auth/organisation/${house.site().organisationId}/${page}`;
}
