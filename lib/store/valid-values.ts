/** Defaults replace stored values that cannot be used; see `sound-settings.ts`. */
import { isTimeZone } from '@/lib/contract/fields/text-kinds';
import { financialStatuses, type FinancialStatus } from '@/lib/contract/words';

const defaults = { timeZone: 'UTC', noticeDays: 30, listedStatuses: ['financial', 'expiring'] } as const;

/** Returns UTC if the time zone does not exist. */
export function validTimeZone(timeZone: string): string {
  let isKnown = knownZones.get(timeZone);
  if (isKnown === undefined) knownZones.set(timeZone, (isKnown = isTimeZone(timeZone)));
  return isKnown ? timeZone : defaults.timeZone;
}

/** Every request uses a zone, and checking a zone takes about 50 µs. Only the zones of organisations are checked. */
const knownZones = new Map<string, boolean>();

/** Returns 30 if `days` is negative or longer than a year. */
export function validNoticeDays(days: number): number {
  return days >= 0 && days <= 366 ? days : defaults.noticeDays;
}

/** @param json a JSON list of statuses from a column */
export function validStatuses(json: string): FinancialStatus[] {
  try {
    const list: unknown = JSON.parse(json);
    if (Array.isArray(list)) return financialStatuses.filter((status) => list.includes(status));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return [...defaults.listedStatuses];
}
