import { resolve } from 'node:path';
import { createClock, type Clock } from '@/lib/clock';
import { readConfig, type Config } from '@/lib/config';
import { createAreaCentre } from '@/lib/membership-store/area-centre';
import { openStore, type Store } from '@/lib/membership-store/database';
import { markOrganisation } from '@/lib/membership-backup/earlier-organisation';
import type { AreaCentre } from '@/lib/membership-store/location-document';
import type { MembersWriter } from '@/lib/membership-store/members-writer';
import { withMembersWriter, type WriterContext } from '@/lib/membership-store/write';
import { toPrintableJson } from './printable';
import type { Terminal } from './terminal';

/** The message gives the operator the reason. Exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
  /** `isPrinted`: the printed result already contains the message. */
  constructor(
    message: string,
    readonly isPrinted = false,
  ) {
    super(message);
  }
}

/** The command was used wrongly. The message gives the correct usage. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export interface Session {
  terminal: Terminal;
  config: Config;
  clock: Clock;
  store: Store;
  areaCentre: AreaCentre;
  path(file: string): string;
  write<T>(
    target: Pick<WriterContext, 'organisationId' | 'cause'>,
    work: (writer: MembersWriter) => Promise<T>,
  ): Promise<T>;
  /** Prints `data` as one JSON document if the command has the option `--json`. Otherwise prints `lines`. */
  print(data: unknown, lines: string | string[]): void;
}

export async function withSession<T>(
  terminal: Terminal,
  { json = false }: { json?: boolean },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const config = readConfig();
  const store = await openStore(config);
  const path = (file: string) => pathFrom(terminal, file);
  const print = createPrint(terminal, { json });
  try {
    const clock = createClock(config.now);
    const areaCentre = createAreaCentre(config.dataDir);
    const write: Session['write'] = (target, change) =>
      withMembersWriter(store, { ...target, clock, areaCentre }, change);
    const result = await work({ terminal, config, clock, store, areaCentre, path, write, print });
    await markOrganisation(store, config.dataDir);
    return result;
  } finally {
    await store.close();
  }
}

export function pathFrom({ calledFrom }: Terminal, file: string): string {
  return resolve(calledFrom, file);
}

export function createPrint(terminal: Terminal, { json }: { json?: boolean }): Session['print'] {
  return (data, lines) => terminal.out(json ? toPrintableJson(data) : [lines].flat().join('\n'));
}
