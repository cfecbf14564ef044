import type { MissedSearchesBody, MissedSearchBody } from '@/lib/contract/missed-searches';
import { searchesText } from '@/lib/messages/office-pages';
import { say } from '@/lib/messages/say';
import { addSynonymPath } from '@/lib/office-pages/new-synonym';
import { ScrollRegion } from '../ui/scroll-region';
import { TableHead } from './table-head';

interface Props {
  found: MissedSearchesBody;
  mayAddSynonyms: boolean;
}

export function MissedSearchList({ found, mayAddSynonyms }: Props) {
  const { Searches: searches, Days: days, AtLeast: atLeast } = found;
  return (
    <>
      <p className="max-w-prose">{say(searchesText.lead, { days, atLeast })}</p>
      {searches.length === 0 ? (
        <p>{searchesText.none}</p>
      ) : (
        <ScrollRegion label={searchesText.title}>
          <table className="w-full text-left">
            <TableHead
              heads={[searchesText.words, searchesText.count, searchesText.places, searchesText.actions]}
            />
            <tbody data-rows>
              {searches.map((search) => (
                <Row key={search.Words} search={search} mayAddSynonyms={mayAddSynonyms} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </>
  );
}

const linkStyle = 'inline-flex min-h-11 items-center text-accent underline';

function Row({ search, mayAddSynonyms }: { search: MissedSearchBody; mayAddSynonyms: boolean }) {
  const { Words: words, Count: count, Places: places } = search;
  return (
    <tr className="border-b border-line align-top">
      <th scope="row" className="min-w-32 py-3 pr-4 font-medium wrap-anywhere">
        {words}
      </th>
      <td className="py-3 pr-4">{count}</td>
      <td className="py-1 pr-4">
        {places.length === 0 ? (
          <span className="inline-flex min-h-11 items-center text-ink-soft">{searchesText.noPlace}</span>
        ) : (
          <ul>
            {places.map(({ Name: name, Count: number }) => (
              <li key={name}>
                <a href={searchPath({ q: words, near: name })} className={linkStyle}>
                  {say(searchesText.place, { name, count: number })}
                </a>
              </li>
            ))}
          </ul>
        )}
      </td>
      <td className="py-1">
        <span className="flex flex-wrap gap-x-4">
          <a href={searchPath({ q: words })} className={linkStyle}>
            {searchesText.search}
            <span className="sr-only">: {words}</span>
          </a>
          {mayAddSynonyms && (
            <a href={addSynonymPath(words)} className={linkStyle}>
              {searchesText.addSynonym}
              <span className="sr-only">: {words}</span>
            </a>
          )}
        </span>
      </td>
    </tr>
  );
}

function searchPath(parameters: Record<string, string>): string {
  return `/?${new URLSearchParams(parameters)}`;
}
