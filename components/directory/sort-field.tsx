'use client';

import { directoryText } from '@/lib/messages/directory';
import { buttonStyle } from '../ui/button';
import { withSort } from './addresses';
import { useSearchControls } from './search-controls';
import { searchFormId } from './search-form';

export function SortField() {
  const { filter, search } = useSearchControls();
  const usual =
    filter.near !== null
      ? directoryText.sortDistance
      : filter.text !== ''
        ? directoryText.sortRelevance
        : directoryText.sortFair;
  return (
    <div className="flex items-center gap-2 text-sm">
      <label className="flex items-center gap-2">
        <span className="sr-only">{directoryText.sort}</span>
        <select
          form={searchFormId}
          name="sort"
          value={filter.sort}
          onChange={(event) => search(withSort(filter, event.target.value))}
          className="min-h-9 rounded-lg border border-line-strong bg-surface px-2"
        >
          <option value="default">{usual}</option>
          <option value="name">{directoryText.sortName}</option>
          <option value="joined">{directoryText.sortJoined}</option>
          <option value="newest">{directoryText.sortNewest}</option>
        </select>
      </label>
      <noscript>
        <button form={searchFormId} className={buttonStyle('quiet')}>
          {directoryText.sortApply}
        </button>
      </noscript>
    </div>
  );
}
