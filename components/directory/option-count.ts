import type { Facet, FacetOption } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { formatNumber } from '@/lib/messages/locale';
import { say } from '@/lib/messages/say';

/**
 * Returns the text beside an option. If the facet has no chosen option, the text says how many members the option finds
 * ("12"). If the facet has a chosen option, the text says how many members the option would add ("+12"). The chosen
 * option itself has no text, because the heading has the number. With `isAll`, members must have all the chosen
 * options, so a further option can only remove members. The text is then the number of members that would remain.
 * `isUseless` is true if choosing the option would change nothing or find nobody.
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
