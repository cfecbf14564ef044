/** The events that receivers get: which record changed, without its content. docs/webhooks.md describes them. */
import { createHash } from 'node:crypto';

/** The kinds of records, with the names that `GET /changes` gives them. */
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

/** A change of a record. `reload` and `test` are about the organisation. */
export interface WebhookEvent {
  kind: EventKind;
  id: number;
  operation: EventOperation;
  position: number;
  /** Milliseconds since 1970. */
  at: number;
}

export const eventGroups = ['members', 'people', 'structure'] as const;
/** What a webhook subscribes to. */
export type EventGroup = (typeof eventGroups)[number];

export function groupOf(kind: EventKind): EventGroup {
  if (kind === 'member') return 'members';
  return kind === 'person' ? 'people' : 'structure';
}

/** Records keep their order; different records do not wait for each other. */
export function recordKey({ kind, id, operation }: WebhookEvent): string {
  return operation === 'reload' ? 'reload' : `${kind} ${id}`;
}

/** Merges two changes of a record that the receiver has not got yet. */
export function mergeEvents(first: WebhookEvent, second: WebhookEvent): WebhookEvent {
  return { ...second, operation: mergeOperations(first.operation, second.operation) };
}

function mergeOperations(first: EventOperation, second: EventOperation): EventOperation {
  if (second === 'removed' || second === 'erased' || second === first) return second;
  return first === 'created' || second === 'created' ? 'created' : 'updated';
}

/** `member.updated`; `reload` and `test` stand alone. */
export function typeOf({ kind, operation }: WebhookEvent): string {
  return operation === 'reload' || operation === 'test' ? operation : `${kind}.${operation}`;
}

/** The body of the request. IDs and positions are texts, as everywhere in the API. */
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
 * The same for each attempt to deliver the event, whichever server makes it. A replay has new ones, because receivers
 * ignore those that they know.
 */
export function messageId(
  { kind, id, operation, position }: WebhookEvent,
  { webhookId, replays }: { webhookId: string; replays: number },
): string {
  const text = [webhookId, replays, kind, id, operation, position].join(' ');
  return `msg_${createHash('sha256').update(text).digest('base64url').slice(0, 27)}`;
}
