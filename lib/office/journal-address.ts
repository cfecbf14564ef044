/** The address of the list of changes. It contains the whole state of the list. */
import { Temporal } from 'temporal-polyfill';
import { writeQuery } from '@/lib/membership-api/query-string';

export type JournalSearch = Record<string, string | string[] | undefined>;

export interface JournalFilterState {
  member: string;
  person: string;
  run: string;
  /** Both are days. Changes on the day `until` are included. */
  from: string;
  until: string;
  before: string;
  /** A name or number. The page offers the people who match this text. */
  name: string;
  /** The number of records that an undo has just restored. */
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

/** The query for the API's endpoint. */
export function toJournalQuery(state: JournalFilterState): string {
  return writeQuery(pairsOf({ ...state, until: dayAfter(state.until) }));
}

/** The address of the page with another state. Without `before`, the list starts at the newest change. */
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
 * The endpoint does not include its last day, so the day after `until` is sent. A text that is not a day is sent
 * unchanged, and the endpoint refuses it.
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
