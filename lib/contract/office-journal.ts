import { z } from 'zod';
import { addDays } from '@/lib/base/clock';
import { QueryParameters } from './query-string';
import { mustBe, readBoolean, readId, readWhole } from './query-values';
import { parseDate, type QueryContext } from './dates';
import { isDate } from './fields/date-kind';

const text = z.string();

/**
 * A command or the passing of time (`clock`) can also make a change. `ID` is then null. `Name` is null if the name is
 * unknown or the caller is not allowed to see it.
 */
const authorSchema = z.object({
  Kind: z.enum(['person', 'client', 'command', 'clock', 'import']),
  ID: text.nullable(),
  Name: text.nullable(),
});

export const officeChangeSchema = z.object({
  /** The position in the journal. null: the change is about a sign-in or a client, and cannot be undone. */
  Position: text.nullable(),
  Time: text,
  By: authorSchema,
  /** The larger action to which this change belongs: an import, a merge or a bulk change of members. */
  Run: z
    .object({
      ID: text,
      Source: text.nullable(),
      IsMerge: z.boolean(),
      IsBulk: z.boolean(),
      /** How many changes the whole action made. null: not asked for with `RunsOnce`, or the caller may not know it. */
      Count: z.number().nullable(),
    })
    .nullable(),
  Reason: text.nullable(),
  Kind: text,
  ID: text,
  Name: text.nullable(),
  /** A membership of the person whom the change is about. */
  MembershipID: text.nullable(),
  Operation: text,
  /** For a removed record, `After` is null. */
  Values: z.array(z.object({ Field: text, Before: z.unknown(), After: z.unknown() })),
  /** Why the change can never be undone, or why the caller cannot undo it. null: an undo may be possible. */
  CannotUndo: text.nullable(),
});
export type OfficeChange = z.infer<typeof officeChangeSchema>;

export const officeJournalSchema = z.object({
  Changes: z.array(officeChangeSchema),
  /** The value of `Before` for the next page, which has older changes. null: there is no next page. */
  Next: text.nullable(),
});

export const undoResultSchema = z.object({
  /** The number of journal rows of the change or import. */
  Rows: z.number(),
  /**
   * The number of records that were restored to their earlier values. With `Validate-Only`: the number that would be
   * restored. 0 without a conflict means that all records have their earlier values already.
   */
  Undone: z.number(),
  /** Restored membership numbers that other members have got since. */
  SharedNumbers: z.array(text),
  ConflictCount: z.number(),
  /** The list contains only the first conflicts. */
  Conflicts: z.array(
    z.object({
      Kind: text,
      ID: text,
      Name: text.nullable(),
      /** The field with the conflict. null: the conflict concerns the whole record. */
      Field: text.nullable(),
      Reason: text,
    }),
  ),
});
export type UndoResult = z.infer<typeof undoResultSchema>;

/** The undo of a run, or finding out what it would do, takes longer than a request. The same request asks again. */
export const undoProgressSchema = z.object({
  Progress: z.object({ IsTrial: z.boolean(), Done: z.number(), Total: z.number() }),
});
export type UndoProgress = z.infer<typeof undoProgressSchema>['Progress'];

/** An undo that took longer than its request has ended. `Problem` null: it undid `Undone` records. */
export const undoEndSchema = z.object({
  Ended: z.object({ Undone: z.number(), Problem: text.nullable() }),
});

export const undoAnswerSchema = z.union([undoResultSchema, undoProgressSchema, undoEndSchema]);

export const journalAuthorsSchema = z.object({
  /** The authors are ordered by name. */
  Authors: z.array(z.object({ PersonID: text, Name: text })),
});
export type JournalAuthors = z.infer<typeof journalAuthorsSchema>;

const maxName = 200;

/** @returns the name @throws ApiError naming the parameter and what was expected */
export function parseAuthorsQuery(raw: string): string {
  const name = new QueryParameters(raw, [{ name: 'Name', takes: 'one' }]).one('Name') ?? '';
  if (name.length > maxName) throw mustBe('Name', `at most ${maxName} characters long`);
  return name;
}

export interface OfficeJournalQuery {
  membershipId: number | null;
  byPerson: number | null;
  runId: number | null;
  from: Date | null;
  until: Date | null;
  /** The `Next` of an earlier response. */
  before: string | null;
  limit: number;
  /** Of each run, only the newest change is listed. */
  hasRunsOnce: boolean;
}

/** The office's page for the journal has the same parameters in its address as this endpoint. */
const officeJournalParameters = [
  'Member',
  'Person',
  'Run',
  'From',
  'Until',
  'Before',
  'Limit',
  'RunsOnce',
] as const;
const defaultOfficeChanges = 50;
const maxOfficeChanges = 200;

/** @throws ApiError naming the parameter and what was expected */
export function parseOfficeJournalQuery(raw: string, context: QueryContext): OfficeJournalQuery {
  const query = new QueryParameters(
    raw,
    officeJournalParameters.map((name) => ({ name, takes: 'one' })),
  );
  const id = (name: string) => {
    const value = query.one(name);
    return value === null ? null : readId(name, value);
  };
  const before = query.one('Before');
  if (before !== null && before.length > 300) throw mustBe('Before', 'the "Next" of an earlier response');
  return {
    membershipId: id('Member'),
    byPerson: id('Person'),
    runId: id('Run'),
    from: readTime('From', query.one('From'), context),
    until: readUntil(query.one('Until'), context),
    before,
    limit: readWhole(query, 'Limit', { from: 1, to: maxOfficeChanges, missing: defaultOfficeChanges }),
    hasRunsOnce: readBoolean('RunsOnce', query.one('RunsOnce'), false),
  };
}

/** A day is included, so the list ends before the day after. A time is the end itself. The last day of all has no next. */
function readUntil(value: string | null, context: QueryContext): Date | null {
  const isDay = value !== null && isDate(value) && value < '9999-12-31';
  return readTime('Until', isDay ? addDays(value, 1) : value, context);
}

function readTime(name: string, value: string | null, context: QueryContext): Date | null {
  if (value === null) return null;
  const date = parseDate(value, context);
  if (date === null) throw mustBe(name, 'a date such as 2026-06-30');
  return date.instant;
}
