/** The pages of the service that are no part of the API's contract: there when the service is our own, else null. */
import type { Chapterhouse } from '@/lib/chapterhouse';

/** Where members choose whether they are listed, and what is shown of them. */
export function preferencesAddress(house: Chapterhouse): string | null {
  return serviceAddress(house, 'preferences');
}

/** Ends the service's session and comes back to say that all is done. */
export function signOutAddress(house: Chapterhouse): string | null {
  if (house.config.remoteApiUrl !== null) return null;
  return `${house.config.baseUrl}/auth/sign-out?return_to=${encodeURIComponent(signedOutPath)}`;
}

/** The page that says so. */
export const signedOutPath = '/sign-in?signed-out=1';

function serviceAddress(house: Chapterhouse, page: string): string | null {
  if (house.config.remoteApiUrl !== null) return null;
  return `${house.config.baseUrl}/auth/organisation/${house.site().organisationId}/${page}`;
}
