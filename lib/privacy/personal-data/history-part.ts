/** Rows of the journals about a person, and those that the person wrote. */
import { sql } from 'kysely';
import { z } from 'zod';
import { lookUp } from '@/lib/base/look-up';
import { readAccountJournal, type AccountRow } from '@/lib/store/account-journal';
import type { Store } from '@/lib/store/database';
import { readFormerHoldings } from '@/lib/store/former-holdings';
import { personIdName } from '@/lib/store/journal-fields';
import { readRecordRows, type JournalRow } from '@/lib/store/journal-read';
import { membershipKinds, personKinds } from '@/lib/store/record-kinds';
import { isOfNote, isNoteText } from '@/lib/store/note-fields';
import { inChunks } from '@/lib/store/sql/in-chunks';
import type { Authors } from './authors';
import type { HistoryRow } from './personal-data';

export interface History {
  /** Changes to the person's records, in the order of their journal positions. */
  rows: JournalRow[];
  /**
   * Other changes that the person made. Changes to records come first, in the order of their positions. Changes to
   * accounts follow, the oldest first.
   */
  made: (JournalRow | AccountRow)[];
  /** Changes to the person's account and consents, oldest first. */
  ofAccounts: AccountRow[];
}

interface HistoryOf {
  organisationId: number;
  /** The IDs of the person and of the records merged into the person. */
  personIds: readonly number[];
  /** The IDs of the memberships that the person holds now. */
  membershipIds: readonly number[];
}

const everything = Number.MAX_SAFE_INTEGER;

export async function readHistory(
  { members, auth }: Store,
  { organisationId, personIds, membershipIds }: HistoryOf,
): Promise<History> {
  const former = await readFormerHoldings(members, organisationId, personIds);
  const held = new Set(membershipIds);
  const memberships = [...new Set([...membershipIds, ...former.map(({ membershipId }) => membershipId)])];
  const found: JournalRow[] = [];
  for (const kind of personKinds)
    found.push(...(await readRecordRows(members, organisationId, { kind, recordIds: personIds })));
  for (const recordIds of inChunks(memberships))
    for (const kind of membershipKinds)
      found.push(...(await readRecordRows(members, organisationId, { kind, recordIds })));
  found.sort((a, b) => a.position - b.position);
  const rows = onlyWhileHeld(found, { held, personIds: new Set(personIds) });
  const positions = new Set(rows.map(({ position }) => position));
  const made = (await readMade(members, organisationId, personIds)).filter(
    ({ position }) => !positions.has(position),
  );
  const ofAccounts: AccountRow[] = [];
  for (const id of personIds) {
    const question = { limit: everything, personIds: [id] };
    ofAccounts.push(...(await readAccountJournal(auth, organisationId, question)));
  }
  return {
    rows,
    made: [...made, ...(await readMadeOfAccounts(auth, organisationId, personIds))],
    ofAccounts: ofAccounts.sort((a, b) => a.at.getTime() - b.at.getTime()),
  };
}

/**
 * Keeps changes to a membership only from the time when the person held it. Somebody else may have held the membership
 * before or after that time.
 * @param rows by position
 */
function onlyWhileHeld(
  rows: readonly JournalRow[],
  { held, personIds }: { held: ReadonlySet<number>; personIds: ReadonlySet<number> },
): JournalRow[] {
  const isSelf = (id: unknown) => personIds.has(Number(id));
  // Reads the rows from the newest to the oldest. A `created` row does not say who held the membership. The next change
  // of the holder names the earlier holder. Without such a change, the present holder has always held the membership.
  const isHeldAfter = new Map<number, boolean>();
  const kept: JournalRow[] = [];
  for (const row of rows.toReversed()) {
    if (row.kind !== 'membership') {
      kept.push(row);
      continue;
    }
    const after = isHeldAfter.get(row.recordId) ?? held.has(row.recordId);
    const change = lookUp(row.changes ?? {}, personIdName);
    const before = holderBefore(row, change);
    const wasHeld = before === null ? after : isSelf(before);
    if (after || wasHeld) kept.push(after && wasHeld ? row : withoutOtherSide(row, { wasHeld }));
    isHeldAfter.set(row.recordId, wasHeld);
  }
  return kept.reverse();
}

/** A change that gave a membership from one person to another also has the other person's values. */
function withoutOtherSide(row: JournalRow, { wasHeld }: { wasHeld: boolean }): JournalRow {
  if (row.operation !== 'updated' || row.changes === null) return row;
  const changes = Object.entries(row.changes).map(([name, change]) => {
    if (name === personIdName || !Array.isArray(change)) return [name, change];
    return [name, wasHeld ? [change[0], otherPerson] : [otherPerson, change[1]]];
  });
  return { ...row, changes: Object.fromEntries(changes) };
}

/** null: the change does not say who held the membership before. */
function holderBefore({ operation }: JournalRow, change: unknown): unknown {
  if (change === undefined) return null;
  return operation === 'removed' ? change : Array.isArray(change) ? (change[0] ?? null) : null;
}

/** Returns the changes in the order of their positions, without values. */
async function readMade(
  db: Store['members'],
  organisationId: number,
  personIds: readonly number[],
): Promise<JournalRow[]> {
  const rows = await db
    .selectFrom('journal')
    .select(['position', 'at', 'actor_kind', 'actor', 'run_id', 'kind', 'record_id', 'operation'])
    .where('organisation_id', '=', organisationId)
    // The query must contain a literal here. The partial index applies only because its condition has the same literal.
    .where('actor_kind', '=', sql.lit('person'))
    .where('actor', 'in', personIds.map(String))
    .execute();
  return rows
    .map((row) => ({
      position: row.position,
      at: new Date(row.at),
      actor: { kind: row.actor_kind, id: row.actor },
      runId: row.run_id,
      reason: null,
      kind: row.kind,
      recordId: row.record_id,
      operation: row.operation,
      changes: null,
    }))
    .sort((a, b) => a.position - b.position);
}

/** Changes that the person made to other people's accounts, and to clients. */
async function readMadeOfAccounts(
  auth: Store['auth'],
  organisationId: number,
  personIds: readonly number[],
): Promise<AccountRow[]> {
  const rows: AccountRow[] = [];
  for (const id of personIds.map(String)) {
    const actor = { kind: 'person' as const, id };
    rows.push(...(await readAccountJournal(auth, organisationId, { limit: everything, actor })));
  }
  return rows.filter(({ personId }) => personId === null || !personIds.includes(personId));
}

const otherPerson = '(another person)';

export interface RowPrivacy {
  /** null: the reader sees all extras. */
  hiddenExtras: ReadonlySet<string> | null;
  hidesReasons: boolean;
  /** true: the row does not say who in the office wrote a note. */
  hidesAuthors: boolean;
  /** The IDs of the person and of the records merged into the person. */
  selfIds: ReadonlySet<string>;
}

export function toHistoryRow(
  row: JournalRow | AccountRow,
  authors: Authors,
  privacy: RowPrivacy,
): HistoryRow {
  const isMembers = 'position' in row;
  return {
    Position: isMembers ? row.position : null,
    At: row.at.toISOString(),
    By: authors.of(row.actor),
    ImportID: isMembers && row.runId !== null ? String(row.runId) : null,
    Reason: privacy.hidesReasons ? null : row.reason,
    Record: isMembers
      ? { Kind: row.kind, ID: String(row.recordId) }
      : { Kind: row.kind, ID: row.clientId ?? String(row.personId) },
    Operation: row.operation,
    Changes: row.changes === null ? null : toShownChanges(row.changes, privacy),
  };
}

/** Leaves out other people's IDs, and answers that only the office sees. */
function toShownChanges(changes: Record<string, unknown>, privacy: RowPrivacy): Record<string, unknown> {
  const seen = Object.entries(changes).filter(([name]) => !privacy.hidesAuthors || !isAuthorOfNote(name));
  const shown = seen.map(([name, value]) => {
    if (name === personIdName) return [name, eachValue(value, (id) => hideOthers(id, privacy.selfIds))];
    return [name, withoutExtras(value, privacy.hiddenExtras)];
  });
  return Object.fromEntries(shown);
}

/**
 * Whether the field says who wrote a note, or when. These fields are hidden from the person. The exported row's `By`
 * and `At` still say that the office wrote the note, and when.
 */
function isAuthorOfNote(name: string): boolean {
  return isOfNote(name) && !isNoteText(name);
}

function hideOthers(id: unknown, selfIds: ReadonlySet<string>): unknown {
  return typeof id === 'string' && !selfIds.has(id) ? otherPerson : id;
}

function eachValue(value: unknown, show: (one: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(show) : show(value);
}

/** Removes hidden answers from the lists in a membership and its addons. An element with a `Question` is an answer. */
export function withoutExtras(value: unknown, hidden: ReadonlySet<string> | null): unknown {
  if (hidden === null || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.filter((one) => !isHiddenAnswer(one, hidden)).map((one) => withoutExtras(one, hidden));
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutExtras(one, hidden)]));
}

const answerSchema = z.looseObject({ ID: z.string(), Question: z.string() });

function isHiddenAnswer(one: unknown, hidden: ReadonlySet<string>): boolean {
  const answer = answerSchema.safeParse(one);
  return answer.success && hidden.has(answer.data.ID);
}
