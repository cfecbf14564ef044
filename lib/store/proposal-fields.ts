import { z } from 'zod';
import { lookUp } from '@/lib/base/look-up';
import { ownSubjects } from '@/lib/contract/fields/own-entry';
import type { FlatRecord } from './flat-record';
import type { Format } from './journal-fields';

export const proposedChangesSchema = z
  .array(
    z.strictObject({
      /** A field or group of fields, such as `User.Phone`, or a question, such as `question 13`. */
      Field: z.string().min(1).max(100),
      /** The values in the member record: before the proposal, and as the member wants it. */
      Before: z.unknown(),
      After: z.unknown(),
    }),
  )
  .max(200);
export type ProposedChange = z.infer<typeof proposedChangesSchema>[number];

/** `id`: the membership's ID. Without changes, there is no proposal. */
export interface ProposalRecord {
  id: number;
  changes: ProposedChange[];
  /** Milliseconds since 1970. */
  proposedAt: number;
  /** null: the office has not decided yet. */
  declinedAt: number | null;
  /** What the office wrote to the member. */
  answer: string;
}

const questionPattern = /^question ([1-9]\d{0,14})$/;

/** null: the subject is not a question. */
export function extraIdOf(subject: string): number | null {
  const id = questionPattern.exec(subject)?.[1];
  return id === undefined ? null : Number(id);
}

/**
 * The proposed value of each subject, so that the office can read the changes in the journal. The answers to all
 * questions are one value.
 */
export const proposalFormat: Format<ProposalRecord> = {
  toFlat({ changes, declinedAt, answer }): FlatRecord {
    const answers = changes.flatMap(({ Field, After }) => {
      const id = extraIdOf(Field);
      const given = id === null || !Array.isArray(After) ? [] : After;
      return given.map((Answer: unknown) => ({ ID: String(id), Answer }));
    });
    return {
      ...Object.fromEntries(
        ownSubjects.map(({ path }) => [path, changes.find(({ Field }) => Field === path)?.After ?? null]),
      ),
      Extras: answers.length === 0 ? null : answers,
      DeclinedAt: declinedAt === null ? null : new Date(declinedAt).toISOString(),
      Answer: answer,
    };
  },
  /** The journal has not all values. Nobody needs them: changes of proposals are never undone. */
  fromFlat(id, flat) {
    const changes = ownSubjects.flatMap(({ path }): ProposedChange[] => {
      const After = lookUp(flat, path) ?? null;
      return After === null || path === 'Extras' ? [] : [{ Field: path, Before: null, After }];
    });
    return { ...noProposal(id), changes };
  },
};

export function noProposal(id: number): ProposalRecord {
  return { id, changes: [], proposedAt: 0, declinedAt: null, answer: '' };
}
