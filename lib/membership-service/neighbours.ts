import type { JournalSignal } from '@/lib/membership-store/journal-signal';

/** The other processes of this server. */
export interface Neighbours {
  /** Sends a value, which must be JSON, to all of them. */
  tell(topic: string, value: unknown): void;
  onTold(topic: string, listener: (value: unknown) => void): void;
}

const topic = 'written';

/** A commit in one process wakes the requests that wait for changes in the others. SQLite itself sends no notices. */
export function shareSignal(signal: JournalSignal, neighbours: Neighbours): void {
  let isFromOthers = false;
  signal.subscribe(() => {
    if (!isFromOthers) neighbours.tell(topic, null);
  });
  neighbours.onTold(topic, () => {
    isFromOthers = true;
    signal.wake();
    isFromOthers = false;
  });
}
