/**
 * The same date in the next year, or 28 February for a leap day.
 * @param day an ISO day
 */
export function nextYear(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const isLeapDay = month === '02' && date === '29';
  return `${String(Number(year) + 1).padStart(4, '0')}-${month}-${isLeapDay ? '28' : date}`;
}

/**
 * The last day after a payment for a year: the same date in a later year, and not in the past.
 * @param last null: the membership never ends
 * @param today an ISO day
 */
export function lastDayAfterPayment(last: string | null, today: string): string | null {
  if (last === null) return null;
  const next = nextYear(last);
  return next < today ? lastDayAfterPayment(next, today) : next;
}
