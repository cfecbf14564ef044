import type { JournalSignal } from '@/lib/store/journal-signal';

/** The other processes of this server. */
export interface Neighbours {
  /** Sends a value, which must be JSON, to all of them. */
  tell(topic: string, value: unknown): void;
  onTold(topic: string, listener: (value: unknown) => void): void;
}

const topic = 'written';

/**
 * After a commit in this process, requests that wait in the other processes look for changes. SQLite itself does not
 * tell other processes about a commit.
 */
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
