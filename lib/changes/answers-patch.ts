/** Answers to extras in a client's change. A client sees them in two lists, and they are stored in one. */
import { isDeepStrictEqual } from 'node:util';
import { requireObject, type ReadContext } from '@/lib/contract/fields/field';
import { FieldError, type FieldProblem } from '@/lib/contract/fields/field-error';
import { membershipFields } from '@/lib/contract/fields/membership';
import { lookUp } from '@/lib/base/look-up';
import type { AnswerRecord, HeldAddonRecord, Structure } from '@/lib/store/schema/records';

export interface AnswerContext extends ReadContext {
  structure: Structure;
  seesAdminExtras: boolean;
  editsExtra: (extraId: number) => boolean;
}

/** The two lists of answers, as the client sent them. undefined: the list is not part of the change. */
export interface AnswerLists {
  ofType: unknown;
  /** `Extras`: all other answers. */
  others: unknown;
}

export function splitAnswers(patch: Readonly<Record<string, unknown>>): {
  rest: Record<string, unknown>;
  lists: AnswerLists;
} {
  const { Extras: others, ...rest } = patch;
  const type = lookUp(rest, 'MembershipType');
  if (typeof type !== 'object' || type === null || Array.isArray(type)) {
    return { rest, lists: { ofType: undefined, others } };
  }
  const { Extras: ofType, ...reference } = type as Record<string, unknown>;
  return { rest: { ...rest, MembershipType: reference }, lists: { ofType, others } };
}

/**
 * Returns the stored answers after the change. A list that the client changed replaces the stored answers of this list.
 * Answers that the client does not see or cannot edit are kept. A list may contain answers that belong in the other
 * list.
 * @throws FieldError naming every invalid answer
 */
export function mergeAnswers(
  given: AnswerLists,
  { stored, typeId, served }: { stored: AnswerRecord[]; typeId: number; served: AnswerLists },
  context: AnswerContext,
): AnswerRecord[] {
  const isOfType = ({ extraId }: AnswerRecord) =>
    context.structure.types.get(typeId)?.extraIds.includes(extraId) ?? false;
  const problems: FieldProblem[] = [];
  const ofType = readReplaced('MembershipType.Extras', [given.ofType, served.ofType], context, problems);
  const others = readReplaced('Extras', [given.others, served.others], context, problems);
  const sent = [...(ofType ?? []), ...(others ?? [])];
  problems.push(...changedFixed(sent, stored, context));
  if (problems.length > 0) throw new FieldError(problems);
  if (ofType === null && others === null) return stored;
  const added = sent.filter(({ extraId }) => context.editsExtra(extraId));
  const answered = new Set(added.map(({ extraId }) => extraId));
  const staying = stored.filter((answer) => {
    if (isHidden(answer, context) || !context.editsExtra(answer.extraId)) return true;
    const isReplaced = isOfType(answer) ? ofType !== null : others !== null;
    return !isReplaced && !answered.has(answer.extraId);
  });
  return [...staying, ...added];
}

/**
 * Adds the stored answers that the client may not see. A member may hold the same addon several times. Then the first
 * addon gets the hidden answers of the first stored addon, and so on.
 */
export function keepHiddenAnswers(
  addons: readonly HeldAddonRecord[],
  stored: readonly HeldAddonRecord[],
  context: AnswerContext,
): HeldAddonRecord[] {
  const left = [...stored];
  return addons.map((held) => {
    const at = left.findIndex((one) => one.addonId === held.addonId);
    const [before] = at === -1 ? [] : left.splice(at, 1);
    if (before === undefined || isDeepStrictEqual(held.answers, before.answers)) return held;
    const shown = held.answers.filter((answer) => !isHidden(answer, context));
    return { ...held, answers: [...before.answers.filter((answer) => isHidden(answer, context)), ...shown] };
  });
}

/** Answers that the client has changed, although it may only see them. */
function changedFixed(
  given: readonly AnswerRecord[],
  stored: readonly AnswerRecord[],
  { editsExtra }: AnswerContext,
): FieldProblem[] {
  const fixed = given.filter(({ extraId }) => !editsExtra(extraId));
  const isStored = (one: AnswerRecord) => stored.some((answer) => isDeepStrictEqual(answer, one));
  return fixed
    .filter((one) => !isStored(one))
    .map(() => ({ path: 'Extras', value: '', reason: 'has an answer that cannot be changed' }));
}

function isHidden({ extraId }: AnswerRecord, { structure, seesAdminExtras }: AnswerContext): boolean {
  return !seesAdminExtras && structure.extras.get(extraId)?.isAdminOnly === true;
}

/** null: the list does not change. */
function readReplaced(
  name: string,
  [given, served]: [given: unknown, served: unknown],
  context: AnswerContext,
  problems: FieldProblem[],
): AnswerRecord[] | null {
  if (given === undefined || isDeepStrictEqual(given, served)) return null;
  if (given === null) return [];
  try {
    const answers = membershipFields.Extras.kind.read(given, context);
    problems.push(...wrongQuestions(name, given, context));
    return answers;
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    problems.push(...error.within(name));
    return null;
  }
}

/** A question is part of the extra, not of the answer: a client need not send it and cannot change it. */
function wrongQuestions(name: string, given: unknown, { structure }: AnswerContext): FieldProblem[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((element: unknown, index) => {
    const { ID, Question } = requireObject(element);
    const question = structure.extras.get(Number(ID))?.question;
    const isSame = Question === undefined || Question === question;
    return isSame ? [] : [{ path: `${name}[${index}].Question`, value: '', reason: 'cannot be changed' }];
  });
}
