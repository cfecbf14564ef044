/**
 * The causes of questions about a file. Problems with one cause in one column are a group, which is answered at once.
 * To add a question: add its cause here and its text to `lib/messages/office-pages.ts`, and give the cause to the
 * problem where it is found. The page, the command line and the memory of answers need no change.
 */
import type { ImportConfirmation } from '@/lib/contract/import-choices';
import { textKey } from '@/lib/base/text-key';
import type { FieldName } from './fields';
import type { BadValue } from './import-error';

/**
 * `accept`: the import does what the question proposes. `leave-out-cell`: the value is not imported, and a stored one
 * is kept. `add-member`: the row is somebody new. `two-members`: each of the two people in the row becomes a member.
 * `sub-member`: the person is a sub-member of the company. `leave-out-row`: the row is not imported. `as:WORD`: the cell is read as if it had this word.
 */
export type Answer =
  | 'accept'
  | 'add-member'
  | 'two-members'
  | 'sub-member'
  | 'leave-out-cell'
  | 'leave-out-row'
  | `as:${string}`;

interface Cause {
  /** The answers in their order on the page. If there are none, the problem is only reported. */
  answers: readonly Answer[];
  /** The answer that is chosen on the page until somebody chooses another. Absent: somebody has to choose. */
  preset?: Answer;
  /** The option of the command line that gives the first of `answers` to all groups of this cause. */
  confirm?: Exclude<ImportConfirmation, 'endless'>;
  /** The question is about people, and not about how a column is written, so each file needs its own answer. */
  isAboutPeople?: true;
  /** Each value is a group of its own, because each needs its own answer. */
  isByValue?: true;
  /** What is done if nobody answers. Absent: nothing is written before somebody has answered. */
  usual?: Answer;
}

const keepOrLeaveOut = ['accept', 'leave-out-cell', 'leave-out-row'] as const;
const leaveOut = ['leave-out-cell', 'leave-out-row'] as const;
const row = ['leave-out-row'] as const;
const rowOrNot = ['accept', 'leave-out-row'] as const;

export const causes = {
  unreadable: { answers: leaveOut },
  'unknown-word': { answers: leaveOut, isByValue: true },
  'row-shape': { answers: row },
  'repeated-row': { answers: row, preset: 'leave-out-row' },
  contradiction: { answers: row, isAboutPeople: true },
  'no-value-word': { answers: leaveOut, preset: 'leave-out-cell', confirm: 'doubts' },
  'spreadsheet-error': { answers: leaveOut, confirm: 'doubts' },
  'empty-date': { answers: leaveOut, confirm: 'doubts' },
  'odd-year': { answers: keepOrLeaveOut, confirm: 'doubts' },
  'other-zone': { answers: keepOrLeaveOut, preset: 'accept', confirm: 'doubts' },
  'date-as-number': { answers: keepOrLeaveOut, preset: 'accept', confirm: 'doubts' },
  'month-or-day': { answers: keepOrLeaveOut, confirm: 'doubts' },
  'thousands-or-decimals': { answers: keepOrLeaveOut, confirm: 'doubts' },
  'several-values': { answers: keepOrLeaveOut, preset: 'accept', confirm: 'doubts' },
  'cleaned-value': { answers: keepOrLeaveOut, preset: 'accept', confirm: 'doubts' },
  'look-alike': { answers: keepOrLeaveOut, confirm: 'doubts' },
  'not-a-contact': { answers: leaveOut, preset: 'leave-out-cell', confirm: 'doubts' },
  'rounded-number': { answers: leaveOut, preset: 'leave-out-cell', confirm: 'doubts' },
  'two-people': {
    answers: ['accept', 'two-members', 'leave-out-row'],
    preset: 'accept',
    confirm: 'doubts',
  },
  'several-people': { answers: rowOrNot, preset: 'accept', confirm: 'doubts' },
  'misspelt-type': { answers: ['accept'], isByValue: true, confirm: 'doubts' },
  'second-membership': { answers: rowOrNot, isAboutPeople: true, confirm: 'doubts' },
  'changed-kind': { answers: rowOrNot, isAboutPeople: true, confirm: 'doubts' },
  'deceased-again-member': { answers: rowOrNot, isAboutPeople: true, confirm: 'doubts' },
  'other-person': {
    answers: ['accept', 'add-member', 'leave-out-row'],
    isAboutPeople: true,
    confirm: 'otherPeople',
  },
  'number-alone': { answers: rowOrNot, isAboutPeople: true, confirm: 'otherPeople' },
  'shared-number': { answers: rowOrNot, preset: 'accept', confirm: 'sharedNumbers' },
  'new-name': { answers: ['accept'], usual: 'accept', isByValue: true },
  employer: { answers: ['accept', 'sub-member'], preset: 'accept', confirm: 'doubts' },
  'company-or-person': { answers: ['accept'], isByValue: true, confirm: 'doubts' },
  'earlier-membership': { answers: [] },
  'no-company': { answers: [] },
  'other-number': { answers: [] },
  'far-point': { answers: [] },
  'possible-duplicate': { answers: [] },
  restored: { answers: [] },
  'part-of-name': { answers: [] },
} as const satisfies Record<string, Cause>;

export type CauseName = keyof typeof causes;

export const causeOf = (name: CauseName): Cause => causes[name];

/** These cells say who is meant, or whether and how long somebody is a member, so they cannot be left out of a row. */
const needed: ReadonlySet<string> = new Set<FieldName>([
  ...(['ChapterhouseID', 'ChapterhousePersonID', 'ChapterhouseParentID', 'ExternalID'] as const),
  ...(['ExternalPersonID', 'ExternalParentID', 'MembershipNumber', 'ParentNumber', 'Kind'] as const),
  ...(['Status', 'StatusDetail', 'Suspended', 'Archived', 'Deceased', 'Approved', 'Listed'] as const),
  ...(['MembersListed', 'ShowMembers', 'ExpiryDate', 'Show', 'Precision', 'Lat', 'Lng'] as const),
]);

/** A problem of a table. Problems with the same cause are answered together. */
export interface GroupedProblem extends BadValue {
  cause: CauseName;
  /** The field of the cell, if the problem is about a cell. */
  field?: string;
  /** Words that the cell may be read as. */
  choices?: readonly string[];
  /** The person or the company in the row. */
  name?: string;
}

/** Problems that get one answer. */
export interface ProblemGroup {
  key: string;
  cause: CauseName;
  column: string | null;
  /** The rows of the group, in the order of the file. */
  rows: GroupedProblem[];
  answers: readonly Answer[];
  preset: Answer | null;
  /** null: nobody has answered. */
  answer: Answer | null;
}

type Asked = Pick<GroupedProblem, 'cause' | 'column' | 'value' | 'choices' | 'field'>;

function groupKey({ cause, column, value }: Asked): string {
  const of = column === null ? cause : `${cause}@${column}`;
  return causeOf(cause).isByValue ? `${of}:${textKey(value)}` : of;
}

/** The answers that a problem may get. */
function answersTo({ cause, field, column, choices = [] }: Asked): Answer[] {
  const isNeeded = needed.has(field ?? column ?? '') && causeOf(cause).confirm === undefined;
  const others = causeOf(cause).answers.filter((one) => one !== 'leave-out-cell' || !isNeeded);
  return [...choices.map((word) => `as:${word}` as const), ...others];
}

/** A cell of the column is read as if it had this word. */
interface MeantWord {
  cause: CauseName;
  /** As in the key of the group: the column's header or its field. */
  column: string;
  word: string;
}

/** What is answered wherever there is no answer to the group. */
interface Defaults extends Partial<Record<ImportConfirmation, boolean>> {
  /** Rows that cannot be imported are left out. */
  skipsBad?: boolean;
}

/** What the operator has answered. */
export class Answers {
  readonly #given: ReadonlyMap<string, string>;
  readonly #accepted: Defaults;
  /** The words of a column that are read as others. */
  readonly #words = new Map<string, Map<string, MeantWord>>();

  constructor(given: ReadonlyMap<string, string>, accepted: Defaults = {}) {
    this.#given = given;
    this.#accepted = accepted;
    for (const [key, answer] of given) {
      const [, cause = '', column = '', value = ''] = /^([\w-]+)@(.*):([^:]*)$/s.exec(key) ?? [];
      if (!answer.startsWith('as:') || !isCause(cause)) continue;
      const words = this.#words.get(column) ?? new Map<string, MeantWord>();
      this.#words.set(column, words.set(value, { cause, column, word: answer.slice('as:'.length) }));
    }
  }

  of(problem: Asked): Answer | null {
    const given = this.#given.get(groupKey(problem));
    const { confirm, answers, isByValue, usual } = causeOf(problem.cause);
    if (given?.startsWith('as:') && isByValue) return given as Answer;
    const allowed = answersTo(problem).find((one) => one === given);
    if (allowed !== undefined) return allowed;
    if (usual !== undefined) return usual;
    if (confirm !== undefined) return this.#accepted[confirm] ? (answers[0] ?? null) : null;
    return this.#accepted.skipsBad && answers.length > 0 ? 'leave-out-row' : null;
  }

  /** The words of the column that are read as others, by the word's key. undefined: none. */
  wordsOf(column: string): ReadonlyMap<string, MeantWord> | undefined {
    return this.#words.get(column);
  }
}

/** The cause of an error in a value. */
export function toCause(name: string): CauseName {
  return isCause(name) ? name : 'unreadable';
}

function isCause(name: string): name is CauseName {
  return Object.hasOwn(causes, name);
}

/** The problems by cause: first those without an answer, and the larger groups first. */
export function groupProblems(problems: readonly GroupedProblem[], answers: Answers): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const one of problems) {
    const key = groupKey(one);
    const found = groups.get(key);
    if (found !== undefined) {
      found.rows.push(one);
      continue;
    }
    const { cause, column } = one;
    const allowed = answersTo(one);
    const preset = one.choices?.length === 1 ? allowed[0] : causeOf(cause).preset;
    groups.set(key, {
      key,
      cause,
      column,
      rows: [one],
      answers: allowed,
      preset: allowed.find((answer) => answer === preset) ?? null,
      answer: answers.of(one),
    });
  }
  const rank = ({ answers: allowed, answer }: ProblemGroup) =>
    allowed.length === 0 ? 2 : answer === null ? 0 : 1;
  return [...groups.values()].sort((a, b) => rank(a) - rank(b) || b.rows.length - a.rows.length);
}
