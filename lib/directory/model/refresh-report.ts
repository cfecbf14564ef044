import { ApiRequestError, type DriftNote } from '@/lib/contract/client';
import {
  describeHeld,
  HeldResponseError,
  howToAccept,
  saveHeldResponse,
  type HeldResponse,
} from './held-response';

/** For `/readyz`, which anybody may read. The log also has the site's address and its error message. */
const publicReasons = {
  unreachable: 'the API cannot be reached',
  timeout: 'the API did not respond in time',
  refused: 'the API refuses the request',
  unreadable: 'the API’s response cannot be read',
};

export interface RefreshReport {
  succeeded(): Promise<void>;
  failed(error: unknown): Promise<void>;
  leftOut(found: readonly string[]): void;
  reportDrift(notes: readonly DriftNote[]): void;
  failures(): number;
  held(): HeldResponse | null;
  problems(): string[];
}

export function createRefreshReport(options: {
  dataDir: string;
  log: (message: string) => void;
}): RefreshReport {
  const { dataDir, log } = options;
  let failures = 0;
  let failure: string | null = null;
  let held: HeldResponse | null = null;
  let leftOut: readonly string[] = [];
  const reportedDrift = new Set<string>();
  const hold = async (response: HeldResponse | null) => {
    const isSame = held?.removed === response?.removed && held?.known === response?.known;
    held = response;
    if (isSame) return;
    if (response !== null) log(`${describeHeld(response)} ${howToAccept(response)}`);
    try {
      await saveHeldResponse(dataDir, response);
    } catch (error) {
      log(`The held response cannot be written to ${dataDir}: ${messageOf(error)}`);
    }
  };
  return {
    async succeeded() {
      if (failures > 0) log('The directory is refreshing again');
      [failures, failure] = [0, null];
      await hold(null);
    },
    async failed(error) {
      failures += 1;
      if (error instanceof HeldResponseError) {
        failure = null;
        await hold(error.held);
        return;
      }
      if (failure === null) log(`The directory cannot be refreshed: ${messageOf(error)}`);
      const reason =
        error instanceof ApiRequestError ? publicReasons[error.details.kind] : 'an internal error';
      failure = `The directory cannot be refreshed: ${reason}.`;
    },
    leftOut(found) {
      const isNew = found.join() !== leftOut.join();
      leftOut = found;
      if (isNew && found.length > 0) log(found.join('\n'));
    },
    reportDrift(notes) {
      const unreported = notes.slice(0, 10).filter((note) => !reportedDrift.has(keyOf(note)));
      if (unreported.length === 0) return;
      for (const note of unreported) reportedDrift.add(keyOf(note));
      const lines = unreported.map(({ where, what, count }) => `  ${where}: ${what} (${count} times)`);
      log(`The membership API differs from its contract:\n${lines.join('\n')}`);
    },
    failures: () => failures,
    held: () => held,
    problems: () => [
      ...(held === null ? [] : [describeHeld(held)]),
      ...(failure === null ? [] : [failure]),
      ...leftOut,
    ],
  };
}

const keyOf = ({ where, what }: DriftNote) => `${where} ${what}`;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
