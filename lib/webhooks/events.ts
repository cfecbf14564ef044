/** The events that receivers get. They say which record changed, without its content (docs/webhooks.md). */
import { createHash } from 'node:crypto';

/** The kinds of records, with the names that `GET /changes` uses. */
export const kinds = {
  member: 'Member',
  person: 'Person',
  organisation: 'Organisation',
  membership_type: 'MembershipType',
  category: 'Category',
  chapter: 'Chapter',
  addon: 'Addon',
  extra: 'Extra',
} as const;

export type EventKind = keyof typeof kinds;
export type EventOperation = 'created' | 'updated' | 'lapsed' | 'removed' | 'erased' | 'reload' | 'test';

/** A change to a record. The events `reload` and `test` are about the organisation. */
export interface WebhookEvent {
  kind: EventKind;
  id: number;
  operation: EventOperation;
  position: number;
  /** The time of the change, in milliseconds since 1970. */
  at: number;
}

export const eventGroups = ['members', 'people', 'structure'] as const;
/** A group of events to which a webhook can subscribe. */
export type EventGroup = (typeof eventGroups)[number];

export function groupOf(kind: EventKind): EventGroup {
  if (kind === 'member') return 'members';
  return kind === 'person' ? 'people' : 'structure';
}

/** Events with the same key keep their order. Events with different keys do not wait for each other. */
export function recordKey({ kind, id, operation }: WebhookEvent): string {
  return operation === 'reload' ? 'reload' : `${kind} ${id}`;
}

/** Merges two undelivered changes to a record. */
export function mergeEvents(first: WebhookEvent, second: WebhookEvent): WebhookEvent {
  return { ...second, operation: mergeOperations(first.operation, second.operation) };
}

function mergeOperations(first: EventOperation, second: EventOperation): EventOperation {
  if (second === 'removed' || second === 'erased' || second === first) return second;
  return first === 'created' || second === 'created' ? 'created' : 'updated';
}

/** The event's type, such as `member.updated`. The types `reload` and `test` are single words. */
export function typeOf({ kind, operation }: WebhookEvent): string {
  return operation === 'reload' || operation === 'test' ? operation : `${kind}.${operation}`;
}

/** The body of the request. IDs and positions are strings, as everywhere in the API. */
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
 * The ID of an event. It is the same for each attempt to deliver the event, on every server. A replay has new IDs,
 * because receivers ignore IDs that they know.
 */
export function messageId(
  { kind, id, operation, position }: WebhookEvent,
  { webhookId, replays }: { webhookId: string; replays: number },
): string {
  const text = [webhookId, replays, kind, id, operation, position].join(' ');
  return `msg_${createHash('sha256').update(text).digest('base64url').slice(0, 27)}`;
}
