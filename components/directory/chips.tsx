import type { DirectoryFilter, Facet } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { directoryHref, type DirectoryPath } from './addresses';
import { chosenOf, nothingChosen } from './chosen';
import { SearchLink } from './search-link';

export function Chips({
  path,
  filter,
  facets,
}: {
  path: DirectoryPath;
  filter: DirectoryFilter;
  facets: Facet[];
}) {
  const chosen = chosenOf(filter, facets);
  if (chosen.length === 0) return null;
  return (
    <ul
      id="chips"
      aria-label={directoryText.applied}
      className="flex gap-2 wrap-anywhere max-md:shrink-0 md:flex-wrap"
    >
      {chosen.map(({ key, name, without }, index) => (
        <li key={key}>
          <SearchLink
            href={directoryHref(path, without)}
            filter={without}
            then={{ chip: index }}
            aria-label={say(directoryText.remove, { name })}
            className="flex min-h-10 items-center gap-2 rounded-full border border-accent bg-accent-soft px-3 text-accent no-underline hover:underline"
          >
            {name}
            <span aria-hidden="true">✕</span>
          </SearchLink>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <SearchLink
            href={directoryHref(path, nothingChosen(filter))}
            filter={nothingChosen(filter)}
            then="results"
            className="flex min-h-10 items-center px-2 text-accent underline"
          >
            {directoryText.removeAll}
          </SearchLink>
        </li>
      )}
    </ul>
  );
}
