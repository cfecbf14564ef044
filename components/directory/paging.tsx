import type { DirectoryFilter } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { directoryHref, type DirectoryPath } from './addresses';
import { SearchLink } from './search-link';

export function Paging({
  path,
  filter,
  pageCount,
}: {
  path: DirectoryPath;
  filter: DirectoryFilter;
  pageCount: number;
}) {
  if (pageCount < 2) return null;
  const page = Math.min(filter.page, pageCount);
  const at = (number: number) => ({
    filter: { ...filter, page: number },
    href: directoryHref(path, { ...filter, page: number }),
  });
  return (
    <nav aria-label={directoryText.pages} className="mt-8 print:hidden">
      <ul className="flex flex-wrap items-center gap-1">
        {page > 1 && (
          <li>
            <SearchLink {...at(page - 1)} rel="prev" then="results" className={linkStyle}>
              {directoryText.previous}
            </SearchLink>
          </li>
        )}
        {pagesAround(page, pageCount).map((number, index, all) => (
          <li key={number} className="flex items-center gap-1">
            {index > 0 && number - (all[index - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
            {number === page ? (
              <span aria-current="page" className={`${linkStyle} bg-fill text-on-fill`}>
                <span className="sr-only">{say(directoryText.currentPage, { page: number })}</span>
                <span aria-hidden="true">{number}</span>
              </span>
            ) : (
              <SearchLink
                {...at(number)}
                then="results"
                aria-label={say(directoryText.page, { page: number })}
                className={linkStyle}
              >
                {number}
              </SearchLink>
            )}
          </li>
        ))}
        {page < pageCount && (
          <li>
            <SearchLink {...at(page + 1)} rel="next" then="results" className={linkStyle}>
              {directoryText.next}
            </SearchLink>
          </li>
        )}
      </ul>
    </nav>
  );
}

const linkStyle =
  'flex min-h-11 min-w-11 items-center justify-center rounded-lg px-3 font-medium no-underline hover:bg-sunken';

function pagesAround(page: number, pageCount: number): number[] {
  const candidates = [1, page - 2, page - 1, page, page + 1, page + 2, pageCount];
  const inside = candidates.filter((number) => number >= 1 && number <= pageCount);
  return [...new Set(inside)].sort((a, b) => a - b);
}
