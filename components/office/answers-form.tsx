'use client';

import { useActionState } from 'react';
import { lookUp } from '@/lib/base/look-up';
import type { OfficeStructure } from '@/lib/contract/office';
import { answersText } from '@/lib/messages/office-answers';
import { say } from '@/lib/messages/say';
import { choicesOf, type AnswersFormState } from '@/lib/office-pages/answers-form';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Tick } from '../ui/tick';
import { TextArea } from '../ui/text-area';
import { FocusedNotice } from './focused-notice';
import { RefusalNotice } from './refusal-notice';

interface Props {
  action: (state: AnswersFormState, form: FormData) => Promise<AnswersFormState>;
  start: AnswersFormState;
  structure: OfficeStructure;
  /** The ID of the membership. */
  id: string;
  /** The path of the page. React uses it to find the response to a form that was sent without scripts. */
  path: string;
  /** Only of the member's own form: where the page is without the form. */
  cancelPath?: string;
}

export function AnswersForm({ action, start, structure, id, path, cancelPath }: Props) {
  const [state, send, isSending] = useActionState(action, start, path);
  const { values } = state;
  const isOwn = cancelPath !== undefined;
  const form = (
    <form
      key={state.turn}
      action={send}
      noValidate
      className={isOwn ? 'grid gap-5' : '[columns:3_19rem] gap-x-8 pt-2 *:mb-4 *:break-inside-avoid'}
    >
      {state.refusal !== null && (
        <div className="[column-span:all]">
          <FocusedNotice turn={state.turn}>
            <RefusalNotice refusal={state.refusal} />
          </FocusedNotice>
        </div>
      )}
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="was" value={state.was} />
      {structure.Extras.length === 0 && <p className="text-ink-soft">{answersText.noQuestions}</p>}
      {structure.Extras.map((extra) => (
        <Question key={extra.ID} extra={extra} answers={lookUp(values.answers, extra.ID) ?? []} />
      ))}
      <Addons structure={structure} values={values} />
      <p className="flex flex-wrap items-center gap-x-4 [column-span:all]">
        <button type="submit" aria-disabled={isSending} className={buttonStyle(isOwn ? 'main' : 'quiet')}>
          {isOwn ? answersText.saveOwn : answersText.save}
        </button>
        {isOwn && (
          <a href={cancelPath} className="inline-flex min-h-11 items-center text-accent underline">
            {answersText.cancel}
          </a>
        )}
      </p>
    </form>
  );
  if (isOwn) return form;
  return (
    <section aria-labelledby="answers" className="rounded-xl border border-line bg-surface px-4 py-2">
      <details open>
        <summary id="answers" className="min-h-8 text-lg font-semibold">
          {answersText.title}
        </summary>
        {form}
      </details>
    </section>
  );
}

interface QuestionProps {
  extra: OfficeStructure['Extras'][number];
  answers: readonly string[];
}

function Question({ extra, answers }: QuestionProps) {
  const { ID, Question: question, AdminOnly, MembersOnly, IsOne: isOne } = extra;
  const choices = choicesOf(extra, answers);
  const hint = MembersOnly ? answersText.membersOnly : AdminOnly ? answersText.hidden : null;
  const asked = (
    <>
      <input type="hidden" name="extra" value={ID} />
      <input type="hidden" name={`question.${ID}`} value={question} />
    </>
  );
  const label = (
    <label htmlFor={`answer-${ID}`} className="font-medium">
      {question}
    </label>
  );
  // Earlier answers may be several. Boxes show them all.
  if (isOne && choices.length > 0 && answers.length < 2) {
    return (
      <div className="grid gap-1">
        {asked}
        {label}
        {hint !== null && (
          <p id={`answer-${ID}-hint`} className="text-sm text-ink-soft">
            {hint}
          </p>
        )}
        <select
          id={`answer-${ID}`}
          name={`answer.${ID}`}
          defaultValue={answers[0] ?? ''}
          aria-describedby={hint === null ? undefined : `answer-${ID}-hint`}
          className={`${fieldStyle} max-w-sm`}
        >
          <option value="">{answersText.none}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      </div>
    );
  }
  if (choices.length > 0) {
    return (
      <fieldset className="grid gap-1">
        <legend className="font-medium">{question}</legend>
        {asked}
        {hint !== null && <p className="text-sm text-ink-soft">{hint}</p>}
        <div className="flex flex-wrap gap-x-6">
          {choices.map((choice) => (
            <Tick key={choice} name={`answer.${ID}`} value={choice} isTicked={answers.includes(choice)}>
              {choice}
            </Tick>
          ))}
        </div>
      </fieldset>
    );
  }
  return (
    <div className="grid gap-1">
      {asked}
      {label}
      <p id={`answer-${ID}-hint`} className="text-sm text-ink-soft">
        {hint === null ? answersText.several : `${hint} ${answersText.several}`}
      </p>
      <TextArea
        id={`answer-${ID}`}
        name={`lines.${ID}`}
        rows={Math.max(1, answers.length)}
        defaultValue={answers.join('\n')}
        aria-describedby={`answer-${ID}-hint`}
      />
    </div>
  );
}

function Addons({ structure, values }: { structure: OfficeStructure; values: AnswersFormState['values'] }) {
  const nameOf = (addon: string) => structure.Addons.find(({ ID }) => ID === addon)?.Name ?? addon;
  if (structure.Addons.length === 0) return null;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">{answersText.addons}</legend>
      {values.addons.length > 0 && (
        <p id="addons-hint" className="text-sm text-ink-soft">
          {answersText.quantityHint}
        </p>
      )}
      {values.addons.map(({ id, quantity, expiry }, index) => (
        <div key={index} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-1">
          <input type="hidden" name={`addon.${index}.id`} value={id} />
          <p className="col-span-2 wrap-anywhere">{nameOf(id)}</p>
          <Labelled
            label={answersText.addQuantity}
            fullLabel={say(answersText.quantity, { name: nameOf(id) })}
            describedBy="addons-hint"
            name={`addon.${index}.quantity`}
            value={quantity}
          />
          <Labelled
            label={answersText.addExpiry}
            fullLabel={say(answersText.expiry, { name: nameOf(id) })}
            name={`addon.${index}.expiry`}
            value={expiry}
            type="date"
          />
        </div>
      ))}
      <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-2">
        <div className="col-span-2 grid content-start gap-1">
          <label htmlFor="added-id">{answersText.add}</label>
          <select id="added-id" name="added.id" defaultValue={values.added.id} className={fieldStyle}>
            <option value="">{answersText.nothing}</option>
            {structure.Addons.map(({ ID, Name }) => (
              <option key={ID} value={ID}>
                {Name}
              </option>
            ))}
          </select>
        </div>
        <Labelled label={answersText.addQuantity} name="added.quantity" value={values.added.quantity} />
        <Labelled label={answersText.addExpiry} name="added.expiry" value={values.added.expiry} type="date" />
      </div>
    </fieldset>
  );
}

interface LabelledProps {
  label: string;
  /** The label with the name of what it belongs to. */
  fullLabel?: string;
  describedBy?: string;
  name: string;
  value: string;
  type?: 'date';
}

function Labelled({ label, fullLabel, describedBy, name, value, type }: LabelledProps) {
  const id = `answers-${name.replaceAll('.', '-')}`;
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <input
        id={id}
        name={name}
        type={type ?? 'text'}
        defaultValue={value}
        aria-label={fullLabel}
        aria-describedby={describedBy}
        className={fieldStyle}
      />
    </div>
  );
}
