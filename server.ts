/**
 * The process: one HTTP server with Hono in front of Next. This file starts, drains and stops the server. The behaviour
 * of each part is in lib/.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { inspect } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import next from 'next';
import { createApiCards } from '@/lib/member-card/card-api';
import { createCardFiles } from '@/lib/member-card/card-files';
import { setChapterhouse, type Chapterhouse } from '@/lib/chapterhouse';
import { createClock, type Clock } from '@/lib/base/clock';
import { readConfig, type Config } from '@/lib/base/config';
import { createDemonstrationLoader } from '@/lib/demonstration/load';
import { remoteSite } from '@/lib/server/remote-site';
import { createDirectory } from '@/lib/directory/create-directory';
import { memberPictureRoutes } from '@/lib/directory/picture-routes';
import { messageRoutes } from '@/lib/directory/message-routes';
import { reportAddress } from '@/lib/directory/report-address';
import { reportRoutes } from '@/lib/directory/report-routes';
import { withMemberPlaces } from '@/lib/directory/member-places';
import { type RecordReads, createPageHandler, renderLimits } from '@/lib/server/pages';
import { recordingDirectory } from '@/lib/directory/recorded-reads';
import { createAdmission, type Admit } from '@/lib/account/members-directory/admission';
import { setMembersDirectory } from '@/lib/account/members-directory/current';
import {
  createMembersDirectory,
  type MembersDirectory,
} from '@/lib/account/members-directory/members-directory';
import { membersPictureRoutes } from '@/lib/account/members-directory/picture-routes';
import { membersDirectoryRoutes } from '@/lib/account/members-directory/members-routes';
import { findOffice } from '@/lib/office-pages/find-office';
import { findSession } from '@/lib/account/sso/session';
import { parseCookies } from '@/lib/base/http/cookies';
import { finishReplacement } from '@/lib/store/data-folder/replace-data';
import { resolveQuery } from '@/lib/directory/resolve-query';
import { removeFromSnapshot } from '@/lib/directory/model/snapshot-file';
import { directoryRoutes } from '@/lib/directory/directory-routes';
import { loadPlaces } from '@/lib/map/geo/places';
import { streetRoutes } from '@/lib/server/street-routes';
import { tileRoutes } from '@/lib/server/tile-routes';
import { createCardsClient } from '@/lib/contract/cards';
import { createMembershipApiClient, trustedLimits } from '@/lib/contract/client';
import { createOwnSignInsClient } from '@/lib/contract/own-sign-ins';
import { credentialIssuer } from '@/lib/service/credential-issuer';
import { createMailer } from '@/lib/mail/mailer';
import { joinProcesses, type Processes } from '@/lib/server/processes/join';
import { startEmbeddedService, type EmbeddedService } from '@/lib/service/embedded';
import { createMissedSearchReader } from '@/lib/directory/missed-search';
import { countMissedSearches } from '@/lib/server/count-missed-searches';
import { closeAfterResponse, drain } from '@/lib/server/drain';
import { respondInTurn } from '@/lib/server/respond-in-turn';
import { limitConnections } from '@/lib/server/connection-limits';
import { createFront } from '@/lib/server/front';
import { createHealthResponses } from '@/lib/server/health';
import { createHttpServer } from '@/lib/server/http-server';
import { createOwnFetch } from '@/lib/server/own-fetch';
import { createOwnRequests } from '@/lib/server/own-requests';
import { captureConsole, openLog, type Log } from '@/lib/server/log';
import { createMetrics } from '@/lib/server/metrics';
import { PageCache } from '@/lib/server/page-cache';
import { readTooMuch } from '@/lib/server/refusals';
import { createRequestLimits } from '@/lib/server/request-limits';
import { createFormGate } from '@/lib/server/page-forms';
import { createProxyWatch } from '@/lib/server/proxy-watch';
import { openSecrets, ownClient, secretMark } from '@/lib/server/secrets';
import { listenForSignals } from '@/lib/server/stop-on-signal';
import { writeOwnerLink } from '@/lib/server/owner-link';
import { startText } from '@/lib/server/start-text';
import { explainStartup } from '@/lib/base/startup-problems';
import type { Site } from '@/lib/contract/site';
import { Turns } from '@/lib/base/turns';
import { loadStreets, toStreetMap, type Streets } from '@/lib/map/streets/open-streets';
import { version } from '@/lib/base/version';

type ForMembers = MembersDirectory & { admit: Admit };
type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
/** What another site does itself, or keeps to itself. */
type NotRemote =
  | 'fetch'
  | 'responseCache'
  | 'sendToMember'
  | 'recordMissedSearch'
  | 'readMemberPicture'
  | 'ownData'
  | 'setUp'
  | 'webhookFigures';
/** Our own service, or what this process needs instead of it if another site has the members. */
type Api = Pick<Chapterhouse, 'apiUrl' | 'publicApiUrl'> &
  Omit<EmbeddedService, NotRemote> & { [Part in NotRemote]: EmbeddedService[Part] | null };

const isDevelopment = process.env.NODE_ENV !== 'production';
const pageCacheBytes = 64 * 1024 * 1024;
// How long a page may still say "Data as of 14:02" after the data was found unchanged at 14:03.
const pageMaxAgeMs = 60_000;
// Streaming a list to a slow client may take minutes. A stop does not wait for that.
const drainMs = 20_000;
// The time after the drain, for the files and the database. A service manager kills the process after 30 s.
const closeMs = 5_000;

const signals = listenForSignals();

try {
  await main();
} catch (error) {
  // For the operator: a plain message, unless the error is unexpected.
  const place = { dataDir: process.env.DATA_DIR || './.data', port: Number(process.env.PORT || 3000) };
  const reason = explainStartup(error, place) ?? inspect(error);
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = readConfig();
  const isLocal = config.remoteApiUrl === null;
  const processes = joinProcesses();
  const log = openLog(config.logLevel, processes?.number);
  // This must be done before any file in the folder is read.
  if (isLocal && config.postgresUrl === null) await finishReplacement(config.dataDir);
  const authSecret = config.authSecret ?? openSecrets(config.dataDir).authSecret;
  const clock = createClock(config.now);
  const inside = processes === null ? null : await listenInside();
  const origin = inside?.origin ?? ownOrigin(config);
  const own = createOwnRequests(origin);
  const api = isLocal
    ? await openOwnApi(config, { origin, authSecret, clock, log, processes })
    : remoteApi(config, processes);
  const { organisationId } = api.site();
  const { apiUrl, publicApiUrl, client, site, ownData, setUp } = api;
  const gazetteer = loadPlaces({ dataDir: config.dataDir });
  const limits = isLocal ? trustedLimits : {};
  const apiClient = createMembershipApiClient({ apiUrl, organisationId, client, clock, limits, isLocal });
  const warn = (message: string) => log.warn(message);
  const { directory, record } = recordingDirectory(
    createDirectory({ api: apiClient, clock, config, site, places: gazetteer, log: warn }),
  );
  const places = withMemberPlaces(gazetteer, directory, {
    hasOwnCountry: () => site().country !== null,
    areas: () => site().areas,
  });
  const issuer = `${publicApiUrl}/api/v2/organisation/${organisationId}`;
  const { dataDir } = config;
  const cards = isLocal
    ? createApiCards({
        cards: createCardsClient({ apiUrl, organisationId, client, clock }),
        authSecret,
        dataDir,
        issuer,
      })
    : createCardFiles(dataDir, issuer);
  const streets = await loadStreets(config, warn);
  const app: Chapterhouse = {
    config,
    map: streets === null ? config.mapTiles : toStreetMap(streets),
    clock,
    log,
    authSecret,
    site,
    places,
    apiUrl,
    publicApiUrl,
    client,
    api: apiClient,
    cards,
    ownSignIns: isLocal ? createOwnSignInsClient({ apiUrl, organisationId }) : null,
    ownData,
    setUp,
    ownHeaders: isLocal ? own.headers : {},
    ownFetch: api.fetch === null ? null : createOwnFetch(api.fetch),
    directory,
  };
  setChapterhouse(app);
  // Another site keeps to itself what its members see of each other.
  const services = { api: apiClient, clock, config, site, places: gazetteer, log: warn };
  const forMembers = isLocal
    ? { ...createMembersDirectory({ ...services, gazetteer }), admit: createAdmission(app) }
    : null;
  if (forMembers !== null) setMembersDirectory(forMembers);
  // next-auth reads its own address only from here.
  process.env.NEXTAUTH_URL = config.baseUrl;
  if (!isDevelopment) captureConsole(log);
  const server = createHttpServer();
  const cache = new PageCache({ maxBytes: pageCacheBytes, maxAgeMs: pageMaxAgeMs, now: monotonicMs });
  const pages = await pagesHandler(app, server, {
    origin,
    record,
    forMembers,
    cache: isDevelopment ? null : cache,
  });
  const stopping = { hasStarted: false };
  const countMissed = missedSearchCounter(app, api);
  const front = createFront({
    handlers: {
      service: api.fetch === null ? null : toHandler(api.fetch),
      data: toHandler(dataRoutes(app, api, { streets, forMembers }).fetch),
      pages,
    },
    ...observers(app, api, { cache, stopping, processes }),
    log,
    isOwn: own.recognise,
    limits: config.limitsRequests
      ? createRequestLimits({
          trustProxy: config.trustProxy,
          now: monotonicMs,
          serverCount: api.serverCount,
        })
      : null,
    responseCache: api.responseCache,
    trustProxy: config.trustProxy,
    isHttps: isHttps(config),
    ownClientId: isLocal ? client.id : null,
  });
  const respond = respondInTurn(front);
  for (const each of [server, inside?.server]) {
    each?.on('request', (request, response) => {
      countMissed?.(request, response);
      respond(request, response);
    });
  }
  // Behind a proxy, all connections come from the proxy.
  if (config.limitsRequests && config.trustProxy === 0) limitConnections(server);
  // If other processes already serve requests, this process loads the directory before it listens.
  const isAlone = processes === null || processes.isFirst;
  if (isAlone) await listen(server, config);
  await directory.start();
  api.onOpenedOrClosed(() => void directory.refresh());
  forMembers
    ?.start()
    .catch((error: unknown) => log.error({ err: error }, 'the directory for members failed'));
  if (!isAlone) await listen(server, config);
  // `checkKeys` also migrates the card keys and revocations that earlier releases stored in files.
  cards
    .checkKeys()
    .catch((error: unknown) => log.error({ err: error }, 'the membership cards cannot be checked'));
  const stop = async () => {
    stopping.hasStarted = true;
    closeAfterResponse(server);
    // `endWaits` would end all requests that wait for changes. One of them is the directory's own request. The
    // directory ends this request itself, so the directory stops first.
    const isSaved = Promise.all([directory.stop(), forMembers?.stop()]);
    api.endWaits();
    await drain(server, drainMs);
    inside?.server.closeAllConnections();
    await isSaved;
    await api.stop();
  };
  signals.runOnSignal({ stop, deadlineMs: drainMs + closeMs });
  processes?.ready();
  if (isAlone) announce(app, api.setupLink);
  else log.info(`process ${processes.number} is ready`);
}

/** null: another site has the office, which is the only reader of these numbers. */
function missedSearchCounter(app: Chapterhouse, { recordMissedSearch }: Api) {
  if (recordMissedSearch === null) return null;
  const { directory, places, log } = app;
  return countMissedSearches({
    read: createMissedSearchReader({ directory, places, resolveQuery: (query) => resolveQuery(query, app) }),
    note: recordMissedSearch,
    logError: (error) => log.error({ err: error }, 'a search could not be counted'),
  });
}

/** The process's health and metrics. */
function observers(
  { directory, clock, config, log }: Chapterhouse,
  { databaseState, databasePool, serverCount, webhookFigures }: Api,
  {
    cache,
    stopping,
    processes,
  }: { cache: PageCache; stopping: { hasStarted: boolean }; processes: Processes | null },
) {
  const proxies = createProxyWatch({ trustProxy: config.trustProxy, log });
  const health = createHealthResponses({
    databaseState,
    hasDirectory: () => directory.about().loadedAt !== null,
    isDraining: () => stopping.hasStarted,
    warnings: () => [...directory.about().problems, ...proxies.warnings()],
    serverCount,
    now: monotonicMs,
  });
  const metrics = createMetrics({
    token: config.metricsToken,
    directory: () => directory.about(),
    clock,
    pageCacheBytes: () => cache.cachedBytes,
    databasePool,
    processes,
    webhooks: () => webhookFigures?.() ?? null,
  });
  return { health, metrics, proxies };
}

async function openOwnApi(
  config: Config,
  {
    origin,
    authSecret,
    clock,
    log,
    processes,
  }: { origin: string; authSecret: string; clock: Clock; log: Log; processes: Processes | null },
): Promise<Api> {
  const { baseUrl, dataDir } = config;
  const service = await startEmbeddedService({
    config,
    clock,
    authSecret,
    clientOf: (organisationId) => ownClient(authSecret, organisationId),
    redirectUri: `${baseUrl}/api/auth/callback/membership`,
    about: { version, secretMark: secretMark(authSecret) },
    forgetErased: (erased) => removeFromSnapshot(dataDir, erased),
    demonstration: createDemonstrationLoader({ clock, baseUrl, dataDir, issuer: credentialIssuer }),
    projectDir: import.meta.dirname,
    neighbours: processes,
    log,
  });
  return { ...service, apiUrl: origin, publicApiUrl: baseUrl };
}

/** readConfig has checked that the settings of a remote site are complete. */
function remoteApi(config: Config, processes: Processes | null): Api {
  const { remoteApiUrl, organisationId, client } = config;
  if (remoteApiUrl === null || organisationId === null || client === null)
    throw new Error('the API is not remote');
  const site = remoteSite(config, { organisationId, apiUrl: remoteApiUrl });
  const send = createMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    dataDir: config.dataDir,
    // A remote site's logo is only a web address. Emails do not load pictures from the web, so they have no logo.
    identityOf: async () => ({
      look: { ...site, contactEmail: site.contactEmail ?? config.contactEmail },
      logo: null,
    }),
  });
  return {
    apiUrl: remoteApiUrl,
    publicApiUrl: remoteApiUrl,
    client,
    site: () => site,
    onOpenedOrClosed: () => {},
    sendToOffice: async (mail) =>
      void (await send({ ...mail, about: { kind: 'report', organisationId, personId: null } })),
    databaseState: async () => ({ isAvailable: true, warnings: [] }),
    databasePool: () => null,
    serverCount: () => (processes === null ? 1 : config.processes),
    setupLink: null,
    endWaits: () => {},
    stop: async () => {},
    fetch: null,
    responseCache: null,
    sendToMember: null,
    recordMissedSearch: null,
    readMemberPicture: null,
    ownData: null,
    setUp: null,
    webhookFigures: null,
  };
}

function dataRoutes(
  { config, directory, places, site, log }: Chapterhouse,
  { sendToMember, sendToOffice, readMemberPicture }: Api,
  { streets, forMembers }: { streets: Streets | null; forMembers: ForMembers | null },
): Hono {
  const routes = new Hono();
  const logError = (error: unknown) => log.error({ err: error }, 'a response of the directory failed');
  const { baseUrl, trustProxy } = config;
  if (config.smtpUrl !== null) {
    const report = {
      directory,
      baseUrl,
      to: () => reportAddress({ config, site }),
      send: sendToOffice,
      trustProxy,
      now: monotonicMs,
      logError,
    };
    routes.route('/directory', reportRoutes(report));
  }
  if (config.carriesMessages && sendToMember !== null) {
    const message = { directory, baseUrl, site, send: sendToMember, trustProxy, now: monotonicMs, logError };
    routes.route('/directory', messageRoutes(message));
  }
  routes.route('/directory', directoryRoutes({ directory, places, site, logError }));
  if (forMembers !== null) routes.route('/', membersDirectoryRoutes({ ...forMembers, site, logError }));
  if (readMemberPicture !== null && forMembers !== null)
    routes.route('/', membersPictureRoutes({ ...forMembers, directory, read: readMemberPicture }));
  if (readMemberPicture !== null)
    routes.route('/', memberPictureRoutes({ directory, read: readMemberPicture }));
  routes.route('/', tileRoutes());
  routes.route('/', streetRoutes({ streets, warn: (message) => log.warn(message) }));
  return routes;
}

function toHandler(fetch: EmbeddedService['fetch']): Handler {
  return getRequestListener(fetch, { overrideGlobalObjects: false });
}

async function pagesHandler(
  chapterhouse: Chapterhouse,
  server: Server,
  {
    origin,
    cache,
    record,
    forMembers,
  }: { origin: string; cache: PageCache | null; record: RecordReads; forMembers: ForMembers | null },
) {
  const { config, site } = chapterhouse;
  // Next adds an `upgrade` listener to the server in Next's option `httpServer`. Without the option, Next adds the
  // listener to the server that got the first request. A server with this listener no longer answers requests with
  // "Connection: Upgrade". Only development needs the listener. In production, Next therefore gets a separate server
  // that nobody can reach.
  const httpServer = isDevelopment ? server : createServer();
  // If a form leads to another page, Next requests that page from this address. Next's option for the host name could
  // also set the address, but is not used. With that option, Next would treat rewrites of proxy.ts to `localhost` as
  // rewrites to another site.
  process.env['__NEXT_PRIVATE_ORIGIN'] = origin;
  const app = next({ dev: isDevelopment, dir: import.meta.dirname, httpServer });
  await app.prepare();
  return createPageHandler({
    next: app.getRequestHandler(),
    cache,
    turns: new Turns(renderLimits),
    trustProxy: config.trustProxy,
    admitForm: createFormGate({
      baseUrl: config.baseUrl,
      isSignedIn: async (cookies) => (await findSession(chapterhouse, parseCookies(cookies))) !== null,
      findOffice: async (cookies) => {
        const { kind } = await findOffice(chapterhouse, parseCookies(cookies));
        if (kind === 'unavailable') return kind;
        return kind === 'office' ? 'open' : 'closed';
      },
    }),
    resolveQuery: (query) => resolveQuery(query, chapterhouse),
    async admitReader({ headers }, reads) {
      const admission = await forMembers?.admit(headers.cookie, reads);
      const open = admission?.kind === 'admitted' ? (forMembers?.open() ?? null) : null;
      return {
        refusal: admission?.kind === 'wait' ? readTooMuch(admission.seconds) : null,
        resolveQuery: (query) => (open === null ? null : resolveQuery(query, open)),
      };
    },
    siteState: siteState(chapterhouse),
    dataVersion: () => chapterhouse.directory.about().version,
    record,
    publicDir: join(import.meta.dirname, 'public'),
    isHttps: isHttps(config),
    isDevelopment,
    imageOrigins: () => [...originOf(config.mapTiles?.url ?? null), ...originOf(site().logoUrl)],
    formOrigins: originOf(chapterhouse.publicApiUrl),
  });
}

/** This is called for every page request, but its input seldom changes. */
function siteState({ directory, site }: Chapterhouse): () => string {
  let last: { isStale: boolean; site: Site; text: string } | null = null;
  return () => {
    const { isStale } = directory.about();
    const now = site();
    if (last?.isStale !== isStale || last.site !== now)
      last = { isStale, site: now, text: JSON.stringify([isStale, now]) };
    return last.text;
  };
}

function isHttps({ baseUrl }: Config): boolean {
  return baseUrl.startsWith('https:');
}

function monotonicMs(): number {
  return performance.now();
}

/**
 * The origin of another site's address, for the content security policy. If a tile server's address contains {s}, the
 * result allows all its subdomains.
 */
function originOf(address: string | null): string[] {
  if (address === null || address.startsWith('/')) return [];
  return [new URL(address.replace('{s}', 'any')).origin.replace('//any.', '//*.')];
}

/** The address at which this machine reaches the server. */
function ownOrigin({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const listensEverywhere = host === '0.0.0.0' || host === '::';
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${listensEverywhere ? '127.0.0.1' : name}:${port}`;
}

/**
 * A second server, which only this machine reaches. One of several processes sends its own requests to it, because at
 * the common port they might reach another process, which may be ending.
 */
async function listenInside(): Promise<{ server: Server; origin: string }> {
  const server = createHttpServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0, exclusive: true }, resolve);
  });
  // A server that listens on TCP has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${port}` };
}

async function listen(server: Server, { port, host }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

/** Prints the addresses. It does not use the log, so that the text is shown at every LOG_LEVEL. */
function announce({ config, site, map }: Chapterhouse, setupLink: string | null): void {
  const credentials = relative(process.cwd(), join(config.dataDir, 'demo-credentials.json'));
  const text = startText({
    version,
    name: site().name,
    baseUrl: config.baseUrl,
    credentials: site().isDemonstration ? credentials : null,
    setUp: setupLink === null ? null : whereToSetUp(config, setupLink),
    hasStreets: map !== null,
    isTerminal: process.stdout.isTTY,
  });
  process.stdout.write(text);
}

/**
 * A person at a terminal gets the link itself. Otherwise it is written to a file, because the output may be a log that
 * others read.
 */
function whereToSetUp({ dataDir }: Config, link: string): string {
  return process.stdout.isTTY ? link : relative(process.cwd(), writeOwnerLink(dataDir, link));
}
