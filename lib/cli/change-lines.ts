import type { AccountRow } from '@/lib/store/account-journal';
import type { JournalRow } from '@/lib/store/journal-read';
import { oneLine } from './printable';

export type ChangeRow = JournalRow | AccountRow;

/** The newest `limit` rows of both journals, oldest first. */
export function mergeChanges(
  changes: readonly JournalRow[],
  ofAccounts: readonly AccountRow[],
  limit: number,
): ChangeRow[] {
  const all: ChangeRow[] = [...changes, ...ofAccounts];
  return all.sort((a, b) => a.at.getTime() - b.at.getTime()).slice(-limit);
}

export function describeChange(row: ChangeRow): string[] {
  const { kind, id } = row.actor;
  const who = id === '' ? kind : `${kind} ${id}`;
  const isMembers = 'position' in row;
  const what = isMembers ? `${kindName(row.kind)} ${row.recordId}` : describeSubject(row);
  const head = `${isMembers ? row.position : '-'}  ${row.at.toISOString()}  ${who}: ${what} ${row.operation}`;
  const reason = row.reason === null ? '' : ` (${oneLine(row.reason)})`;
  if (isMembers && row.operation !== 'updated') return [head + reason];
  return [head + reason, ...describeFields(row.changes ?? {})];
}

export function describeFields(changes: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(changes).map(([field, change]) => {
    if (!Array.isArray(change)) return `    ${field}: ${show(change)}`;
    const [before, after] = change;
    return `    ${field}: ${show(before)} → ${show(after)}`;
  });
}

export function kindName(kind: string): string {
  return kind.replace('_', ' ');
}

function describeSubject({ kind, personId, clientId, webhookId }: AccountRow): string {
  if (kind === 'webhook') return `webhook ${webhookId}`;
  if (kind === 'client') return `client ${clientId}`;
  if (kind === 'consent') return `consent of person ${personId} to client ${clientId}`;
  if (kind === 'erasure_request') return `request for erasure of person ${personId}`;
  if (kind === 'signing_key') return 'keys that sign ID tokens';
  if (kind === 'members_directory') return `reading of the directory for members by person ${personId}`;
  if (kind === 'export') return 'file with a list of members';
  if (kind === 'personal_data') return `file with the personal data of person ${personId}`;
  if (kind === 'passkey') return `passkey of person ${personId}`;
  if (personId === null) return 'all sign-ins';
  return kind === 'account' ? `account of person ${personId}` : `sign-ins of person ${personId}`;
}

function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)';
  if (typeof value === 'string') return oneLine(value);
  // An object with an ID is a type or a chapter.
  const id: unknown = typeof value === 'object' ? Reflect.get(value, 'ID') : undefined;
  return typeof id === 'string' ? `ID ${id}` : JSON.stringify(value);
}
