import type { Facet, FacetOption } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { formatNumber } from '@/lib/messages/locale';
import { say } from '@/lib/messages/say';

/**
 * The text beside an option: the number of members it finds ("12"). In a facet with a choice, another option shows how
 * many members it would add to the list ("+12"), and a chosen one shows nothing, because the heading has the number.
 * `isAll`: members must have all chosen options, so another one never adds a member, and its count is the number that
 * remain. `isUseless` means that choosing the option would change nothing or find nobody.
 */
export function countBeside(
  { count, isChosen }: FacetOption,
  { options }: Facet,
  { total, isAll }: { total: number; isAll: boolean },
): { text: string; isUseless: boolean } {
  if (isChosen) return { text: '', isUseless: false };
  if (isAll || !options.some((option) => option.isChosen))
    return { text: formatNumber(count), isUseless: count === 0 };
  // The option's count is that of the list with the option, so the difference is the members who are not in the list
  // yet.
  const added = count - total;
  return { text: say(directoryText.added, { count: added }), isUseless: added === 0 };
}
