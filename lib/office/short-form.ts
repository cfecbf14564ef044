/**
 * A form of a few fields. After it was sent, it shows the result. If the action was not carried out, it also shows what
 * was typed.
 */
import { memberText } from '@/lib/messages/office-member';
import type { OfficeResponse } from './find-office';
import { textOf } from './form-text';
import { keepForm, whyKept, type KeptForm } from './kept-form';
import type { OfficeAnswer, OfficeWrite } from './office-api';
import { sendForm, type FormRefusal } from './send-form';

export interface ShortFormState {
  /** Increases with each response. It is a React key, so that the inputs show what was sent. */
  turn: number;
  /** The text that was typed in each field. Empty: nothing was sent yet. */
  values: Readonly<Record<string, string>>;
  /** The tag of the newest state of the member, if it has changed since the page was shown. null: it has not. */
  etag: string | null;
  refusal: FormRefusal | null;
  /** The sent form, if it must be shown again because nobody was signed in or the API did not respond. */
  kept: KeptForm | null;
}

export const emptyShortForm: ShortFormState = {
  turn: 0,
  values: {},
  etag: null,
  refusal: null,
  kept: null,
};

export type ShortFormAction = (state: ShortFormState, form: FormData) => Promise<ShortFormState>;

/** Either the API's response (`answer`), or the form to show again with what was typed (`state`). */
export type ShortFormOutcome =
  | { isDone: true; answer: OfficeAnswer }
  | { isDone: false; state: ShortFormState; status: number | null; body: unknown };

export interface SentForm {
  form: FormData;
  previous: ShortFormState;
  /** The label of each field in which something was typed. */
  labels: Readonly<Record<string, string>>;
}

export async function sendShortForm(
  office: OfficeResponse,
  sent: SentForm,
  write: OfficeWrite,
): Promise<ShortFormOutcome> {
  const outcome = await sendForm(office, write);
  if (outcome.isDone) return outcome;
  const { refusal, answer } = outcome;
  const state = { ...shownAgain(sent), refusal, kept: keptOf(office, sent, refusal) };
  const status = answer?.status ?? null;
  const body = answer?.body;
  if (status !== 412) return { isDone: false, state, status, body };
  const changed: FormRefusal = { problems: [memberText.changedMeanwhile], needsSignIn: 'no' };
  const etag = answer?.etag ?? null;
  return { isDone: false, state: { ...state, etag, refusal: changed }, status, body };
}

/** The form with a problem that was found before the API was called. */
export function refuseShortForm(sent: SentForm, problem: string): ShortFormState {
  return { ...shownAgain(sent), refusal: { problems: [problem], needsSignIn: 'no' } };
}

function shownAgain({ form, previous, labels }: SentForm): ShortFormState {
  return { ...emptyShortForm, turn: previous.turn + 1, values: valuesOf(form, labels) };
}

function valuesOf(form: FormData, labels: SentForm['labels']): Record<string, string> {
  return Object.fromEntries(Object.keys(labels).map((name) => [name, textOf(form, name)]));
}

function keptOf(
  office: OfficeResponse,
  { form, labels }: Pick<SentForm, 'form' | 'labels'>,
  { needsSignIn }: FormRefusal,
): KeptForm | null {
  const why = needsSignIn === 'signed-out' ? 'signed-out' : whyKept(office.kind);
  if (why === null) return null;
  return keepForm(
    form,
    why,
    Object.entries(labels).map(([name, label]) => [label, textOf(form, name)]),
  );
}
