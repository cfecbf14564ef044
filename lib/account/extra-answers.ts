import type { ExtraAnswer } from '@/lib/contract/resources';

/** The groups are in the order of their first answers. Empty answers are omitted. */
export function answersByQuestion(extras: ExtraAnswer[]): { question: string; answers: string[] }[] {
  const groups = new Map<string, { question: string; answers: string[] }>();
  for (const { ID, Question, Answer } of extras) {
    if (Answer.trim() === '') continue;
    const group = groups.get(ID);
    if (group === undefined) groups.set(ID, { question: Question, answers: [Answer] });
    else group.answers.push(Answer);
  }
  return [...groups.values()];
}
