import type { Clock } from '@/lib/base/clock';
import type { Change } from '@/lib/changes/journal/change-visibility';
import { readChanges, readPersonChanges } from '@/lib/changes/journal/changes';
import type { Store } from '@/lib/store/database';
import { readDay } from '@/lib/store/day';
import { readJournalPosition } from '@/lib/store/journal';
import { groupOf, type EventGroup, type EventKind, type WebhookEvent } from './events';

export interface EventsRequest {
  organisationId: number;
  groups: readonly EventGroup[];
  seesAdminExtras: boolean;
  after: number;
  limit: number;
}

export interface EventPage {
  events: WebhookEvent[];
  next: number;
  hasMore: boolean;
}

/**
 * The events after a position. Positions are unknown if the retention time of their changes has passed, or if the
 * members' database is from a backup. For an unknown position, the only event is `reload`, which tells the receiver to
 * load everything. null: there is no such organisation.
 */
export async function readEvents(
  { store, clock }: { store: Store; clock: Clock },
  question: EventsRequest,
): Promise<EventPage | null> {
  const { organisationId, groups, after, limit } = question;
  const read = store.members.transaction().setAccessMode('read only').setIsolationLevel('repeatable read');
  return read.execute(async (db) => {
    const day = await readDay(db, organisationId, clock());
    if (day === null) return null;
    const page = await readChanges(db, { ...question, day });
    if (page === null) {
      const position = await readJournalPosition(db, organisationId);
      const at = clock().getTime();
      const event = { kind: 'organisation', id: organisationId, operation: 'reload', position, at } as const;
      return { events: [event], next: position, hasMore: false };
    }
    const { changes, next, hasMore } = page;
    const events = changes.map(toEvent);
    if (groups.includes('people')) {
      const of = { organisationId, after, through: next, limit };
      const persons = await readPersonChanges(db, of);
      events.push(
        ...persons.map(({ at, ...one }) => ({ kind: 'person' as const, ...one, at: at.getTime() })),
      );
    }
    const wanted = events.filter(({ kind }) => groups.includes(groupOf(kind)));
    return { events: wanted.sort((a, b) => a.position - b.position || a.id - b.id), next, hasMore };
  });
}

function toEvent({ kind, id, operation, position, at }: Change): WebhookEvent {
  const own: EventKind = kind === 'membership' ? 'member' : kind;
  return { kind: own, id, operation, position, at: at.getTime() };
}
