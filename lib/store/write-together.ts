import type { Store } from './database';
import type { MembersWriter } from './members-writer';
import { writeInOrder, type Work, type WriterContext } from './write';

interface Waiting extends Work<unknown> {
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * For each store and organisation: the small writes that wait until the current transaction ends. An organisation has a
 * list only while a transaction is in progress.
 */
const queues = new WeakMap<Store, Map<number, Waiting[]>>();

/**
 * Like `withMembersWriter`, but for small writes. Writes that wait for the organisation's lock share one transaction. A
 * commit takes longer than a small write. If one of these writes throws, none of them is stored. Each is then repeated
 * in its own transaction, so `write` may be called twice.
 */
export function writeTogether<T>(
  store: Store,
  context: WriterContext,
  write: (writer: MembersWriter) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    // The cast is safe, because `resolve` gets the result of `write`.
    const waiting = { context, write, resolve: resolve as Waiting['resolve'], reject };
    const ofStore = queues.get(store) ?? new Map<number, Waiting[]>();
    queues.set(store, ofStore);
    const queue = ofStore.get(context.organisationId);
    if (queue !== undefined) return void queue.push(waiting);
    ofStore.set(context.organisationId, [waiting]);
    void writeAll(store, ofStore, context.organisationId);
  });
}

async function writeAll(store: Store, queues: Map<number, Waiting[]>, organisationId: number): Promise<void> {
  for (;;) {
    const group = queues.get(organisationId) ?? [];
    if (group.length === 0) break;
    queues.set(organisationId, []);
    await writeGroup(store, group);
  }
  queues.delete(organisationId);
}

async function writeGroup(store: Store, group: readonly Waiting[]): Promise<void> {
  let hasStarted = false;
  const works = group.map(({ context, write }) => ({
    context,
    write: (writer: MembersWriter) => {
      hasStarted = true;
      return write(writer);
    },
  }));
  try {
    const results = await writeInOrder(store, works);
    group.forEach(({ resolve }, index) => resolve(results[index]));
  } catch (error) {
    // If no write began, the transaction did not get the lock. The writes do not wait for the lock again.
    if (group.length === 1 || !hasStarted) for (const { reject } of group) reject(error);
    else for (const one of group) await writeGroup(store, [one]);
  }
}
