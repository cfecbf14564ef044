/** The address contains the whole state of the list. */
import { Temporal } from 'temporal-polyfill';
import { writeQuery } from '@/lib/contract/query-string';

export type JournalSearch = Record<string, string | string[] | undefined>;

export interface JournalFilterState {
  member: string;
  person: string;
  run: string;
  /** `from` and `until` are days, both included. */
  from: string;
  until: string;
  before: string;
  /** A name or number. The page offers the people who match. */
  name: string;
  done: number | null;
}

type Name = 'Member' | 'Person' | 'Run' | 'From' | 'Until' | 'Before';

export function readJournalAddress(search: JournalSearch): JournalFilterState {
  const one = (name: Name | 'Name' | 'Done') => {
    const value = new Map(Object.entries(search)).get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const done = one('Done');
  return {
    member: one('Member'),
    person: one('Person'),
    run: one('Run'),
    from: one('From'),
    until: one('Until'),
    before: one('Before'),
    name: one('Name'),
    done: /^\d{1,9}$/.test(done) ? Number(done) : null,
  };
}

export function toJournalQuery(state: JournalFilterState): string {
  const pairs: (readonly [string, string])[] = pairsOf({ ...state, until: dayAfter(state.until) });
  return writeQuery(isOfRuns(state) ? [...pairs, ['RunsOnce', 'true']] : pairs);
}

/** Whether an import or another action on many members is one row. */
export function isOfRuns({ member, run }: JournalFilterState): boolean {
  return member === '' && run === '';
}

/** Without `before`, the list starts at the newest change. */
export function journalAddress(change: Partial<JournalFilterState>): string {
  const empty = { member: '', person: '', run: '', from: '', until: '', before: '', name: '', done: null };
  const pairs = pairsOf({ ...empty, ...change });
  return pairs.length === 0 ? '/office/journal' : `/office/journal?${writeQuery(pairs)}`;
}

function pairsOf(state: JournalFilterState): [string, string][] {
  const values: [Name, string][] = [
    ['Member', state.member],
    ['Person', state.person],
    ['Run', state.run],
    ['From', state.from],
    ['Until', state.until],
    ['Before', state.before],
  ];
  return values.filter(([, value]) => value !== '');
}

/**
 * The form's last day is included. The endpoint's `Until` is excluded, so the endpoint gets the day after. A text that
 * is not a day is sent unchanged, and the endpoint refuses it.
 */
function dayAfter(day: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return day;
  try {
    return Temporal.PlainDate.from(day).add({ days: 1 }).toString();
  } catch (error) {
    if (error instanceof RangeError) return day;
    throw error;
  }
}
