import type { Facet } from '@/lib/directory/search';
import { yesOf } from '@/lib/directory/yes-no';
import { directoryText } from '@/lib/messages/directory';
import { formatNumber } from '@/lib/messages/locale';
import { say } from '@/lib/messages/say';
import { buttonStyle } from '../ui/button';
import { withFacet } from './addresses';
import { useSearchControls } from './search-controls';
import { searchFormId } from './search-form';

/**
 * The yes/no questions as switches, such as "Accepting new clients". On a phone, the switches and the filters are in
 * one line that scrolls sideways.
 */
export function Switches({ facets }: { facets: Facet[] }) {
  const { filter, noun, search } = useSearchControls();
  const switches = facets.flatMap((facet) => {
    const yes = yesOf(facet);
    return yes === null ? [] : [{ facet, yes }];
  });
  if (switches.length === 0) return null;
  return (
    <div
      role="group"
      aria-label={say(directoryText.switches, { many: noun.many })}
      className="flex shrink-0 gap-2 md:flex-wrap"
    >
      {switches.map(({ facet: { key, label }, yes: { id, count, isChosen } }) => (
        <label
          key={key}
          className="flex min-h-10 shrink-0 items-center gap-2 rounded-full border border-line-strong bg-surface px-3 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="checkbox"
            role="switch"
            form={searchFormId}
            name={key}
            value={id}
            checked={isChosen}
            disabled={count === 0 && !isChosen}
            onChange={(event) =>
              search(withFacet(filter, { key, value: id, isChosen: event.target.checked }))
            }
            className="size-4.5 shrink-0"
          />
          {label}
          {!isChosen && (
            <span className="relative text-sm text-ink-soft tabular-nums">
              {formatNumber(count)}
              <span className="sr-only"> {say(directoryText.countOf, { ...noun, count })}</span>
            </span>
          )}
        </label>
      ))}
      <noscript>
        <button form={searchFormId} className={buttonStyle('quiet')}>
          {directoryText.applySwitches}
        </button>
      </noscript>
    </div>
  );
}
