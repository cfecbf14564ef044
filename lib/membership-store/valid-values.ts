/** Stored values that cannot be used are replaced by defaults; see `sound-settings.ts`. */
import { isTimeZone } from '@/lib/membership-api/fields/text-kinds';
import { financialStatuses, type FinancialStatus } from '@/lib/membership-api/words';

const defaults = { timeZone: 'UTC', noticeDays: 30, listedStatuses: ['financial', 'expiring'] } as const;

/** The zone itself, or UTC if there is no such zone. */
export function validTimeZone(timeZone: string): string {
  let isKnown = knownZones.get(timeZone);
  if (isKnown === undefined) knownZones.set(timeZone, (isKnown = isTimeZone(timeZone)));
  return isKnown ? timeZone : defaults.timeZone;
}

/** Used in every request; a check by the runtime takes about 50 µs. At most as many as organisations' zones. */
const knownZones = new Map<string, boolean>();

/** The days themselves, or 30 if no calendar has that many. */
export function validNoticeDays(days: number): number {
  return days >= 0 && days <= 366 ? days : defaults.noticeDays;
}

/** From the JSON list in a column. */
export function validStatuses(json: string): FinancialStatus[] {
  try {
    const list: unknown = JSON.parse(json);
    if (Array.isArray(list)) return financialStatuses.filter((status) => list.includes(status));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return [...defaults.listedStatuses];
}
