import { useId } from 'react';
import { lookUp } from '@/lib/base/look-up';
import type { LocationPrecision } from '@/lib/contract/words';
import { locationFieldText, locationText } from '@/lib/messages/office-location';
import { ownEntryText } from '@/lib/messages/own-entry';
import { precisionLooks, precisionText, preferencesText } from '@/lib/messages/preferences';
import { say } from '@/lib/messages/say';
import type { LocationFormState } from '@/lib/office-pages/save-location';
import { fieldGroupStyle } from './field-group';

interface Props {
  state: LocationFormState;
  /** The page where members hide all their places. null: it is not known. */
  hidePath: string | null;
}

/** `radius`: of the circle on a drawn map of 48 pixels. null: a pin. */
const choices: readonly { precision: LocationPrecision; radius: number | null }[] = [
  { precision: 'exact', radius: null },
  { precision: 'suburb', radius: 8 },
  { precision: 'postcode', radius: 13 },
  { precision: 'state', radius: 20 },
];

/** How exactly visitors see the place, with what each choice looks like. */
export function PrecisionFields({ state, hidePath }: Props) {
  const id = useId();
  const { values, was, problems, conflicts } = state;
  const problem = lookUp(problems, 'Precision');
  const theirs = lookUp(conflicts, 'Precision');
  const chosen = lookUp(values, 'Precision');
  return (
    <fieldset className={fieldGroupStyle} aria-describedby={id}>
      <legend className="px-1 text-lg font-semibold">{locationFieldText.Precision}</legend>
      <input type="hidden" name="was.Precision" value={lookUp(was, 'Precision') ?? ''} />
      <div className="grid">
        {choices.map(({ precision, radius }) => (
          <div key={precision} className="flex min-h-11 items-start gap-3 py-2">
            <input
              id={`${id}-${precision}`}
              type="radio"
              name="Precision"
              value={precision}
              defaultChecked={chosen === precision}
              aria-describedby={`${id}-${precision}-look`}
              className="mt-0.5 size-5 shrink-0"
            />
            <Look radius={radius} />
            <div className="grow">
              <label htmlFor={`${id}-${precision}`} className="block">
                {precisionText[precision]}
              </label>
              <p id={`${id}-${precision}-look`} className="text-sm text-ink-soft">
                {precisionLooks[precision]}
              </p>
            </div>
          </div>
        ))}
      </div>
      <div id={id}>
        {(problem !== undefined || theirs !== undefined) && (
          <p className="text-sm font-medium text-warn">
            {problem ??
              say(locationText.theirs, {
                value: lookUp<string>(precisionText, theirs ?? '') ?? theirs ?? '',
              })}
          </p>
        )}
        {hidePath !== null && (
          <p className="text-sm text-ink-soft">
            {ownEntryText.hidePlaces}{' '}
            <a href={hidePath} className="inline-flex min-h-6 items-center text-accent underline">
              {preferencesText.title}
            </a>
          </p>
        )}
      </div>
    </fieldset>
  );
}

/** Some streets with what the map shows: the same marks as the picture of a profile's map. */
function Look({ radius }: { radius: number | null }) {
  return (
    <svg
      viewBox="0 0 48 48"
      aria-hidden="true"
      className="size-12 shrink-0 rounded-lg border border-line bg-sunken"
    >
      <path
        d="M0 15 48 9M0 34 48 30M14 0 18 48M35 0 33 48"
        className="fill-none stroke-line"
        strokeWidth="3"
      />
      {radius === null ? (
        <circle cx="25" cy="22" r="5" className="fill-accent stroke-surface" strokeWidth="2" />
      ) : (
        <circle
          cx="24"
          cy="24"
          r={radius}
          className="fill-accent/30 stroke-accent"
          strokeWidth="1.5"
          strokeDasharray="4 3"
        />
      )}
    </svg>
  );
}
