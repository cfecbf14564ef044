/** The journals' rows about a person, and those that the person wrote. */
import { z } from 'zod';
import { lookUp } from '@/lib/look-up';
import { readAccountJournal, type AccountRow } from '@/lib/membership-store/account-journal';
import type { Store } from '@/lib/membership-store/database';
import { personIdName } from '@/lib/membership-store/journal-fields';
import { readJournal, type JournalRow } from '@/lib/membership-store/journal-read';
import { inParts } from '@/lib/sql/in-parts';
import type { Authors } from './authors';
import type { HistoryRow } from './personal-data';

export interface History {
  /** Of the person's records, by position. */
  rows: JournalRow[];
  /** Changes of other records and accounts that the person made: by position, then by time. */
  made: (JournalRow | AccountRow)[];
  /** Of the person's account and consents, by time. */
  ofAccounts: AccountRow[];
}

interface HistoryOf {
  organisationId: number;
  /** The person and the records merged into them. */
  personIds: readonly number[];
  /** The memberships that the person holds now. */
  membershipIds: readonly number[];
}

const everything = Number.MAX_SAFE_INTEGER;
const personKinds = ['person', 'committee', 'role', 'alias'] as const;

export async function readHistory(
  { members, auth }: Store,
  { organisationId, personIds, membershipIds }: HistoryOf,
): Promise<History> {
  const { formerIds, made } = await searchJournal(members, { organisationId, personIds });
  const held = new Set(membershipIds);
  const records = [
    ...personIds.flatMap((recordId) => personKinds.map((kind) => ({ kind, recordId }))),
    ...[...new Set([...membershipIds, ...formerIds])].map((recordId) => ({
      kind: 'membership' as const,
      recordId,
    })),
  ];
  const found: JournalRow[] = [];
  for (const some of inParts(records, 100)) {
    found.push(
      ...(await readJournal(members, organisationId, { after: 0, limit: everything, records: some })),
    );
  }
  found.sort((a, b) => a.position - b.position);
  const rows = onlyWhileHeld(found, { held, personIds: new Set(personIds) });
  const positions = new Set(rows.map(({ position }) => position));
  const others = made.filter((position) => !positions.has(position));
  const question = { limit: everything, personIds };
  const ofAccounts = await readAccountJournal(auth, organisationId, question);
  const madeOfMembers = await readAt(members, organisationId, others);
  return {
    rows,
    made: [...madeOfMembers, ...(await readMadeOfAccounts(auth, organisationId, personIds))],
    ofAccounts,
  };
}

/**
 * A membership may have had another holder before or after. Their changes are not this person's.
 * @param rows by position
 */
function onlyWhileHeld(
  rows: readonly JournalRow[],
  { held, personIds }: { held: ReadonlySet<number>; personIds: ReadonlySet<number> },
): JournalRow[] {
  const isSelf = (id: unknown) => personIds.has(Number(id));
  // Backwards, because `created` does not say whose the membership was.
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

/** A change that also gave the membership to somebody else: the values of the other person's side are theirs. */
function withoutOtherSide(row: JournalRow, { wasHeld }: { wasHeld: boolean }): JournalRow {
  if (row.operation !== 'updated' || row.changes === null) return row;
  const changes = Object.entries(row.changes).map(([name, change]) => {
    if (name === personIdName || !Array.isArray(change)) return [name, change];
    return [name, wasHeld ? [change[0], otherPerson] : [otherPerson, change[1]]];
  });
  return { ...row, changes: Object.fromEntries(changes) };
}

/** The ID of the holder before a change. null: the change does not say. */
function holderBefore({ operation }: JournalRow, change: unknown): unknown {
  if (change === undefined) return null;
  return operation === 'removed' ? change : Array.isArray(change) ? (change[0] ?? null) : null;
}

/** Rows that one statement looks at: other requests wait for it on SQLite. */
const rowsAtOnce = 5000;

/** The memberships that the person has held, and the positions of the rows that the person wrote. */
async function searchJournal(
  db: Store['members'],
  { organisationId, personIds }: Pick<HistoryOf, 'organisationId' | 'personIds'>,
): Promise<{ formerIds: number[]; made: number[] }> {
  const formerIds = new Set<number>();
  const made: number[] = [];
  const ids = personIds.map(String);
  // As `JSON.stringify` writes it.
  const holder = (id: string) => [
    `%"${personIdName}":"${id}"%`,
    `%"${personIdName}":["${id}",%`,
    `%"${personIdName}":["%","${id}"]%`,
  ];
  let after = 0;
  for (;;) {
    const last = await db
      .selectFrom('journal')
      .select('position')
      .where('organisation_id', '=', organisationId)
      .where('position', '>', after)
      .orderBy('position')
      .offset(rowsAtOnce - 1)
      .limit(1)
      .executeTakeFirst();
    let query = db
      .selectFrom('journal')
      .select(['position', 'kind', 'record_id', 'changes', 'actor_kind', 'actor'])
      .where('organisation_id', '=', organisationId)
      .where('position', '>', after)
      .where((is) =>
        is.or([
          is.and([is('actor_kind', '=', 'person'), is('actor', 'in', ids)]),
          is.and([
            is('kind', '=', 'membership'),
            is.or(ids.flatMap(holder).map((pattern) => is('changes', 'like', pattern))),
          ]),
        ]),
      );
    if (last !== undefined) query = query.where('position', '<=', last.position);
    for (const row of await query.orderBy('position').execute()) {
      if (row.kind === 'membership' && isHolder(row.changes, ids)) formerIds.add(row.record_id);
      if (row.actor_kind === 'person' && ids.includes(row.actor)) made.push(row.position);
    }
    if (last === undefined) return { formerIds: [...formerIds], made };
    after = last.position;
  }
}

const withHolder = z.looseObject({ [personIdName]: z.unknown().optional() });

/** Whether the field itself has the ID: a text that looks like it may be inside another value. */
function isHolder(changes: string | null, ids: readonly string[]): boolean {
  if (changes === null) return false;
  const value = withHolder.parse(JSON.parse(changes))[personIdName];
  return [value].flat().some((one) => typeof one === 'string' && ids.includes(one));
}

async function readAt(
  db: Store['members'],
  organisationId: number,
  positions: readonly number[],
): Promise<JournalRow[]> {
  const rows: JournalRow[] = [];
  for (const some of inParts(positions)) {
    const found = await db
      .selectFrom('journal')
      .select(['position', 'at', 'actor_kind', 'actor', 'run_id', 'kind', 'record_id', 'operation'])
      .where('organisation_id', '=', organisationId)
      .where('position', 'in', some)
      .orderBy('position')
      .execute();
    rows.push(
      ...found.map((row) => ({
        position: row.position,
        at: new Date(row.at),
        actor: { kind: row.actor_kind, id: row.actor },
        runId: row.run_id,
        reason: null,
        kind: row.kind,
        recordId: row.record_id,
        operation: row.operation,
        changes: null,
      })),
    );
  }
  return rows;
}

/** Changes of other people's accounts, and of clients. */
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

/** In place of other people's IDs and values. */
const otherPerson = '(another person)';

/** What only the office may see in a row. */
export interface RowPrivacy {
  /** null: the reader sees all extras. */
  hiddenExtras: ReadonlySet<string> | null;
  hidesReasons: boolean;
  /** The person and the records merged into them, as text. */
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

/** Other people's IDs, and answers that only the office sees, are left out. */
function toShownChanges(changes: Record<string, unknown>, privacy: RowPrivacy): Record<string, unknown> {
  const shown = Object.entries(changes).map(([name, value]) => {
    if (name === personIdName) return [name, eachValue(value, (id) => hideOthers(id, privacy.selfIds))];
    return [name, withoutExtras(value, privacy.hiddenExtras)];
  });
  return Object.fromEntries(shown);
}

function hideOthers(id: unknown, selfIds: ReadonlySet<string>): unknown {
  return typeof id === 'string' && !selfIds.has(id) ? otherPerson : id;
}

function eachValue(value: unknown, show: (one: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(show) : show(value);
}

/** Answers are elements of lists, in a membership or its addons, with a `Question`. */
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
