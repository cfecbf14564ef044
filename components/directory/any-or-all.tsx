import type { Facet } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { changed, directoryHref } from './addresses';
import { useSearchControls } from './search-controls';
import { searchFormId } from './search-form';
import { SearchLink } from './search-link';

/**
 * Shows the choice between any and all, but only if a member can have several values of the facet and the visitor has
 * chosen at least one value.
 */
export function AnyOrAll({ facet, chosenCount }: { facet: Facet; chosenCount: number }) {
  const { filter, noun, path } = useSearchControls();
  const isAll = filter.all.includes(facet.key);
  if (facet.hasSeveral !== true || chosenCount === 0) return null;
  const others = filter.all.filter((key) => key !== facet.key);
  const choices = [
    { name: directoryText.any, isChosen: !isAll, there: changed(filter, { all: others }) },
    {
      name: directoryText.all,
      isChosen: isAll,
      there: changed(filter, { all: [...others, facet.key].sort() }),
    },
  ];
  return (
    <>
      {isAll && <input type="hidden" form={searchFormId} name="all" value={facet.key} />}
      <ul
        aria-label={say(directoryText.matching, { label: facet.label, many: noun.many })}
        className="mb-1 flex w-fit divide-x divide-line-strong rounded-lg border border-line-strong bg-surface text-sm"
      >
        {choices.map(({ name, isChosen, there }) => (
          <li key={name}>
            <SearchLink
              href={directoryHref(path, there)}
              filter={there}
              aria-current={isChosen || undefined}
              className={`flex min-h-8 items-center rounded-lg px-3 no-underline ${isChosen ? 'font-semibold text-accent' : 'text-ink hover:text-accent'}`}
            >
              {name}
            </SearchLink>
          </li>
        ))}
      </ul>
    </>
  );
}
