/** The process: one HTTP server, Hono in front, Next behind. Started, drained and stopped here; ruled in lib/. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import next from 'next';
import { setChapterhouse, type Chapterhouse } from '@/lib/chapterhouse';
import { createClock } from '@/lib/clock';
import { ConfigError, readConfig, type Config } from '@/lib/config';
import { createDirectory } from '@/lib/directory/create-directory';
import { directoryRoutes } from '@/lib/directory/routes';
import { loadPlaces } from '@/lib/geo/places';
import { tileRoutes } from '@/lib/geo/tile-routes';
import { createMembershipApiClient } from '@/lib/membership-api/client';
import { startEmbeddedService } from '@/lib/membership-service/embedded';
import { closeAfterAnswer, drain } from '@/lib/server/drain';
import { PageCache } from '@/lib/server/page-cache';
import { createPageHandler } from '@/lib/server/pages';
import { openSecrets, ownClient } from '@/lib/server/secrets';
import { whichPart } from '@/lib/server/which-part';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Api = Pick<Chapterhouse, 'apiUrl' | 'publicApiUrl' | 'client' | 'site'> & {
  /** Answers the API's own paths; null when another site does. */
  handle: Handler | null;
  stop: () => Promise<void>;
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
  console.error(error instanceof ConfigError ? `These settings are not right:\n${error.message}` : error);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = readConfig();
  const authSecret = config.authSecret ?? openSecrets(config.dataDir).authSecret;
  const clock = createClock(config.now);
  const api = config.remoteApiUrl === null ? await openOwnApi(config, authSecret) : remoteApi(config);
  const { organisationId } = api.site();
  const { apiUrl, publicApiUrl, client, site } = api;
  const places = loadPlaces({ dataDir: config.dataDir });
  const apiClient = createMembershipApiClient({ apiUrl, organisationId, client, clock });
  const directory = createDirectory({ api: apiClient, clock, config, site, places });
  const house: Chapterhouse = {
    ...{ config, clock, authSecret, site, places },
    ...{ apiUrl, publicApiUrl, client, api: apiClient, directory },
  };
  setChapterhouse(house);
  // next-auth takes its own address from here alone.
  process.env.NEXTAUTH_URL = config.baseUrl;
  const server = createServer({ keepAliveTimeout: 65_000, headersTimeout: 20_000, requestTimeout: 60_000 });
  const answers = { service: api.handle, data: dataHandler(house), pages: await pagesHandler(house, server) };
  server.on('request', (request, response) => {
    const answer = answers[whichPart(request.url ?? '/')] ?? answers.pages;
    answer(request, response).catch((error: unknown) => answerFailure(response, error));
  });
  await listen(server, config);
  await directory.start();
  stopOnSignal(server, async () => {
    await directory.stop();
    await api.stop();
  });
  announce(house);
}

async function openOwnApi(config: Config, authSecret: string): Promise<Api> {
  const service = await startEmbeddedService({
    config,
    clock: createClock(config.now),
    clientOf: (organisationId) => ownClient(authSecret, organisationId),
    redirectUri: `${config.baseUrl}/api/auth/callback/membership`,
  });
  const listensEverywhere = config.host === '0.0.0.0' || config.host === '::';
  return {
    apiUrl: `http://${listensEverywhere ? '127.0.0.1' : config.host}:${config.port}`,
    publicApiUrl: config.baseUrl,
    client: service.client,
    site: service.site,
    handle: getRequestListener(service.fetch, { overrideGlobalObjects: false }),
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
    stop: async () => {},
  };
}

function dataHandler({ directory, places, site }: Chapterhouse): Handler {
  const routes = new Hono();
  routes.route('/directory', directoryRoutes({ directory, places, site }));
  routes.route('/', tileRoutes());
  return getRequestListener(routes.fetch, { overrideGlobalObjects: false });
}

async function pagesHandler(house: Chapterhouse, server: Server): Promise<Handler> {
  const { config, directory, site } = house;
  const app = next({ dev: isDevelopment, dir: import.meta.dirname, httpServer: server });
  await app.prepare();
  return createPageHandler({
    next: app.getRequestHandler(),
    cache: isDevelopment
      ? null
      : new PageCache({ maxBytes: pageCacheBytes, maxAgeMs: pageMaxAgeMs, now: () => performance.now() }),
    dataVersion: () => JSON.stringify([directory.about().version, directory.about().isStale, site()]),
    isHttps: config.baseUrl.startsWith('https:'),
    isDevelopment,
    imageOrigins: () => [...originOf(config.mapTiles?.url ?? null), ...originOf(site().logoUrl)],
    formOrigins: originOf(house.publicApiUrl),
  });
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

function stopOnSignal(server: Server, stop: () => Promise<void>): void {
  const stopAll = async () => {
    closeAfterAnswer(server);
    await drain(server, drainMs);
    await stop();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stopAll());
  process.once('SIGINT', () => void stopAll());
}

function answerFailure(response: ServerResponse, error: unknown): void {
  console.error(error);
  if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end('Something went wrong here. Please try again.\n');
}

function announce({ config, site }: Chapterhouse): void {
  const credentials = relative(process.cwd(), join(config.dataDir, 'demo-credentials.json'));
  console.log(`Chapterhouse is ready: the directory of ${site().name}`);
  console.log(`  Directory  ${config.baseUrl}/`);
  console.log(`  Sign in    ${config.baseUrl}/account`);
  if (site().isDemonstration)
    console.log(`             with an e-mail address and password from ${credentials}`);
}
