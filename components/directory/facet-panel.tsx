'use client';

import { useEffect, useRef, type MouseEvent } from 'react';
import type { Facet } from '@/lib/directory/search';
import { isYes, yesOf } from '@/lib/directory/yes-no';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { buttonStyle } from '../ui/button';
import { FacetGroup } from './facet-group';
import { focusAfterSearch } from './focus-after-search';
import { useSearchControls } from './search-controls';
import { searchFormId } from './search-form';

/** A button opens the fields as a sheet: over the whole page on a phone, over its left side in a wider window. */
export function FacetPanel({ facets, total }: { facets: Facet[]; total: number }) {
  const { filter, noun } = useSearchControls();
  const panel = useRef<HTMLDetailsElement>(null);
  const chosen = Object.values(filter.facets).flat().length;
  const shown = facets.filter((facet) => isShown(facet, Object.hasOwn(filter.facets, facet.key)));
  const isEmpty = shown.length === 0;
  useEffect(() => (panel.current === null ? undefined : closeLikeSheet(panel.current)), [isEmpty]);
  if (isEmpty) return null;
  const showResults = (event: MouseEvent) => {
    event.preventDefault();
    if (panel.current !== null) panel.current.open = false;
    focusAfterSearch('results');
  };
  return (
    <details ref={panel} className="facets shrink-0 print:hidden">
      <summary className={`${buttonStyle('quiet')} justify-between whitespace-nowrap`}>
        {say(directoryText.filtersChosen, { count: chosen })}
      </summary>
      <div className="facets-sheet space-y-6">
        {shown.map((facet) => (
          <FacetGroup key={facet.key} facet={facet} total={total} />
        ))}
        <div className="facets-foot">
          <noscript>
            <button form={searchFormId} className={`${buttonStyle('main')} w-full`}>
              {directoryText.apply}
            </button>
          </noscript>
          <a
            href="#results"
            onClick={showResults}
            className={`${buttonStyle('main')} w-full noscript:hidden`}
          >
            {say(directoryText.showResults, { ...noun, count: total })}
          </a>
        </div>
      </div>
    </details>
  );
}

/**
 * A facet whose only options are "Yes" and "No" is a switch at the top of the page. The panel shows such a facet only
 * if the page's URL chooses "No".
 */
function isShown(facet: Facet, isUsed: boolean): boolean {
  if (yesOf(facet) !== null) return facet.options.some(({ name, isChosen }) => isChosen && !isYes(name));
  return facet.options.length > 1 || isUsed;
}

function closeLikeSheet(panel: HTMLDetailsElement): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    panel.open = false;
    panel.querySelector('summary')?.focus();
  };
  const onFocusOut = ({ relatedTarget: to }: FocusEvent) => {
    if (!(to instanceof Node) || panel.contains(to)) return;
    // A mouse press on a label, a heading or empty space moves the focus to `main`, which contains the panel. The sheet
    // must stay open then. Chromium also crashes if the text at the place of a press is hidden during the press.
    if (!to.contains(panel)) panel.open = false;
  };
  const onClick = ({ target }: Event) => {
    if (target instanceof Node && target.isConnected && !panel.contains(target)) panel.open = false;
  };
  panel.addEventListener('keydown', onKey);
  panel.addEventListener('focusout', onFocusOut);
  document.addEventListener('click', onClick);
  return () => {
    document.removeEventListener('click', onClick);
    panel.removeEventListener('keydown', onKey);
    panel.removeEventListener('focusout', onFocusOut);
  };
}
