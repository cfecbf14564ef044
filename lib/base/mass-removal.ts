const maxShare = 0.1;
const maxCount = 50;

/**
 * Whether a file or response would remove so many members that it is probably wrong: more than 50 members, more than 10
 * % of the known members, or all members. To remove one of several members is never too much, because in a small
 * association one person may be more than 10 %.
 */
export function isMassRemoval(removed: number, known: number): boolean {
  if (removed === 0) return false;
  return removed > maxCount || removed >= known || (removed > 1 && removed > known * maxShare);
}
