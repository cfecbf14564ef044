/** The address contains the whole state of the list. */
import { writeQuery } from '@/lib/contract/query-string';
import { typedDay } from './typed-day';

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
    from: typedDay(one('From')),
    until: typedDay(one('Until')),
    before: one('Before'),
    name: one('Name'),
    done: /^\d{1,9}$/.test(done) ? Number(done) : null,
  };
}

export function toJournalQuery(state: JournalFilterState): string {
  const pairs = pairsOf(state);
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
