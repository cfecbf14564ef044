/**
 * The public entry of a member shows what everybody sees. This file decides what else members with a valid membership
 * see. The projection has two steps: first `toPublicEntry`, which makes the public entry, and then this file. Nothing
 * that the public sees uses the output of this file.
 */
import type { PublicAnswers } from '@/lib/directory/model/entry';
import type { ExtraAnswer } from '@/lib/contract/resources';
import { publicText } from '@/lib/base/public-text';

/** The answers are grouped by extra, in the order of the API. Their texts are safe to show. */
export function toMembersOnlyAnswers(given: readonly ExtraAnswer[]): PublicAnswers[] {
  return [...new Set(given.map(({ ID }) => ID))].flatMap((id) => {
    const ofExtra = given.filter(({ ID }) => ID === id);
    const label = publicText(ofExtra[0]?.Question);
    const answers = ofExtra.map(({ Answer }) => publicText(Answer)).filter((answer) => answer !== null);
    return label === null || answers.length === 0
      ? []
      : [{ extraId: id, label, answers: [...new Set(answers)] }];
  });
}
