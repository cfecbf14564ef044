/** A form of a few fields. It shows the result of the action. If the action failed, it also shows what was typed. */
import { memberText } from '@/lib/messages/office-member';
import type { FormDoor } from './find-office';
import { textOf } from './form-text';
import { keepForm, whyKept, type KeptForm } from './kept-form';
import type { OfficeApiResponse, OfficeWrite } from './office-api';
import { sendForm, type FormRefusal } from './send-form';
import { emptyShortForm, type ShortFormState } from './short-form-state';

/** `state`: the form to show again, with what was typed. */
export type ShortFormOutcome =
  | { isDone: true; answer: OfficeApiResponse }
  | { isDone: false; state: ShortFormState; status: number | null; body: unknown };

export interface SentForm {
  form: FormData;
  previous: ShortFormState;
  labels: Readonly<Record<string, string>>;
  /** What the page calls a field of the API, if it is not a field of a member. */
  names?: Readonly<Record<string, string>>;
}

export async function sendShortForm(
  office: FormDoor,
  sent: SentForm,
  write: OfficeWrite,
): Promise<ShortFormOutcome> {
  const outcome = await sendForm(office, write, sent.names);
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

export function refuseShortForm(sent: SentForm, ...problems: string[]): ShortFormState {
  return { ...shownAgain(sent), refusal: { problems, needsSignIn: 'no' } };
}

function shownAgain({ form, previous, labels }: SentForm): ShortFormState {
  return { ...emptyShortForm, turn: previous.turn + 1, values: valuesOf(form, labels) };
}

function valuesOf(form: FormData, labels: SentForm['labels']): Record<string, string> {
  return Object.fromEntries(Object.keys(labels).map((name) => [name, textOf(form, name)]));
}

function keptOf(
  office: FormDoor,
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
