/**
 * What valid members see of a member besides the public entry. This is the second step of the projection:
 * `toPublicEntry` decides what everybody sees, and this file decides what is added for members. The output of this file
 * is not used for anything that the public sees.
 */
import type { PublicAnswers } from '@/lib/directory-model/entry';
import type { ExtraAnswer } from '@/lib/membership-api/resources';
import { publicText } from '@/lib/public-text';

export function membersPath(slug: string): string {
  return `/members-only/members/${encodeURIComponent(slug)}`;
}

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
