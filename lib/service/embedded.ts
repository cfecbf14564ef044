/** Starts the membership API in this process. */
import { withReadBudget } from './read-budget';
import { createHmac, randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { Site } from '@/lib/contract/site';
import { settleAccountMoves } from '@/lib/sign-in/accounts/move-accounts';
import { settleChangedEmails } from '@/lib/sign-in/accounts/proven-email';
import { tellOfChanges } from '@/lib/sign-in/accounts/tell-of-changes';
import { createMemberMail, type MemberMail } from '@/lib/sign-in/accounts/member-mail';
import { findOutboxEmails } from '@/lib/privacy/personal-data/outbox-emails';
import { createImports } from './imports';
import { shareSignal } from './neighbours';
import { createInstallation } from './installation';
import { ResponseCache } from './routes/response-cache';
import { runCommand } from './run-command';
import { createMembershipService } from './app';
import { createOwnData } from './own-data';
import { defaultRateLimits } from '@/lib/sign-in/oauth/rate-limits';
import type { OwnData } from '@/lib/contract/own-data';
import type { SetUp } from '@/lib/contract/set-up';
import { createAreaCentre } from '@/lib/store/area-centre';
import { LaterWork } from '@/lib/sign-in/accounts/later-work';
import { issueSetupLink } from '@/lib/sign-in/accounts/setup-link';
import { readMailIdentity } from '@/lib/mail/read-identity';
import { createMailer, type Mail, type Mailer } from '@/lib/mail/mailer';
import { toMailSettings } from '@/lib/mail/mail-state';
import { recordMails } from '@/lib/mail/mail-record';
import { ChangeWaits } from './routes/change-waits';
import {
  ensureFirstPartyClient,
  hasRival,
  type ClientCredentials,
} from '@/lib/sign-in/oauth/first-party-client';
import { ClientUses } from '@/lib/sign-in/oauth/client-uses';
import { purgeExpired } from '@/lib/store/auth-purge';
import { CommitCount } from '@/lib/store/sql/commit-count';
import { createResponseStates } from './routes/response-states';
import type { Store } from '@/lib/store/database';
import { findMemberPicture } from '@/lib/store/member-pictures';
import { readDatabaseState, type DatabaseState } from './database-state';
import { createSetUp } from '@/lib/sign-in/accounts/set-up';
import { LongUndos } from '@/lib/office/long-undos';
import { MissedSearches } from '@/lib/office/missed-searches/missed-searches';
import type { MissedSearch } from '@/lib/contract/missed-searches';
import type { WebhookFigures } from '@/lib/notify/webhooks/dispatcher';
import { readSite } from './read-site';
import { Heartbeat, startBackgroundWork } from './background-work';
import type { EmbeddedServices } from './embedded-services';
import { openOwnStore } from './open-own-store';

export interface EmbeddedService {
  fetch: (request: Request, env?: object) => Response | Promise<Response>;
  client: ClientCredentials;
  /** The site's data is read again every few seconds, because an operator may change the site while the server runs. */
  site: () => Site;
  /** Calls `listener` when the service notices that somebody has opened or closed the directory. */
  onOpenedOrClosed: (listener: () => void) => void;
  /** Only the service knows the member's email address. */
  sendToMember: (mail: MemberMail) => Promise<void>;
  sendToOffice: (mail: Omit<Mail, 'about'>) => Promise<void>;
  recordMissedSearch: (missed: MissedSearch) => void;
  readMemberPicture: (of: Parameters<typeof findMemberPicture>[2]) => Promise<Buffer | null>;
  ownData: OwnData;
  /** null: an association has been set up already. */
  setUp: SetUp | null;
  databaseState: () => Promise<DatabaseState>;
  /** Connections to PostgreSQL. null on SQLite. */
  databasePool: Store['pool'];
  /** Servers that use this database, including this one. Updated twice a minute. */
  serverCount: () => number;
  responseCache: ResponseCache;
  /** What this process has delivered to webhooks. */
  webhookFigures: () => WebhookFigures;
  /**
   * With this link, the first owner sets up the association. null: the members are not the demonstration's, so an
   * association has been set up already.
   */
  setupLink: string | null;
  /** Ends requests that wait for changes. The server calls this before it waits for its last responses. */
  endWaits: () => void;
  stop(): Promise<void>;
}

const rivalWarning =
  'Another server that uses this database has a different AUTH_SECRET, or had one within the last hour. All servers ' +
  'of one address must have the same AUTH_SECRET. If not, members are signed out when they reach another server.';
/**
 * The maximum random delay before an email is created. Creating an email slows down other requests, but for a much
 * shorter time than this. So a slow response may show that an email is being created. It does not show which earlier
 * request caused the email.
 */
const maxMailDelayMs = 2_000;
/** If a file needs more memory, only the process of the import ends, not the server. */
const importMemory = '--max-old-space-size=1024';
const responseCacheBytes = 8 * 1024 * 1024;
/**
 * How long the office waits for the database files to be overwritten. After that, the server completes the erasure
 * within a minute.
 */
const erasureWaitMs = 2_000;

/** @throws Error if the database cannot be opened, or if it is not clear which organisation the directory shows */
export async function startEmbeddedService(services: EmbeddedServices): Promise<EmbeddedService> {
  const { store, organisationId } = await openOwnStore(services);
  try {
    return await startWith(store, organisationId, services);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function startWith(
  store: Store,
  organisationId: number,
  services: EmbeddedServices,
): Promise<EmbeddedService> {
  const { config, clock, log, authSecret } = services;
  const { dataDir, baseUrl, contactEmail } = config;
  let site = await readSite(store, organisationId);
  let openedOrClosed = () => {};
  const refreshSite = async () => {
    const wasClosed = site.isDirectoryClosed;
    site = await readSite(store, organisationId);
    if (site.isDirectoryClosed !== wasClosed) openedOrClosed();
  };
  const credentials = services.clientOf(organisationId);
  const client = { organisationId, redirectUri: services.redirectUri, credentials };
  const registerClient = () =>
    ensureFirstPartyClient(store, { ...client, name: `${site.name}: member directory` });
  await registerClient();
  if (await hasRival(store, client, clock())) log.warn(rivalWarning);
  const { send, mailer } = createMail(store, services);
  const areaCentre = createAreaCentre(dataDir);
  const link = { organisationId, baseUrl, now: clock() };
  const setupLink = site.isDemonstration ? await issueSetupLink(store, link) : null;
  const restart = async () => {
    await refreshSite();
    await registerClient();
  };
  const setUp = createSetUp({ store, clock, dataDir, organisationId, areaCentre, restart });
  const heartbeat = new Heartbeat(store, { baseUrl, ...services.about });
  const waits = new ChangeWaits(store, { serverCount: () => heartbeat.serverCount });
  const later = new LaterWork({ delayMs: () => randomInt(maxMailDelayMs) });
  const clientUses = new ClientUses(store, clock);
  const missedSearches = new MissedSearches({ store, clock, timeZone: () => site.timeZone }, organisationId);
  const commits = config.postgresUrl === null ? countCommits(dataDir) : null;
  const responseCache = new ResponseCache({
    readStates: createResponseStates(store, commits),
    clock,
    logError: (error) => log.error({ err: error }, 'the state of cached responses could not be read'),
    maxBytes: responseCacheBytes,
  });
  const logError = (error: unknown) => log.error({ err: error }, 'something went wrong inside the API');
  const service = createMembershipService({
    ...officeJobs(store, organisationId, services),
    responseCache,
    clientUses,
    flushSearches: () => missedSearches.flush(),
    store,
    clock,
    waits,
    organisationId,
    baseUrl,
    mailer,
    mailSettings: toMailSettings(config),
    trustProxy: config.trustProxy,
    areaCentre,
    carriesMessages: config.carriesMessages,
    ownClientId: credentials.id,
    contactEmail,
    spoolDir: dataDir,
    authSecret,
    // Derived from AUTH_SECRET, like the client's secret.
    deviceKey: createHmac('sha256', credentials.secret).update('known devices').digest('hex'),
    later,
    logError,
  });
  await purgeExpired(store, clock());
  await store.settleAccounts();
  await settleChangedEmails(store);
  await heartbeat.beat();
  const stopListening = store.listen();
  if (services.neighbours !== null && store.engine === 'sqlite')
    shareSignal(store.signal, services.neighbours);
  const background = startBackgroundWork(store, services, {
    send,
    clientUses,
    missedSearches,
    heartbeat,
    refreshSite,
  });
  return {
    fetch: withReadBudget((request, env) => service.fetch(request, env)),
    responseCache,
    client: credentials,
    site: () => site,
    onOpenedOrClosed: (listener) => void (openedOrClosed = listener),
    setupLink,
    sendToMember: createMemberMail({ store, clock, mailer, organisationId }),
    sendToOffice: async (letter) =>
      void (await mailer({ ...letter, about: { kind: 'report', organisationId, personId: null } })),
    recordMissedSearch: (missed) => missedSearches.note(missed),
    readMemberPicture: (of) => findMemberPicture(store.members, organisationId, of),
    setUp: setupLink === null ? null : setUp,
    ownData: createOwnData({
      store,
      clock,
      baseUrl,
      rateLimits: defaultRateLimits,
      ownClientId: credentials.id,
      contactEmail,
      mailer,
      later,
      logError,
      organisationId,
    }),
    databaseState: () => readDatabaseState(store, dataDir),
    databasePool: store.pool,
    serverCount: () => heartbeat.serverCount,
    webhookFigures: background.webhookFigures,
    endWaits: () => waits.close(),
    async stop() {
      await background.stop();
      await later.finish();
      await missedSearches.flush().catch(() => {});
      await stopListening();
      commits?.close();
      await heartbeat.stop();
      await store.close();
    },
  };
}

/** `mailer` records the emails that it sends, `send` does not. From now on, the store tells people of changes. */
function createMail(
  store: Store,
  { config, clock, log }: EmbeddedServices,
): { send: Mailer; mailer: Mailer } {
  const send = createMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    dataDir: config.dataDir,
    identityOf: (id) => readMailIdentity(store, id, config.contactEmail),
  });
  const mailer = recordMails(send, {
    store,
    clock,
    logError: (error) => log.error({ err: error }, 'an email could not be recorded'),
  });
  const tell = tellOfChanges({
    store,
    mailer,
    logError: (error) => log.error({ err: error }, 'an email about an account could not be sent'),
  });
  store.settleAccounts = () =>
    settleAccountMoves(store, clock(), tell).catch((error: unknown) =>
      log.error({ err: error }, 'sign-ins could not be ended, and are ended within five minutes'),
    );
  return { send, mailer };
}

/** What the office does with the files of this machine and with commands. */
function officeJobs(
  store: Store,
  organisationId: number,
  { config, clock, log, neighbours, projectDir, forgetErased }: EmbeddedServices,
) {
  const { dataDir } = config;
  return {
    erasure: { dataDir, clock, forgetErased, waitMs: erasureWaitMs },
    // With a mail server, this installation has no copies of its emails.
    ...(config.smtpUrl === null && { findEmails: (email: string) => findOutboxEmails(dataDir, email) }),
    installation: createInstallation({
      config,
      projectDir,
      organisationId,
      clock,
      neighbours,
      readProblems: async () => (await readDatabaseState(store, dataDir)).warnings,
      run: (args) => runCommand(projectDir, args),
      logError: (error) => log.error({ err: error }, 'an office job failed'),
    }),
    imports: createImports({
      dataDir,
      run: (args) => runCommand(projectDir, args, [importMemory]),
      logError: (error) => log.error({ err: error }, 'an office import failed'),
    }),
    undos: new LongUndos(neighbours),
  };
}

function countCommits(dataDir: string): CommitCount {
  return new CommitCount(['members.db', 'auth.db'].map((name) => join(dataDir, name)));
}
