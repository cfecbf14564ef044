import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import type { Clock } from '@/lib/clock';
import { networkOf } from '@/lib/server/client-address';
import type { Mailer } from './mail';
import { createAccessCheck } from './oauth/access-check';
import type { Limits } from './oauth/limits';
import { oauthRoutes } from './oauth/routes';
import { dataRoutes } from './routes/data-routes';
import { answerError, answerNotFound } from './routes/errors';
import { createKeptBodies } from './routes/kept-bodies';
import { referenceRoutes } from './routes/reference-routes';
import type { Store } from './store/database';
import type { AreaCentre } from './store/location-document';

export interface MembershipServiceSettings {
  store: Store;
  clock: Clock;
  /** Public address without a trailing slash. */
  baseUrl: string;
  mailer: Mailer;
  /** How many proxies stand in front of this process. */
  trustProxy: number;
  limits?: Partial<Limits>;
  /** The fixed points of areas; without it the cells of a grid stand for them. */
  areaCentre?: AreaCentre;
  /** Whether visitors can write to members who allow it: the preferences page says so where they cannot. */
  carriesMessages?: boolean;
  /** Told of what went wrong inside. */
  logError?: (error: unknown) => void;
}

const keptBodiesBytes = 16 * 1024 * 1024;

/** The membership API of every organisation in the store, its authorization server and its own pages. */
export function createMembershipService(settings: MembershipServiceSettings): Hono {
  const { store, clock, baseUrl, mailer, trustProxy, limits = {}, areaCentre = () => null } = settings;
  const { carriesMessages = false } = settings;
  const logError = settings.logError ?? (() => undefined);
  const checkAccess = createAccessCheck({ store, clock });
  const app = new Hono({ getPath: singleSlashes });
  app.onError((error, context) => answerError(context, error, logError));
  app.notFound(answerNotFound);
  if (baseUrl.startsWith('https:')) app.use(strictTransport);
  app.route(
    '/',
    dataRoutes({ store, clock, baseUrl, checkAccess, bodies: createKeptBodies(keptBodiesBytes) }),
  );
  app.route('/', referenceRoutes({ baseUrl }));
  const addressOf = (context: Context) => networkOf(context, trustProxy);
  app.route(
    '/',
    oauthRoutes({
      ...{ store, clock, baseUrl, mailer, limits, areaCentre, carriesMessages, logError },
      clientAddress: addressOf,
    }),
  );
  return app;
}

/** Browsers never again try this host by plain http, where a cookie or a password could be read (RFC 6797). */
const strictTransport: MiddlewareHandler = async (context, next) => {
  const header = ['Strict-Transport-Security', 'max-age=31536000'] as const;
  // Before, because a small answer is written to Node's own response, past the web's.
  (context.env as { outgoing?: ServerResponse } | undefined)?.outgoing?.setHeader(...header);
  await next();
  if (context.res !== RESPONSE_ALREADY_SENT) context.header(...header);
};

/** The path of a request with `//` read as `/`: published clients join the site's address and the path so. */
function singleSlashes(request: Request): string {
  const start = request.url.indexOf('/', request.url.indexOf('://') + 3);
  const end = request.url.slice(start).search(/[?#]/);
  const path = end === -1 ? request.url.slice(start) : request.url.slice(start, start + end);
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
}
