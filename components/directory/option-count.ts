import type { Facet, FacetOption } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { formatNumber } from '@/lib/messages/locale';
import { say } from '@/lib/messages/say';

/**
 * Returns the text beside an option: the number of members that the option finds ("12"). If the facet has a chosen
 * option, every other option shows how many members it would add ("+12"). A chosen option shows nothing, because the
 * heading has the number. With `isAll`, members must have all chosen options. So every other option shows how many
 * members would remain. `isUseless`: choosing the option would change nothing or find nobody.
 */
export function countBeside(
  { count, isChosen }: FacetOption,
  { options }: Facet,
  { total, isAll }: { total: number; isAll: boolean },
): { text: string; isUseless: boolean } {
  if (isChosen) return { text: '', isUseless: false };
  if (isAll || !options.some((option) => option.isChosen))
    return { text: formatNumber(count), isUseless: count === 0 };
  // `count` is the number of members found if this option is chosen too. `total` is the number found without this
  // option.
  const added = count - total;
  return { text: say(directoryText.added, { count: added }), isUseless: added === 0 };
}
