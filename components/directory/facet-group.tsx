'use client';

import { useState } from 'react';
import { optionsShownFirst } from '@/lib/directory/model/options-shown-first';
import type { Facet, FacetOption } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { withFacet, changed, directoryHref } from './addresses';
import { countBeside } from './option-count';
import { useSearchControls } from './search-controls';
import { searchFormId } from './search-form';
import { lookUp } from '@/lib/base/look-up';
import { SearchLink } from './search-link';

/** Options keep their order, and are shown even if they would find nobody. */
export function FacetGroup({ facet, total }: { facet: Facet; total: number }) {
  const { filter } = useSearchControls();
  const chosen = lookUp(filter.facets, facet.key) ?? [];
  const first = facet.options.slice(0, optionsShownFirst);
  const rest = facet.options.slice(optionsShownFirst);
  const hasChosen = rest.some((option) => chosen.includes(option.id));
  // The group stays open when its last ticked box is unticked, because that box has the focus.
  const [isOpen, setIsOpen] = useState(hasChosen);
  // A single hidden option does not justify a button.
  const isSplit = rest.length > 1;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold wrap-anywhere">{facet.label}</legend>
      <AnyOrAll facet={facet} chosenCount={chosen.length} />
      <Options facet={facet} total={total} options={isSplit ? first : facet.options} chosen={chosen} />
      {isSplit && (
        <details open={isOpen || hasChosen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary className="flex min-h-8 items-center text-sm text-accent underline">
            {say(directoryText.more, { count: rest.length })}
          </summary>
          <Options facet={facet} total={total} options={rest} chosen={chosen} />
        </details>
      )}
    </fieldset>
  );
}

function Options({
  facet,
  total,
  options,
  chosen,
}: {
  facet: Facet;
  total: number;
  options: FacetOption[];
  chosen: string[];
}) {
  const { filter, noun, search } = useSearchControls();
  return options.map((option) => {
    const isChosen = chosen.includes(option.id);
    const isAll = filter.all.includes(facet.key);
    const { text, isUseless } = countBeside(option, facet, { total, isAll });
    const isDisabled = isUseless && !isChosen;
    return (
      <label
        key={option.id}
        className={`flex min-h-8 items-center gap-2.5 ${isDisabled ? 'cursor-default text-ink-soft' : ''}`}
      >
        <input
          type="checkbox"
          form={searchFormId}
          name={facet.key}
          value={option.id}
          checked={isChosen}
          disabled={isDisabled}
          onChange={(event) =>
            search(withFacet(filter, { key: facet.key, value: option.id, isChosen: event.target.checked }))
          }
          className="size-4.5 shrink-0"
        />
        <span className="grow wrap-anywhere">{option.name}</span>
        <span className="relative text-sm text-ink-soft tabular-nums">
          {text}
          {text !== '' && (
            <span className="sr-only"> {say(directoryText.countOf, { ...noun, count: option.count })}</span>
          )}
        </span>
      </label>
    );
  });
}

/**
 * Shows the choice between any and all, but only if a member can have several values of the facet and the visitor has
 * chosen at least one value.
 */
function AnyOrAll({ facet, chosenCount }: { facet: Facet; chosenCount: number }) {
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
