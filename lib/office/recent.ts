import type { OfficeMe } from '@/lib/membership-api/office';

/** Whether the service would accept a sensitive action now. */
export function isSignInRecent({ RecentUntil: until }: OfficeMe, now: Date): boolean {
  return until !== null && now < new Date(until);
}
