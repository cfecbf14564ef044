import type { JournalSignal } from '@/lib/membership-store/journal-signal';

/** The other processes of this server. */
export interface Neighbours {
  /** Sends a value, which must be JSON, to all of them. */
  tell(topic: string, value: unknown): void;
  /** Calls the listener with each value that another process sends about the topic. */
  onTold(topic: string, listener: (value: unknown) => void): void;
}

const topic = 'written';

/** Makes commits in the other processes wake the requests that wait for changes here. SQLite itself sends no notices. */
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
