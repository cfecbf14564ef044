import type { DirectoryFilter, Facet, SearchResult } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { formatList } from '@/lib/messages/locale';
import { say } from '@/lib/messages/say';

/** The map's content in words: the members' states, and how many members are not on the map. */
export function MemberStates({ filter, result }: { filter: DirectoryFilter; result: SearchResult }) {
  const sentences = [statesOf(result), unplacedOf(filter, result)].filter((sentence) => sentence !== null);
  if (sentences.length === 0) return null;
  return <p className="mt-4 text-ink-soft print:hidden">{sentences.join(' ')}</p>;
}

// The number of states that a reader can take in quickly.
const namedStates = 3;

/** The states in words. null: they add nothing, because there is one state, or the visitor chose states. */
function statesOf({ facets, total }: SearchResult): string | null {
  const states = facets.find(({ key }) => key === 'state')?.options ?? [];
  const found = states.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  // If the visitor chose a state, the counts of other states include members whom this search did not find. So the text
  // is left out.
  if (found.length < 2 || isChosen(states)) return null;
  const named = found.slice(0, namedStates);
  const others = total - named.reduce((sum, { count }) => sum + count, 0);
  const parts = named.map(({ name, count }) => say(directoryText.inState, { name, count }));
  if (others > 0) parts.push(say(directoryText.elsewhere, { count: others }));
  return `${formatList(parts)}.`;
}

function isChosen(options: Facet['options']): boolean {
  return options.some((option) => option.isChosen);
}

function unplacedOf({ near, box }: DirectoryFilter, { unplaced }: SearchResult): string | null {
  if (unplaced === 0) return null;
  const leavesOut = near !== null || box !== null;
  return say(leavesOut ? directoryText.unplacedLeftOut : directoryText.unplaced, { count: unplaced });
}
