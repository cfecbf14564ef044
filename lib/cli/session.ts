import { resolve } from 'node:path';
import { createClock, type Clock } from '@/lib/base/clock';
import { ConfigError, readConfig, type Config } from '@/lib/base/config';
import { createMailer, type Mailer } from '@/lib/mail/mailer';
import { recordMails } from '@/lib/mail/mail-record';
import { readMailIdentity } from '@/lib/mail/read-identity';
import { settleAccountMoves } from '@/lib/sign-in/accounts/move-accounts';
import { tellOfChanges } from '@/lib/sign-in/accounts/tell-of-changes';
import { createAreaCentre } from '@/lib/store/area-centre';
import { openStore, type Store } from '@/lib/store/database';
import { readOrganisationIds, findShownOrganisation } from '@/lib/service/read-site';
import { markInstallation } from '@/lib/store/installation/marks';
import type { AreaCentre } from '@/lib/store/location-document';
import type { MembersWriter } from '@/lib/store/members-writer';
import { withMembersWriter, type WriterContext } from '@/lib/store/write';
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
  mailer: Mailer;
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
    const logError = (error: unknown) => terminal.err(error instanceof Error ? error.message : String(error));
    const mailer = createSessionMailer({ config, store, clock });
    const tell = tellOfChanges({ store, mailer, logError });
    store.settleAccounts = () => settleAccountMoves(store, clock(), tell).catch(logError);
    const write: Session['write'] = (target, change) =>
      withMembersWriter(store, { ...target, clock, areaCentre }, change);
    const before = await readOrganisationIds(store);
    const result = await work({ terminal, config, clock, store, areaCentre, mailer, path, write, print });
    // If the command adds a second organisation, the directory continues to show the first.
    const shownId = before.length === 1 ? (before[0] ?? null) : null;
    await markInstallation(store, { dataDir: config.dataDir, secretMark: null, shownId });
    await tellWhichIsShown({ store, config, terminal }, before);
    return result;
  } finally {
    await store.close();
  }
}

/** After a command has added an organisation beside others, says which of them the directory shows. */
async function tellWhichIsShown(
  { store, config, terminal }: Pick<Session, 'store' | 'config' | 'terminal'>,
  before: readonly number[],
): Promise<void> {
  const ids = await readOrganisationIds(store);
  const added = ids.find((id) => !before.includes(id));
  if (added === undefined || ids.length < 2) return;
  const shown = await findShownOrganisation(store, config).catch((error: unknown) => {
    if (error instanceof ConfigError) return null;
    throw error;
  });
  if (shown === added) return;
  const now =
    shown === null ? 'The server does not start' : `The directory still shows organisation ${shown}`;
  terminal.err(
    `The database now has the organisations ${ids.join(', ')}. ${now}. To show organisation ${added}, set MEMBERSHIP_ORGANISATION_ID=${added} and restart the server.`,
  );
}

function createSessionMailer({ config, store, clock }: Pick<Session, 'config' | 'store' | 'clock'>): Mailer {
  return recordMails(
    createMailer({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      dataDir: config.dataDir,
      identityOf: (id) => readMailIdentity(store, id, config.contactEmail),
    }),
    // Nothing is logged, because the command itself reports the emails that failed.
    { store, clock, logError: () => undefined },
  );
}

export function pathFrom({ calledFrom }: Terminal, file: string): string {
  return resolve(calledFrom, file);
}

export function createPrint(terminal: Terminal, { json }: { json?: boolean }): Session['print'] {
  return (data, lines) => terminal.out(json ? toPrintableJson(data) : [lines].flat().join('\n'));
}
