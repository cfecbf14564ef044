'use client';

import type { Facet } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { buttonStyle } from '../ui/button';
import { FacetGroup } from './facet-group';
import { useSearchControls } from './search-controls';
import { searchFormId } from './search-form';

/** The facets: beside the list if there is room, otherwise behind a button. Their fields belong to the search form. */
export function FacetPanel({ facets, total, isAside }: { facets: Facet[]; total: number; isAside: boolean }) {
  const { filter } = useSearchControls();
  const chosen = Object.values(filter.facets).flat().length;
  const shown = facets.filter((facet) => facet.options.length > 1 || Object.hasOwn(filter.facets, facet.key));
  if (shown.length === 0) return null;
  return (
    <details className={`facets print:hidden ${isAside ? 'facets-aside' : ''}`}>
      <summary className={`${buttonStyle('quiet')} w-full justify-between sm:w-auto`}>
        {say(directoryText.filtersChosen, { count: chosen })}
      </summary>
      <div className="mt-4 space-y-6">
        {shown.map((facet) => (
          <FacetGroup key={facet.key} facet={facet} />
        ))}
        <noscript>
          <button form={searchFormId} className={buttonStyle('main')}>
            {directoryText.apply}
          </button>
        </noscript>
        <a href="#results" className={`${buttonStyle('main')} facets-close w-full`}>
          {say(directoryText.showResults, { count: total })}
        </a>
      </div>
    </details>
  );
}
