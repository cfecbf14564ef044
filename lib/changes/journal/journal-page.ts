/** One page of both journals, merged by time, newest first (docs/decisions.md, J10). */
import type { AccountRow } from '@/lib/store/account-journal';
import type { JournalRow } from '@/lib/store/journal-read';
import type { AccountKey, Placed, ReadBackwards } from './journal-sources';

export interface Journal<R, K> {
  read: ReadBackwards<R, K>;
  /** The rows that the reader may see, as the reader sees them, in the same order. null: all rows. */
  show: ((rows: Placed<R, K>[]) => Promise<Placed<R, K>[]>) | null;
}

/** Where the next page begins in each journal. null: at the newest row. */
export interface JournalCursor {
  members: number | null;
  accounts: AccountKey | null;
}

export interface JournalPage {
  rows: (JournalRow | AccountRow)[];
  /** null: there are no older rows. A page may have fewer rows than requested and still have a next page. */
  next: JournalCursor | null;
}

/** The number of rows that are read together if the reader may not see all rows. */
const rowsAtOnce = 500;
/** After this many reads, a page ends even if it has fewer rows than requested. */
const maxReads = 8;

/** @param journals `accounts` null: the reader sees no rows about accounts */
export async function readJournalPage(
  journals: { members: Journal<JournalRow, number>; accounts: Journal<AccountRow, AccountKey> | null },
  { before, limit }: { before: JournalCursor; limit: number },
): Promise<JournalPage> {
  const members = await scan(journals.members, { before: before.members, limit });
  const accounts =
    journals.accounts === null
      ? noRows<AccountRow, AccountKey>()
      : await scan(journals.accounts, { before: before.accounts, limit });
  const rows: (JournalRow | AccountRow)[] = [];
  const used = { members: 0, accounts: 0 };
  while (rows.length < limit) {
    const change = members.rows[used.members]?.row;
    const ofAccount = accounts.rows[used.accounts]?.row;
    const isFirst = (change?.at.getTime() ?? -Infinity) >= (ofAccount?.at.getTime() ?? -Infinity);
    const row = isFirst ? change : ofAccount;
    // The other journal may have an unread row that is newer than this one.
    const unread = isFirst ? accounts : members;
    if (row === undefined || row.at.getTime() < unread.readTo) break;
    rows.push(row);
    used[isFirst ? 'members' : 'accounts'] += 1;
  }
  const isAll = used.members === members.rows.length && used.accounts === accounts.rows.length;
  if (isAll && members.isEnd && accounts.isEnd) return { rows, next: null };
  const next = {
    members: endOf(members, used.members, before.members),
    accounts: endOf(accounts, used.accounts, before.accounts),
  };
  return { rows, next };
}

interface Scanned<R, K> {
  rows: Placed<R, K>[];
  /** The key of the last row that was read, even if that row is not shown. null: no row was read. */
  last: K | null;
  /** The time of the last row that was read, in milliseconds. -Infinity: all rows were read. */
  readTo: number;
  isEnd: boolean;
}

function noRows<R, K>(): Scanned<R, K> {
  return { rows: [], last: null, readTo: -Infinity, isEnd: true };
}

async function scan<R extends { at: Date }, K>(
  { read, show }: Journal<R, K>,
  { before, limit }: { before: K | null; limit: number },
): Promise<Scanned<R, K>> {
  const size = show === null ? limit + 1 : rowsAtOnce;
  const rows: Placed<R, K>[] = [];
  let last = before;
  let readTo = -Infinity;
  for (let reads = 0; reads < maxReads; reads += 1) {
    const some = await read(last, size);
    rows.push(...(show === null ? some : await show(some)));
    const end = some.at(-1);
    if (end !== undefined) last = end.key;
    if (end === undefined || some.length < size) return { rows, last, readTo: -Infinity, isEnd: true };
    readTo = end.row.at.getTime();
    if (rows.length > limit) break;
  }
  return { rows, last, readTo, isEnd: false };
}

/**
 * Returns the key of the row after which the next page begins. Usually, that row is the last row on the page. If the
 * page has all of `rows`, the next page begins after the last row that was read. Perhaps that row is not shown.
 */
function endOf<R, K>({ rows, last }: Scanned<R, K>, used: number, before: K | null): K | null {
  if (used === rows.length) return last ?? before;
  return used === 0 ? before : (rows[used - 1]?.key ?? before);
}
