import type { OfficeMe } from '@/lib/contract/office';

/** The service accepts a sensitive action only soon after a sign-in. */
export function isSignInRecent({ RecentUntil: until }: OfficeMe, now: Date): boolean {
  return until !== null && now < new Date(until);
}
