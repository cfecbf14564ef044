/** The process: one HTTP server, Hono in front, Next behind. Started, drained and stopped here; ruled in lib/. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { inspect } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import next from 'next';
import { setChapterhouse, type Chapterhouse } from '@/lib/chapterhouse';
import { createClock } from '@/lib/clock';
import { ConfigError, readConfig, type Config } from '@/lib/config';
import { createDirectory } from '@/lib/directory/create-directory';
import { messageRoutes } from '@/lib/directory/message-routes';
import { reportRoutes } from '@/lib/directory/report-routes';
import { withMemberPostcodes } from '@/lib/directory/member-postcodes';
import { directoryRoutes } from '@/lib/directory/routes';
import { loadPlaces } from '@/lib/geo/places';
import { tileRoutes } from '@/lib/server/tile-routes';
import { createMembershipApiClient } from '@/lib/membership-api/client';
import { createMailer } from '@/lib/membership-service/mail';
import { startEmbeddedService, type EmbeddedService } from '@/lib/membership-service/embedded';
import { closeAfterAnswer, drain } from '@/lib/server/drain';
import { createFront } from '@/lib/server/front';
import { createHealthAnswers } from '@/lib/server/health';
import { createHttpServer } from '@/lib/server/http-server';
import { captureConsole, createLog, type Log } from '@/lib/server/log';
import { createMetrics } from '@/lib/server/metrics';
import { PageCache } from '@/lib/server/page-cache';
import { createPageHandler } from '@/lib/server/pages';
import { createRequestLimits } from '@/lib/server/request-limits';
import { openSecrets, ownClient } from '@/lib/server/secrets';
import type { Site } from '@/lib/site';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Api = Pick<Chapterhouse, 'apiUrl' | 'publicApiUrl' | 'client' | 'site'> &
  Pick<EmbeddedService, 'databaseAnswers' | 'databasePool' | 'stop'> & {
    /** Answers the API's own paths; null when another site does. */
    handle: Handler | null;
    /** null: another site has the members' addresses. */
    sendToMember: EmbeddedService['sendToMember'] | null;
  };

const isDevelopment = process.env.NODE_ENV !== 'production';
const pageCacheBytes = 64 * 1024 * 1024;
// So long may a page say "Data as of 14:02" after the data was found unchanged at 14:03.
const pageMaxAgeMs = 60_000;
// A list streamed to a slow reader may take minutes; a stop does not wait for it.
const drainMs = 20_000;

try {
  await main();
} catch (error) {
  // For the person who starts it: plain.
  const reason =
    error instanceof ConfigError ? `These settings are not right:\n${error.message}` : inspect(error);
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const authSecret = config.authSecret ?? openSecrets(config.dataDir).authSecret;
  const clock = createClock(config.now);
  const api =
    config.remoteApiUrl === null ? await openOwnApi(config, { authSecret, log }) : remoteApi(config);
  const { organisationId } = api.site();
  const { apiUrl, publicApiUrl, client, site } = api;
  const gazetteer = loadPlaces({ dataDir: config.dataDir });
  const apiClient = createMembershipApiClient({ apiUrl, organisationId, client, clock });
  const toldOf = (message: string) => log.warn(message);
  const directory = createDirectory({
    ...{ api: apiClient, clock, config, site, places: gazetteer },
    log: toldOf,
  });
  const places = withMemberPostcodes(gazetteer, directory);
  const house: Chapterhouse = {
    ...{ config, clock, log, authSecret, site, places },
    ...{ apiUrl, publicApiUrl, client, api: apiClient, directory },
  };
  setChapterhouse(house);
  // next-auth takes its own address from here alone.
  process.env.NEXTAUTH_URL = config.baseUrl;
  if (!isDevelopment) captureConsole(log);
  const server = createHttpServer();
  const cache = new PageCache({ maxBytes: pageCacheBytes, maxAgeMs: pageMaxAgeMs, now: monotonicMs });
  const pages = await pagesHandler(house, server, isDevelopment ? null : cache);
  const stopping = { hasBegun: false };
  const front = createFront({
    answers: { service: api.handle, data: dataHandler(house, api), pages },
    ...observers(house, api, { cache, stopping }),
    limits: config.limitsRequests
      ? createRequestLimits({ trustProxy: config.trustProxy, now: monotonicMs })
      : null,
    trustProxy: config.trustProxy,
    isHttps: isHttps(config),
  });
  server.on('request', front);
  await listen(server, config);
  await directory.start();
  stopOnSignal(
    server,
    async () => {
      await directory.stop();
      await api.stop();
    },
    stopping,
  );
  announce(house);
}

/** What tells of the process: its health, its figures, its log. */
function observers(
  { directory, clock, config, log }: Chapterhouse,
  { databaseAnswers, databasePool }: Api,
  { cache, stopping }: { cache: PageCache; stopping: { hasBegun: boolean } },
) {
  const health = createHealthAnswers({
    databaseAnswers,
    hasDirectory: () => directory.about().loadedAt !== null,
    isDraining: () => stopping.hasBegun,
    now: monotonicMs,
  });
  const metrics = createMetrics({
    token: config.metricsToken,
    directory: () => directory.about(),
    clock,
    pageCacheBytes: () => cache.keptBytes,
    databasePool,
  });
  return { health, metrics, log };
}

async function openOwnApi(
  config: Config,
  { authSecret, log }: { authSecret: string; log: Log },
): Promise<Api> {
  const service = await startEmbeddedService({
    config,
    clock: createClock(config.now),
    clientOf: (organisationId) => ownClient(authSecret, organisationId),
    redirectUri: `${config.baseUrl}/api/auth/callback/membership`,
    log,
  });
  const listensEverywhere = config.host === '0.0.0.0' || config.host === '::';
  return {
    apiUrl: `http://${listensEverywhere ? '127.0.0.1' : config.host}:${config.port}`,
    publicApiUrl: config.baseUrl,
    client: service.client,
    site: service.site,
    handle: getRequestListener(service.fetch, { overrideGlobalObjects: false }),
    sendToMember: service.sendToMember,
    databaseAnswers: service.databaseAnswers,
    databasePool: service.databasePool,
    stop: service.stop,
  };
}

/** readConfig has seen to it that the settings of a remote site come together. */
function remoteApi({ remoteApiUrl, organisationId, client }: Config): Api {
  if (remoteApiUrl === null || organisationId === null || client === null)
    throw new Error('not a remote API');
  const name = new URL(remoteApiUrl).hostname;
  const unknown = { colour: null, logoUrl: null, country: null, currency: null, isDemonstration: false };
  // The API has no words for these; dates are read where the server stands.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const site = { organisationId, name, timeZone, ...unknown };
  return {
    apiUrl: remoteApiUrl,
    publicApiUrl: remoteApiUrl,
    client,
    site: () => site,
    handle: null,
    sendToMember: null,
    databaseAnswers: async () => true,
    databasePool: () => null,
    stop: async () => {},
  };
}

function dataHandler(
  { config, directory, places, site, log }: Chapterhouse,
  { sendToMember }: Pick<Api, 'sendToMember'>,
): Handler {
  const routes = new Hono();
  const logError = (error: unknown) => log.error({ err: error }, 'an answer of the directory failed');
  const { baseUrl, contactEmail, trustProxy, smtpUrl, mailFrom, dataDir } = config;
  if (contactEmail !== null) {
    const send = createMailer({ smtpUrl, from: mailFrom, dataDir });
    const report = { directory, baseUrl, to: contactEmail, send, trustProxy, now: monotonicMs, logError };
    routes.route('/directory', reportRoutes(report));
  }
  if (config.carriesMessages && sendToMember !== null) {
    const message = { directory, baseUrl, site, send: sendToMember, trustProxy, now: monotonicMs, logError };
    routes.route('/directory', messageRoutes(message));
  }
  routes.route('/directory', directoryRoutes({ directory, places, site, logError }));
  routes.route('/', tileRoutes());
  return getRequestListener(routes.fetch, { overrideGlobalObjects: false });
}

async function pagesHandler(house: Chapterhouse, server: Server, cache: PageCache | null) {
  const { config, site } = house;
  const app = next({ dev: isDevelopment, dir: import.meta.dirname, httpServer: server });
  await app.prepare();
  return createPageHandler({
    next: app.getRequestHandler(),
    cache,
    dataVersion: dataVersion(house),
    isHttps: isHttps(config),
    isDevelopment,
    imageOrigins: () => [...originOf(config.mapTiles?.url ?? null), ...originOf(site().logoUrl)],
    formOrigins: originOf(house.publicApiUrl),
  });
}

/** Asked at every request for a page: what it is made of seldom changes. */
function dataVersion({ directory, site }: Chapterhouse): () => string {
  let last: { version: string; isStale: boolean; site: Site; text: string } | null = null;
  return () => {
    const { version, isStale } = directory.about();
    const now = site();
    if (last?.version !== version || last.isStale !== isStale || last.site !== now)
      last = { version, isStale, site: now, text: JSON.stringify([version, isStale, now]) };
    return last.text;
  };
}

function isHttps({ baseUrl }: Config): boolean {
  return baseUrl.startsWith('https:');
}

function monotonicMs(): number {
  return performance.now();
}

/** The origin of a configured address as a source of a policy; of a tile server with {s} in it, all its subdomains. */
function originOf(address: string | null): string[] {
  if (address === null) return [];
  return [new URL(address.replace('{s}', 'any')).origin.replace('//any.', '//*.')];
}

async function listen(server: Server, { port, host }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function stopOnSignal(server: Server, stop: () => Promise<void>, stopping: { hasBegun: boolean }): void {
  const stopAll = async () => {
    stopping.hasBegun = true;
    closeAfterAnswer(server);
    await drain(server, drainMs);
    await stop();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stopAll());
  process.once('SIGINT', () => void stopAll());
}

function announce({ config, site }: Chapterhouse): void {
  const credentials = relative(process.cwd(), join(config.dataDir, 'demo-credentials.json'));
  const lines = [
    `Chapterhouse is ready: the directory of ${site().name}`,
    `  Directory  ${config.baseUrl}/`,
    `  Sign in    ${config.baseUrl}/account`,
  ];
  if (site().isDemonstration)
    lines.push(`             with an e-mail address and password from ${credentials}`);
  // For the person who started it: plain, among the lines of the log.
  process.stdout.write(`${lines.join('\n')}\n`);
}
