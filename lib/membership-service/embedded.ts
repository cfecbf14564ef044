/** The membership API inside this process: opened, given an organisation if it has none, and ready to answer. */
import type { Clock } from '@/lib/clock';
import { ConfigError, type Config } from '@/lib/config';
import type { Log } from '@/lib/server/log';
import type { Site } from '@/lib/site';
import { createMemberMail, type MemberMail } from './accounts/member-mail';
import { createMembershipService } from './app';
import { finishDemonstration, loadDemonstration } from './demo/load';
import { createAreaCentre } from './import/area-centre';
import { createMailer } from './mail';
import { ensureFirstPartyClient, hasRival, type ClientCredentials } from './oauth/first-party-client';
import { purgeExpired } from './store/auth-purge';
import { openStore, type Store } from './store/database';
import { demonstrationId, findOnlyOrganisation, readSite } from './site';

export interface EmbeddedService {
  fetch: (request: Request, env?: object) => Response | Promise<Response>;
  client: ClientCredentials;
  /** Read again every few seconds: an operator may change it while the server runs. */
  site: () => Site;
  /** Sends to a member whose address only the service knows. */
  sendToMember: (mail: MemberMail) => Promise<void>;
  /** Whether both databases can be read just now; asked for within two seconds. */
  databaseAnswers: () => Promise<boolean>;
  /** Connections to PostgreSQL; null on SQLite. */
  databasePool: Store['pool'];
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  config: Config;
  clock: Clock;
  /** The web side's own client of an organisation. */
  clientOf: (organisationId: number) => ClientCredentials;
  /** Where the web side's sign-in takes the browser back to. */
  redirectUri: string;
  log: Log;
}

const rivalWarning =
  'Another server on this database has another AUTH_SECRET, or had it within the last hour. All servers of one address ' +
  'must have the same, else members are signed out whenever they come to another one.';
/** No request is worth more: the slowest question over 100,000 members takes a second. */
const statementTimeoutMs = 30_000;
const siteRefreshMs = 5_000;
const purgeMs = 5 * 60_000;

/** @throws Error when the database cannot be opened, or it is not clear whose directory this is */
export async function startEmbeddedService(options: EmbeddedOptions): Promise<EmbeddedService> {
  const { config, clock, redirectUri, log } = options;
  const { dataDir, postgresUrl } = config;
  const store = await openStore({ dataDir, postgresUrl }, { statementTimeoutMs });
  try {
    const organisationId = await chooseOrganisation(store, options);
    let site = await readSite(store, organisationId);
    const credentials = options.clientOf(organisationId);
    const client = { organisationId, redirectUri, credentials };
    await ensureFirstPartyClient(store, { ...client, name: `${site.name}: member directory` });
    if (await hasRival(store, client, clock())) log.warn(rivalWarning);
    const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataDir: config.dataDir });
    const service = createMembershipService({
      store,
      clock,
      baseUrl: config.baseUrl,
      mailer,
      trustProxy: config.trustProxy,
      areaCentre: createAreaCentre(config.dataDir),
      carriesMessages: config.carriesMessages,
      logError: (error) => log.error({ err: error }, 'something went wrong inside the API'),
    });
    const timers = [
      repeat(siteRefreshMs, async () => void (site = await readSite(store, organisationId))),
      repeat(purgeMs, () => purgeExpired(store, clock())),
    ];
    const stop = async () => {
      timers.forEach(clearInterval);
      await store.close();
    };
    return {
      ...{ fetch: service.fetch, client: credentials, site: () => site, stop },
      sendToMember: createMemberMail({ store, clock, mailer, organisationId }),
      ...{ databaseAnswers: () => databaseAnswers(store), databasePool: store.pool },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

const answerWithinMs = 2_000;

async function databaseAnswers(store: Store): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), answerWithinMs)));
  const answers = Promise.all([
    store.members.selectFrom('organisation').select('id').limit(1).execute(),
    store.auth.selectFrom('client').select('id').limit(1).execute(),
  ]).then(() => true);
  return Promise.race([answers, late]).finally(() => clearTimeout(timer));
}

async function chooseOrganisation(
  store: Store,
  { config, clock }: Pick<EmbeddedOptions, 'config' | 'clock'>,
): Promise<number> {
  const only = await findOnlyOrganisation(store);
  const demonstration = { store, clock, baseUrl: config.baseUrl, dataDir: config.dataDir };
  if (only === null) {
    await loadDemonstration(demonstration);
    return await chooseOrganisation(store, { config, clock });
  }
  if (only === demonstrationId) await finishDemonstration(demonstration);
  if (config.organisationId !== null) return config.organisationId;
  if (only !== 'several') return only;
  throw new ConfigError([
    'MEMBERSHIP_ORGANISATION_ID: the database holds several organisations; name the one whose directory this is',
  ]);
}

/** Runs `work` every `ms`; a failure (the database is away) is left to the next time. */
function repeat(ms: number, work: () => Promise<unknown>): NodeJS.Timeout {
  const timer = setInterval(() => void work().catch(() => {}), ms);
  timer.unref();
  return timer;
}
