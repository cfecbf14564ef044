const firstMs = 5_000;
/** A webhook is disabled when one of its events has failed for this long. */
export const giveUpMs = 3 * 24 * 3600 * 1000;
const maxMs = 2 * 3600 * 1000;
const maxRequestedMs = 6 * 3600 * 1000;

/**
 * The pause after `failures` attempts that failed in a row. It doubles each time, from 5 seconds to 2 hours. It is
 * shortened at random by up to half, so that the events of an outage are not all sent together.
 * @param random 0 to 1
 * @param requestedMs the pause that the receiver asked for in Retry-After; null: it asked for none
 */
export function pauseMs(
  failures: number,
  { random, requestedMs, most = maxMs }: { random: number; requestedMs: number | null; most?: number },
): number {
  const full = Math.min(firstMs * 2 ** Math.min(failures - 1, 30), most);
  return Math.max(Math.round(full * (1 - random / 2)), Math.min(requestedMs ?? 0, maxRequestedMs));
}
