import { createHash } from 'node:crypto';
import { kindNames } from '@/lib/changes/journal/change-visibility';

const { membership: member, ...others } = kindNames;
const kinds = { member, ...others };

export type EventKind = keyof typeof kinds;
export type EventOperation = 'created' | 'updated' | 'lapsed' | 'removed' | 'erased' | 'reload' | 'test';

export interface WebhookEvent {
  kind: EventKind;
  id: number;
  operation: EventOperation;
  position: number;
  /** The time of the change, in milliseconds since 1970. */
  at: number;
}

export const eventGroups = ['members', 'people', 'structure'] as const;
export type EventGroup = (typeof eventGroups)[number];

export function groupOf(kind: EventKind): EventGroup {
  if (kind === 'member') return 'members';
  return kind === 'person' ? 'people' : 'structure';
}

/** Events with the same key keep their order. */
export function recordKey({ kind, id, operation }: WebhookEvent): string {
  return operation === 'reload' ? 'reload' : `${kind} ${id}`;
}

export function mergeEvents(first: WebhookEvent, second: WebhookEvent): WebhookEvent {
  return { ...second, operation: mergeOperations(first.operation, second.operation) };
}

function mergeOperations(first: EventOperation, second: EventOperation): EventOperation {
  if (second === 'removed' || second === 'erased' || second === first) return second;
  return first === 'created' || second === 'created' ? 'created' : 'updated';
}

/** The type of an event is `member.updated`, `reload` or `test`, for example. */
export function typeOf({ kind, operation }: WebhookEvent): string {
  return operation === 'reload' || operation === 'test' ? operation : `${kind}.${operation}`;
}

/** IDs and positions are strings, as everywhere in the API. */
export function bodyOf(event: WebhookEvent, organisationId: number): string {
  const { kind, id, operation, position, at } = event;
  return JSON.stringify({
    type: typeOf(event),
    timestamp: new Date(at).toISOString(),
    data: {
      kind: kinds[kind],
      ID: String(id),
      operation,
      position: String(position),
      organisation: String(organisationId),
    },
  });
}

/**
 * The ID is the same for every attempt to deliver the event, on every server. A replay has new IDs, because receivers
 * ignore IDs that they know.
 */
export function messageId(
  { kind, id, operation, position }: WebhookEvent,
  { webhookId, replays }: { webhookId: string; replays: number },
): string {
  const text = [webhookId, replays, kind, id, operation, position].join(' ');
  return `msg_${createHash('sha256').update(text).digest('base64url').slice(0, 27)}`;
}
