/** What a client of the API learns from rows of the journal (docs/decisions.md, J12 and J13). */
import { isDeepStrictEqual } from 'node:util';
import { lookUp } from '@/lib/base/look-up';
import type { ApiChange } from '@/lib/contract/changes';
import type { JournalRow } from '@/lib/store/journal-read';
import { hasLostValues } from '@/lib/store/journal-values';
import { recordKinds, type KindsWith } from '@/lib/store/record-kinds';
import type { JournalKind } from '@/lib/store/schema/members-schema';

type ApiKind = KindsWith<'isInApi', true>;
type StructureKind = Exclude<ApiKind, 'membership' | 'person'>;

/**
 * A change to a record as a client sees it. Several rows may be merged into one change. That change has the position
 * and the time of the newest row.
 */
export type Change = { position: number; at: Date; id: number } & (
  | { kind: 'membership'; operation: 'created' | 'updated' | 'lapsed'; isListed: boolean }
  | { kind: 'membership'; operation: 'removed' | 'erased' }
  | { kind: 'person'; operation: 'erased' }
  | { kind: StructureKind; operation: 'created' | 'updated' | 'removed' }
);

/** The names of the kinds in `GET /changes` and in the events of webhooks. */
export const kindNames = {
  membership: 'Member',
  person: 'Person',
  organisation: 'Organisation',
  membership_type: 'MembershipType',
  category: 'Category',
  chapter: 'Chapter',
  addon: 'Addon',
  extra: 'Extra',
} as const satisfies Record<Change['kind'], ApiChange['Kind']>;

/**
 * A row that concerns a membership. `isOwn` true: the row is about the membership itself. `isOwn` false: the row is
 * about the person or the corporate membership of this membership.
 */
export type RowOfMember = JournalRow & { isOwn: boolean };

/** A membership as it is now. `modifiedAt`: the latest change that clients saw. */
export interface StoredMember {
  isApproved: boolean;
  /** Whether the membership is in the public directory today. */
  isListed: boolean;
  modifiedAt: number;
}

/**
 * The map is for a client that must not see admin-only extras. For each extra's ID, the map says whether the extra is
 * admin-only.
 */
export type Viewer = 'everything' | ReadonlyMap<string, boolean>;

/** null: the client sees no difference, or has never seen the member. */
export function toMemberChange(
  id: number,
  rows: readonly RowOfMember[],
  { stored, viewer }: { stored: StoredMember | null; viewer: Viewer },
): Change | null {
  const shown = stored?.isApproved ? stored : null;
  const seen = rows.filter((row) =>
    shown === null ? endsApproval(row) : showsDifference(row, shown.modifiedAt, viewer),
  );
  const last = seen.at(-1);
  if (last === undefined) return null;
  const change = { kind: 'membership', id, position: last.position, at: last.at } as const;
  if (shown === null) return { ...change, operation: last.operation === 'erased' ? 'erased' : 'removed' };
  return { ...change, operation: operationOf(seen), isListed: shown.isListed };
}

/** The rows are about one type, setting or other record. null: the client learns nothing. */
export function toOtherChange(rows: readonly JournalRow[], viewer: Viewer): Change | null {
  const last = rows.findLast((row) => row.kind !== 'extra' || isExtraShown(row, viewer));
  if (last === undefined) return null;
  const { kind, operation, recordId: id, position, at } = last;
  if (kind === 'membership' || !isInApi(kind)) return null;
  if (kind === 'person') return operation === 'erased' ? { kind, operation, id, position, at } : null;
  if (operation === 'erased' || operation === 'lapsed') return null;
  const isNew = operation === 'updated' && rows.some((row) => row.operation === 'created');
  return { kind, operation: isNew ? 'created' : operation, id, position, at };
}

function isInApi(kind: JournalKind): kind is ApiKind {
  return recordKinds[kind].isInApi;
}

function operationOf(rows: readonly RowOfMember[]): 'created' | 'updated' | 'lapsed' {
  if (rows.some(beginsApproval)) return 'created';
  return rows.every(({ operation }) => operation === 'lapsed') ? 'lapsed' : 'updated';
}

function beginsApproval({ isOwn, operation, changes }: RowOfMember): boolean {
  return isOwn && (operation === 'created' || isDeepStrictEqual(valueOf(changes, 'Checked'), [false, true]));
}

function endsApproval({ isOwn, operation, changes }: RowOfMember): boolean {
  if (!isOwn) return false;
  if (operation === 'erased') return true;
  const checked = valueOf(changes, 'Checked');
  return operation === 'removed' ? checked === true : isDeepStrictEqual(checked, [true, false]);
}

function showsDifference(row: RowOfMember, modifiedAt: number, viewer: Viewer): boolean {
  const { isOwn, operation, changes, at } = row;
  if (!isOwn || operation !== 'updated' || changes === null) return true;
  // Clients saw no change after `modifiedAt`, so they did not see this change. For example, an exact point moved, but
  // the public point stayed the same.
  if (at.getTime() > modifiedAt) return false;
  if (viewer === 'everything' || hasLostValues(changes)) return true;
  return Object.entries(changes).some(([name, change]) => {
    if ((name !== 'Extras' && name !== 'Addons') || !Array.isArray(change)) return true;
    const [before, after]: unknown[] = change;
    return !isDeepStrictEqual(withoutHidden(before, viewer), withoutHidden(after, viewer));
  });
}

/** Removes answers that the client must not see. `list` contains answers, or addons with their answers. */
function withoutHidden(list: unknown, extras: ReadonlyMap<string, boolean>): unknown {
  if (!Array.isArray(list)) return list;
  return list.flatMap((one: unknown) => {
    const { ID, Extras, ...rest } = Object(one) as { ID?: unknown; Extras?: unknown };
    if (Extras !== undefined) return [{ ...rest, Extras: withoutHidden(Extras, extras) }];
    return extras.get(String(ID)) === true ? [] : [one];
  });
}

/** Every client learns that an extra becomes visible or admin-only. */
function isExtraShown({ operation, recordId, changes }: JournalRow, viewer: Viewer): boolean {
  if (viewer === 'everything') return true;
  const adminOnly = valueOf(changes, 'AdminOnly');
  if (operation === 'removed') return adminOnly === false;
  return Array.isArray(adminOnly) || viewer.get(String(recordId)) === false;
}

function valueOf(changes: JournalRow['changes'], name: string): unknown {
  return changes === null ? undefined : lookUp(changes, name);
}
