/**
 * The same date in the next year, or 28 February for a leap day.
 * @param day an ISO day
 */
export function nextYear(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const isLeapDay = month === '02' && date === '29';
  return `${String(Number(year) + 1).padStart(4, '0')}-${month}-${isLeapDay ? '28' : date}`;
}
