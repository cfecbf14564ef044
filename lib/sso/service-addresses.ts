/** The pages of the service that are no part of the API's contract: there when the service is our own, else null. */
import type { Chapterhouse } from '@/lib/chapterhouse';

/** Where members choose whether they are listed, and what is shown of them. */
export function preferencesAddress(house: Chapterhouse): string | null {
  return serviceAddress(house, 'preferences');
}

function serviceAddress(house: Chapterhouse, page: string): string | null {
  if (house.config.remoteApiUrl !== null) return null;
  return `${house.config.baseUrl}/auth/organisation/${house.site().organisationId}/${page}`;
}
