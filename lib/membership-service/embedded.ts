/** Opens the membership API in this process, and adds an organisation if the database has none. */
import { withReadBudget } from './read-budget';
import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { monthsBefore, type Clock } from '@/lib/clock';
import { ConfigError, type Config } from '@/lib/config';
import type { Log } from '@/lib/server/log';
import type { Site } from '@/lib/site';
import { applyErasures } from '@/lib/membership-erasure/apply-erasures';
import {
  readErasedFromDirectory,
  type ErasedFromDirectory,
} from '@/lib/membership-erasure/erased-from-directory';
import { settleErasures } from '@/lib/membership-erasure/settle-erasures';
import { settleAccountMoves } from '@/lib/membership-accounts/move-accounts';
import { settleChangedEmails } from '@/lib/membership-accounts/proven-email';
import { tellOfChanges } from '@/lib/membership-accounts/tell-of-changes';
import { createMemberMail, type MemberMail } from '@/lib/membership-accounts/member-mail';
import { findOutboxEmails } from '@/lib/membership-personal-data/outbox-emails';
import { createImports } from './imports';
import { shareSignal, type Neighbours } from './neighbours';
import { createInstallation } from './installation';
import { ResponseCache } from './routes/response-cache';
import { runCommand } from './run-command';
import { createMembershipService } from './app';
import { createAreaCentre } from '@/lib/membership-store/area-centre';
import { LaterWork } from '@/lib/membership-accounts/later-work';
import { issueSetupLink } from '@/lib/membership-accounts/setup-link';
import { readMailIdentity } from '@/lib/mail/read-identity';
import { createMailer, type Mail } from '@/lib/mail/mailer';
import { deleteOldMails, recordMails } from '@/lib/mail/mail-record';
import { ChangeWaits } from './routes/change-waits';
import {
  ensureFirstPartyClient,
  hasRival,
  type ClientCredentials,
} from '@/lib/membership-oauth/first-party-client';
import { deleteOldAccountChanges } from '@/lib/membership-store/account-journal';
import { ClientUses, purgeClientUses } from '@/lib/membership-oauth/client-uses';
import { purgeExpired } from '@/lib/membership-store/auth-purge';
import { CommitCount } from '@/lib/sql/commit-count';
import { openStore, type Store } from '@/lib/membership-store/database';
import { readDatabaseState, reportFaults, type DatabaseState } from './database-state';
import { describeStoredProblems } from '@/lib/membership-changes/valid-organisation';
import { shortenEmbeddedTexts } from '@/lib/membership-store/embedded-texts';
import { readTombstones } from '@/lib/membership-store/tombstone';
import { readStructure } from '@/lib/membership-store/structure';
import { deleteOldChanges, findCleanable } from '@/lib/membership-journal/retention';
import { describeWaiting, findWaitingLapses, recordLapses } from '@/lib/membership-journal/lapses';
import { isDemonstration } from '@/lib/membership-store/demonstration-flag';
import {
  findServers,
  forgetServer,
  heartbeatMs,
  recordServer,
  type RunningServer,
} from '@/lib/membership-store/servers';
import { findEarlierOrganisation } from '@/lib/membership-backup/earlier-organisation';
import {
  findMismatches,
  markInstallation,
  readMarks,
  refuseMismatches,
  type DatabaseMarks,
} from '@/lib/installation/marks';
import { StartupError } from '@/lib/startup-error';
import { createSetUp } from '@/lib/membership-accounts/set-up';
import { MissedSearches, purgeMissedSearches } from '@/lib/missed-searches/missed-searches';
import type { MissedSearch } from '@/lib/membership-api/missed-searches';
import { NoticeSender } from '@/lib/membership-notices/sender';
import { EndedSiteSessions } from '@/lib/membership-oauth/ended-site-sessions';
import { LogoutDeliverer } from './logout-deliverer';
import { WebhookDispatcher, type WebhookFigures } from '@/lib/webhooks/dispatcher';
import { describeShown, findShownOrganisation, readOrganisationIds, readSite } from './read-site';

export interface EmbeddedService {
  fetch: (request: Request, env?: object) => Response | Promise<Response>;
  client: ClientCredentials;
  /** The site's data is read again every few seconds, because an operator may change the site while the server runs. */
  site: () => Site;
  /** Only the service knows the member's email address. */
  sendToMember: (mail: MemberMail) => Promise<void>;
  sendToOffice: (mail: Omit<Mail, 'about'>) => Promise<void>;
  recordMissedSearch: (missed: MissedSearch) => void;
  databaseState: () => Promise<DatabaseState>;
  /** Connections to PostgreSQL. null on SQLite. */
  databasePool: Store['pool'];
  /** Servers that use this database, including this one. Updated twice a minute. */
  serverCount: () => number;
  /** null on PostgreSQL: responses are not cached. */
  responseCache: ResponseCache | null;
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

export interface EmbeddedServices {
  config: Config;
  clock: Clock;
  authSecret: string;
  clientOf: (organisationId: number) => ClientCredentials;
  redirectUri: string;
  demonstration: DemonstrationLoader;
  /** What other servers with the same database may know about this one. */
  about: Pick<RunningServer, 'version' | 'secretMark'>;
  log: Log;
  /** null: this server has only one process. */
  neighbours: Neighbours | null;
  /** The folder that has `scripts/chapterhouse.mjs`. */
  projectDir: string;
  /** Removes erased members from the directory's saved copy. */
  forgetErased: (erased: ErasedFromDirectory) => Promise<void>;
}

/** Fills a database that has no organisation. */
export interface DemonstrationLoader {
  /** The ID of the demonstration. */
  organisationId: number;
  load(store: Store): Promise<unknown>;
  /** Completes what a killed process left unfinished. */
  finish(store: Store): Promise<void>;
}

const rivalWarning =
  'Another server that uses this database has a different AUTH_SECRET, or had one within the last hour. All servers ' +
  'of one address must have the same AUTH_SECRET. If not, members are signed out when they reach another server.';
/** The slowest query over 100,000 members takes a second. Queries of accounts and tokens take milliseconds. */
const timeouts = { members: 10_000, auth: 5_000 };
/**
 * The maximum random delay before an email is created. Creating an email slows down other requests, but for a much
 * shorter time than this. So a slow response may show that an email is being created. It does not show which earlier
 * request caused the email.
 */
const maxMailDelayMs = 2_000;
const siteRefreshMs = 5_000;
/** If a file needs more memory, only the process of the import ends, not the server. */
const importMemory = '--max-old-space-size=1024';
/** The interval at which counts are stored. If the process is killed, the counts since the last time are lost. */
const clientUsesMs = 30_000;
const missedSearchesMs = 60_000;
const responseCacheBytes = 8 * 1024 * 1024;
const purgeMs = 5 * 60_000;
/** A membership that ends at midnight has its journal row within a minute. */
const lapseMs = 20_000;
const retentionMs = 60 * 60_000;
/**
 * How long the office waits for the database files to be overwritten. After that, the server completes the erasure
 * within a minute.
 */
const erasureWaitMs = 2_000;
/** If a command is killed during an erasure, the server completes the erasure within a minute. */
const erasureMs = 30_000;
/** At most one reminder a second. */
const noticeMs = 1000;
/** A site with a logout address learns within a minute that a membership has lapsed. */
const endedSitesMs = 20_000;

/** @throws Error if the database cannot be opened, or if it is not clear which organisation the directory shows */
export async function startEmbeddedService(services: EmbeddedServices): Promise<EmbeddedService> {
  const { config, clock, redirectUri, log } = services;
  const { dataDir } = config;
  let organisationId = 0;
  const own = { dataDir, secretMark: services.about.secretMark };
  const check = async (opened: Store, marks: DatabaseMarks) => {
    refuseMismatches(findMismatches(marks, own));
    // A wrong setting must not stop a server that has already migrated its data: the release before could not read it.
    await findShownOrganisation(opened, config);
  };
  const prepare = async (opened: Store) => {
    await eraseBeforeStart(opened, services);
    organisationId = await chooseOrganisation(opened, services);
  };
  const store = await openStore(config, { timeouts, prepare, check });
  reportFaults(store.faults, services);
  try {
    await markInstallation(store, { ...own, shownId: organisationId });
    // Another server with another secret may have started at the same time.
    refuseMismatches(findMismatches(await readMarks(store), own));
    const unclear = await describeShown(store, config);
    if (unclear !== null) log.warn(unclear);
    await shortenEmbeddedTexts(store.members);
    await warnOfProblems(store, organisationId, log);
    let site = await readSite(store, organisationId);
    const credentials = services.clientOf(organisationId);
    const client = { organisationId, redirectUri, credentials };
    const registerClient = () =>
      ensureFirstPartyClient(store, { ...client, name: `${site.name}: member directory` });
    await registerClient();
    if (await hasRival(store, client, clock())) log.warn(rivalWarning);
    const send = createMailer({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      dataDir,
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
    const later = new LaterWork({ delayMs: () => randomInt(maxMailDelayMs) });
    let serverCount = 1;
    const waits = new ChangeWaits(store, { serverCount: () => serverCount });
    const areaCentre = createAreaCentre(dataDir);
    const restart = async () => {
      site = await readSite(store, organisationId);
      await registerClient();
    };
    const link = { organisationId, baseUrl: config.baseUrl, now: clock() };
    const setupLink = site.isDemonstration ? await issueSetupLink(store, link) : null;
    const setUp = createSetUp({ store, clock, dataDir, organisationId, areaCentre, restart });
    const clientUses = new ClientUses(store, clock);
    const missedSearches = new MissedSearches(
      { store, clock, timeZone: () => site.timeZone },
      organisationId,
    );
    const commits = config.postgresUrl === null ? countCommits(dataDir) : null;
    const responseCache =
      commits === null
        ? null
        : new ResponseCache({ countCommits: () => commits.read(), clock, maxBytes: responseCacheBytes });
    const service = createMembershipService({
      responseCache,
      clientUses,
      flushSearches: () => missedSearches.flush(),
      store,
      clock,
      waits,
      organisationId,
      baseUrl: config.baseUrl,
      mailer,
      trustProxy: config.trustProxy,
      areaCentre,
      setUp: setupLink === null ? null : setUp,
      carriesMessages: config.carriesMessages,
      ownClientId: credentials.id,
      contactEmail: config.contactEmail,
      spoolDir: dataDir,
      authSecret: services.authSecret,
      // Derived from AUTH_SECRET, like the client's secret.
      deviceKey: createHmac('sha256', credentials.secret).update('known devices').digest('hex'),
      later,
      erasure: { dataDir, clock, forgetErased: services.forgetErased, waitMs: erasureWaitMs },
      // With a mail server, this installation has no copies of its emails.
      ...(config.smtpUrl === null && { findEmails: (email: string) => findOutboxEmails(dataDir, email) }),
      installation: createInstallation({
        config,
        projectDir: services.projectDir,
        organisationId,
        clock,
        neighbours: services.neighbours,
        readProblems: async () => (await readDatabaseState(store, dataDir)).warnings,
        run: (args) => runCommand(services.projectDir, args),
        logError: (error) => log.error({ err: error }, 'an office job failed'),
      }),
      imports: createImports({
        dataDir,
        run: (args) => runCommand(services.projectDir, args, [importMemory]),
        logError: (error) => log.error({ err: error }, 'an office import failed'),
      }),
      logError: (error) => log.error({ err: error }, 'something went wrong inside the API'),
    });
    await purgeExpired(store, clock());
    await store.settleAccounts();
    await settleChangedEmails(store);
    const self = { id: randomUUID(), baseUrl: config.baseUrl, ...services.about };
    const beat = async () => {
      await recordServer(store, self);
      serverCount = (await findServers(store)).length;
    };
    await beat();
    const { baseUrl, contactEmail } = config;
    const notices = new NoticeSender({ store, clock, send, baseUrl, contactEmail });
    const endedSites = new EndedSiteSessions(store);
    const timers = [
      repeat(siteRefreshMs, async () => void (site = await readSite(store, organisationId))),
      repeat(purgeMs, () => purgeExpired(store, clock())),
      repeat(clientUsesMs, () => clientUses.flush()),
      repeat(retentionMs, () => purgeClientUses(store, clock())),
      repeat(missedSearchesMs, () => missedSearches.flush()),
      repeat(retentionMs, () => purgeMissedSearches(store, clock())),
      repeat(
        endedSitesMs,
        onlyOne()(() => endedSites.queue(clock())),
      ),
      repeat(purgeMs, () => store.settleAccounts()),
      repeat(purgeMs, () => settleChangedEmails(store)),
      ...maintainErasures(store, services),
      ...maintainJournal(store, services),
      repeat(heartbeatMs, beat),
      repeat(noticeMs, () => notices.step()),
    ];
    const stopListening = store.listen();
    if (services.neighbours !== null && store.engine === 'sqlite')
      shareSignal(store.signal, services.neighbours);
    const webhooks = new WebhookDispatcher({ store, clock, authSecret: services.authSecret, log });
    webhooks.start();
    const { authSecret } = services;
    const logouts = new LogoutDeliverer({ store, clock, authSecret, baseUrl: config.baseUrl, log });
    logouts.start();
    const stop = async () => {
      timers.forEach(clearInterval);
      await notices.stop();
      await webhooks.stop();
      await logouts.stop();
      await later.finish();
      await missedSearches.flush().catch(() => {});
      await stopListening();
      commits?.close();
      await forgetServer(store, self.id).catch(() => {});
      await store.close();
    };
    return {
      fetch: withReadBudget((request, env) => service.fetch(request, env)),
      responseCache,
      client: credentials,
      site: () => site,
      setupLink,
      stop,
      sendToMember: createMemberMail({ store, clock, mailer, organisationId }),
      sendToOffice: (letter) =>
        mailer({ ...letter, about: { kind: 'report', organisationId, personId: null } }),
      recordMissedSearch: (missed) => missedSearches.note(missed),
      databaseState: () => readDatabaseState(store, dataDir),
      databasePool: store.pool,
      serverCount: () => serverCount,
      webhookFigures: () => webhooks.figures(),
      endWaits: () => waits.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function countCommits(dataDir: string): CommitCount {
  return new CommitCount(['members.db', 'auth.db'].map((name) => join(dataDir, name)));
}

/** Erased members in an older backup, or in an older copy of the directory, are never shown. */
async function eraseBeforeStart(
  store: Store,
  { config, clock, log, forgetErased }: EmbeddedServices,
): Promise<void> {
  const { problems } = await applyErasures(store, { dataDir: config.dataDir, clock, forgetErased });
  for (const problem of problems) log.warn(problem);
  for (const erased of await readErasedFromDirectory(store, await readTombstones(store.members)))
    await forgetErased(erased);
}

/**
 * Completes erasures that another process has left unfinished. Also writes the erasures of other servers to the file of
 * erasures.
 */
function maintainErasures(store: Store, { config, clock, forgetErased }: EmbeddedServices): NodeJS.Timeout[] {
  const erasures = { dataDir: config.dataDir, clock, forgetErased };
  const alone = onlyOne();
  return [
    repeat(
      erasureMs,
      alone(() => settleErasures(store, erasures)),
    ),
    repeat(
      purgeMs,
      alone(() => applyErasures(store, erasures)),
    ),
  ];
}

/** Records lapsed memberships, and deletes changes after their retention time. */
function maintainJournal(store: Store, { config, clock, log }: EmbeddedServices): NodeJS.Timeout[] {
  const warned = new Set<number>();
  const note = async () => {
    for (const waiting of await findWaitingLapses(store, clock())) {
      const { organisationId } = waiting;
      if (!waiting.needsConfirmation)
        await recordLapses(store, { organisationId, now: clock(), isConfirmed: false });
      else if (!warned.has(organisationId)) {
        const { text, fix } = describeWaiting(waiting);
        log.warn(`${text}. ${fix}`);
        warned.add(organisationId);
      }
    }
  };
  const clean = async () => {
    const before = monthsBefore(clock(), config.journalMonths);
    for (const organisationId of await findCleanable(store, clock())) {
      await deleteOldChanges(store, { organisationId, before });
      await deleteOldAccountChanges(store.auth, { organisationId, before });
      await deleteOldMails(store, { organisationId, before });
    }
  };
  return [repeat(lapseMs, note), repeat(retentionMs, clean)];
}

/**
 * Some stored data may be older than a rule of the validation, and may break this rule. The server runs anyway, and
 * reports what to correct.
 */
async function warnOfProblems(store: Store, organisationId: number, log: Log): Promise<void> {
  const structure = await readStructure(store.members, organisationId);
  if (structure === null) return;
  for (const { text, fix } of describeStoredProblems(structure)) log.warn(`${text}. Correct it: ${fix}`);
}

async function chooseOrganisation(
  store: Store,
  { config, demonstration }: Pick<EmbeddedServices, 'config' | 'demonstration'>,
): Promise<number> {
  const shown = await findShownOrganisation(store, config);
  if (shown === null) {
    await fillEmptyDatabase(store, { config, demonstration });
    return await chooseOrganisation(store, { config, demonstration });
  }
  if (await isDemonstration(store.members, shown)) await demonstration.finish(store);
  return shown;
}

/**
 * @throws StartupError if there was an organisation before: invented members must not replace its members
 * @throws ConfigError if the settings name an organisation other than the demonstration
 */
async function fillEmptyDatabase(
  store: Store,
  { config, demonstration }: Pick<EmbeddedServices, 'config' | 'demonstration'>,
): Promise<void> {
  const trace = await findEarlierOrganisation(store, config.dataDir);
  if (trace === null) {
    const named = config.organisationId ?? demonstration.organisationId;
    if (named === demonstration.organisationId) return void (await demonstration.load(store));
    throw new ConfigError([
      `MEMBERSHIP_ORGANISATION_ID: is ${named}, but the database is empty. Import this organisation first (./chapterhouse import), or leave the setting out to load the demonstration`,
    ]);
  }
  // Another process may have filled the database meanwhile. That process writes the organisation first. Later it writes
  // the trace that `findEarlierOrganisation` found. So this function looks for the organisation again.
  if ((await readOrganisationIds(store)).length > 0) return;
  const database = store.engine === 'sqlite' ? join(config.dataDir, 'members.db') : 'DATABASE_URL';
  throw new StartupError(
    [
      `The member database (${database}) has no organisation, but there was one: see ${trace}.`,
      'Its members may have been lost. The demonstration is not loaded in their place, and nothing was changed.',
      'Restore a backup, or correct DATA_DIR or DATABASE_URL, or import your members: ./chapterhouse import.',
      'To try Chapterhouse out, use a new DATA_DIR, or load the demonstration here: ./chapterhouse demo --yes',
    ].join('\n'),
  );
}

/** Skips a run while the previous one continues, because a run may take longer than the interval. */
function onlyOne(): (work: () => Promise<unknown>) => () => Promise<void> {
  let isRunning = false;
  return (work) => async () => {
    if (isRunning) return;
    isRunning = true;
    await work().finally(() => (isRunning = false));
  };
}

/** After a failure (such as an unreachable database), the next run tries again. */
function repeat(ms: number, work: () => Promise<unknown>): NodeJS.Timeout {
  const timer = setInterval(() => void work().catch(() => {}), ms);
  timer.unref();
  return timer;
}
