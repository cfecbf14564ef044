import type { OfficeMember } from '@/lib/contract/office';
import { answersText } from '@/lib/messages/office-answers';
import {
  type answersPatch,
  contentOf,
  hasWholeQuantities,
  keptAnswers,
  readAnswersForm,
  type AnswersFormState,
  type AnswersValues,
} from './answers-form';
import type { FormDoor } from './find-office';
import { textOf } from './form-text';
import { requireMember } from './read-member';
import { sendForm } from './send-form';

/**
 * Saves the answers of a member, unless somebody else has changed them since the form was shown.
 * @param toBody the patch of the member
 * @returns the form to show again, or null if the answers are saved
 */
export async function saveAnswersForm(
  door: FormDoor,
  { form, turn }: { form: FormData; turn: number },
  toBody: (values: AnswersValues, member: OfficeMember) => AnswersBody,
): Promise<AnswersFormState | null> {
  const state = readAnswersForm(form, turn);
  const path = `members/${encodeURIComponent(textOf(form, 'id'))}`;
  if (door.kind !== 'office') {
    const sent = await sendForm(door, { method: 'PATCH', path });
    return sent.isDone ? state : { ...state, refusal: sent.refusal, kept: keptAnswers(door.kind, form) };
  }
  const { member, etag } = await requireMember(door, textOf(form, 'id'));
  const now = contentOf(member);
  if (now !== state.was)
    return { ...state, was: now, refusal: { problems: [answersText.changed], needsSignIn: 'no' } };
  if (!hasWholeQuantities(state.values))
    return { ...state, refusal: { problems: [answersText.wrongQuantity], needsSignIn: 'no' } };
  const body = toBody(state.values, member);
  const sent = await sendForm(door, { method: 'PATCH', path, body, etag }, questionsOf(body, form));
  return sent.isDone ? null : { ...state, refusal: sent.refusal };
}

type AnswersBody = Pick<ReturnType<typeof answersPatch>, 'Extras'>;

/** What the page calls each answer of the body: the question. */
function questionsOf({ Extras: given }: AnswersBody, form: FormData): Record<string, string> {
  return Object.fromEntries(
    given.map(({ ID }, at) => [
      `Extras[${at}].Answer`,
      textOf(form, `question.${ID}`) || answersText.answers,
    ]),
  );
}
