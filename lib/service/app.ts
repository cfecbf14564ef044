import { ClientUses } from '@/lib/sign-in/oauth/client-uses';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import type { Clock } from '@/lib/base/clock';
import { networkOf } from '@/lib/server/client-address';
import { LaterWork } from '@/lib/sign-in/accounts/later-work';
import type { MailSettings } from '@/lib/mail/mail-state';
import type { Mailer } from '@/lib/mail/mailer';
import { createAccessCheck } from '@/lib/sign-in/oauth/access-check';
import { defaultRateLimits, type RateLimits } from '@/lib/sign-in/oauth/rate-limits';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { pageRoutes } from '@/lib/service/pages/page-routes';
import { makeSecret } from '@/lib/sign-in/accounts/secrets';
import { oauthRoutes } from '@/lib/sign-in/oauth/oauth-routes';
import { issueIdToken } from '@/lib/sign-in/openid/id-token';
import { openidRoutes } from '@/lib/sign-in/openid/openid-routes';
import { cardRoutes } from './routes/card-routes';
import { ChangeWaits } from './routes/change-waits';
import type { ResponseCache } from './routes/response-cache';
import { changesRoute } from './routes/changes-route';
import { dataRoutes } from './routes/data-routes';
import { toErrorResponse, respondNotFound } from './routes/errors';
import { createCachedLists } from '@/lib/service/routes/cached-lists';
import { ListSlots, listLimits, type ListLimits } from './routes/list-slots';
import { LongUndos } from '@/lib/office/long-undos';
import { officeRoutes } from '@/lib/office/office-routes';
import { membersDirectoryRoutes } from './routes/members-directory-routes';
import { memberPagesRoutes } from './routes/member-pages-routes';
import { ownEntryRoutes } from './routes/own-entry-routes';
import { ownStaffRoutes } from './routes/own-staff-routes';
import { ownSignInRoutes } from './routes/own-sign-in-routes';
import { pictureRoute } from './routes/picture-route';
import { recordRoutes } from '@/lib/changes/routes/record-routes';
import { readExtras } from '@/lib/store/structure';
import { referenceRoutes } from '@/lib/contract/reference/reference-routes';
import type { Store } from '@/lib/store/database';
import type { OfficeImports } from '@/lib/contract/office-rights/imports';
import type { Installation } from '@/lib/contract/office-rights/installation';
import type { ErasureServices } from '@/lib/privacy/erasure/settle-erasures';
import type { SentEmail } from '@/lib/privacy/personal-data/personal-data';
import type { AreaCentre } from '@/lib/store/location-document';

export interface AppServices {
  store: Store;
  clock: Clock;
  baseUrl: string;
  mailer: Mailer;
  /** By default, no mail server is set. */
  mailSettings?: MailSettings;
  /** The organisation whose directory this server shows. The examples in the API's description use its ID. */
  organisationId?: number;
  trustProxy: number;
  rateLimits?: Partial<RateLimits>;
  /** Finds the centre of a location's area. Default: the centres of grid cells are used. */
  areaCentre?: AreaCentre;
  /**
   * true: visitors can write to members who allow it. false: the preferences page says that visitors cannot write to
   * members.
   */
  carriesMessages?: boolean;
  /**
   * The client of our own directory. Its lists have reserved capacity. Removed persons can sign in only to this client.
   */
  ownClientId?: string;
  /**
   * Requests for erasure are emailed to this address if the organisation has no contact address of its own. If there is
   * no address at all, only commands such as `doctor` show these requests.
   */
  contactEmail?: string | null;
  /**
   * Counts how clients are used. By default, the counts are written to the database only when the office reads them.
   */
  clientUses?: ClientUses;
  /** Stores this process's counts of searches that found nobody. Default: nothing is counted. */
  flushSearches?: () => Promise<void>;
  /** A folder for lists that wait for slow readers. Only this process can read them. */
  spoolDir?: string;
  listLimits?: ListLimits;
  /** Requests that wait for changes. The caller ends them before the server stops. */
  waits?: ChangeWaits;
  /** Decrypts sealed values of the database. Default: random for this process. */
  authSecret?: string;
  /** Signs device cookies. All processes at the same address need the same key. Default: random for this process. */
  deviceKey?: string;
  /** Makes and sends emails some time after the response. Default: there is no delay. */
  later?: LaterWork;
  /** Erases people for the office. Default: the office cannot erase people. */
  erasure?: ErasureServices;
  /** The recorded emails to an address. Default: this installation records no emails. */
  findEmails?: (email: string) => Promise<SentEmail[]>;
  /** Checks and backups for the office. Default: none. */
  installation?: Installation | null;
  /** Imports files for the office. Default: the office cannot import files. */
  imports?: OfficeImports | null;
  /** The undos that take longer than a request. Default: those of this process. */
  undos?: LongUndos;
  responseCache?: ResponseCache | null;
  logError?: (error: unknown) => void;
}

const cachedListsBytes = 16 * 1024 * 1024;
/**
 * `changeReads`: how many pages of changes are read at the same time. `changesPerClient`: how many pages one client may
 * read or wait for. A client may follow the changes in several processes. One change wakes all of these processes, so
 * one client may need many pages at once. Only 32 pages in total may wait. The limit for one client is lower, so that
 * other clients can wait too.
 */
const changeReads = 2;
const changesPerClient = 20;

export function createMembershipService(services: AppServices): Hono {
  const { store, clock, baseUrl, mailer, trustProxy, areaCentre = () => null } = services;
  const { carriesMessages = false, deviceKey = makeSecret(), authSecret = makeSecret() } = services;
  const { later = new LaterWork({ delayMs: () => 0 }) } = services;
  const rateLimits = { ...defaultRateLimits, ...services.rateLimits };
  const logError = services.logError ?? (() => undefined);
  const ownClientId = services.ownClientId ?? null;
  const { mailSettings = { server: null, from: '' } } = services;
  const checkAccess = createAccessCheck({ store, clock, ownClientId });
  const addressOf = (context: Context) => networkOf(context, trustProxy);
  const app = new Hono({ getPath: singleSlashes });
  app.onError((error, context) => toErrorResponse(context, error, logError));
  app.notFound(respondNotFound);
  if (baseUrl.startsWith('https:')) app.use(strictTransport);
  const clientUses = services.clientUses ?? new ClientUses(store, clock);
  // These routes come before the lists, which refuse every method except GET.
  app.route('/', recordRoutes({ store, clock, baseUrl, areaCentre, checkAccess }));
  app.route(
    '/',
    dataRoutes({
      store,
      clock,
      baseUrl,
      checkAccess,
      cachedLists: createCachedLists(cachedListsBytes),
      responseCache: services.responseCache ?? null,
      logError,
      slots: new ListSlots(services.listLimits ?? listLimits(store.longReads)),
      ownClientId,
      networkOf: addressOf,
      spoolDir: services.spoolDir ?? tmpdir(),
    }),
  );
  app.route(
    '/',
    officeRoutes({
      store,
      clock,
      checkAccess,
      areaCentre,
      baseUrl,
      mailer,
      mailSettings,
      rateLimits,
      contactEmail: services.contactEmail ?? null,
      authSecret,
      erasure: services.erasure ?? null,
      findEmails: services.findEmails ?? null,
      installation: services.installation ?? null,
      imports: services.imports ?? null,
      undos: services.undos ?? new LongUndos(),
      clientUses,
      flushSearches: services.flushSearches ?? (async () => undefined),
      logError,
    }),
  );
  const waits = services.waits ?? new ChangeWaits(store);
  const changeSlots = new ListSlots({ ...listLimits(changeReads), perClient: changesPerClient });
  app.route('/', changesRoute({ store, clock, checkAccess, waits, slots: changeSlots, ownClientId }));
  app.route('/', pictureRoute(store));
  app.route('/', cardRoutes({ store, clock, checkAccess, ownClientId }));
  app.route('/', ownSignInRoutes({ store, clock, checkAccess, ownClientId }));
  const ownEntry = { store, clock, checkAccess, ownClientId, areaCentre, rateLimits };
  app.route('/', ownEntryRoutes(ownEntry));
  app.route('/', ownStaffRoutes({ ...ownEntry, baseUrl, mailer, logError }));
  app.route('/', membersDirectoryRoutes({ store, clock, checkAccess, ownClientId, rateLimits }));
  app.route('/', memberPagesRoutes({ store, clock, checkAccess, ownClientId }));
  const organisationId = services.organisationId ?? null;
  const readExtraIds = async () => {
    const extras = organisationId === null ? [] : await readExtras(store.members, organisationId);
    return extras.flatMap(({ id, isAdminOnly }) => (isAdminOnly ? [] : String(id)));
  };
  app.route('/', referenceRoutes({ baseUrl, organisationId, readExtraIds }));
  const openid = { store, clock, baseUrl, authSecret, checkAccess };
  const oauth: OAuthServices = {
    store,
    clock,
    baseUrl,
    mailer,
    mailSettings,
    rateLimits,
    areaCentre,
    carriesMessages,
    ownClientId,
    contactEmail: services.contactEmail ?? null,
    logError,
    deviceKey,
    later,
    clientAddress: addressOf,
    clientUses,
    issueIdToken: (client, grant) => issueIdToken(openid, { client, grant }),
  };
  app.route('/', openidRoutes(openid));
  app.route('/', oauthRoutes(oauth));
  app.route('/', pageRoutes(oauth));
  return app;
}

/**
 * With this header, browsers use only https for this host. Over http, others could read a cookie or password (RFC
 * 6797).
 */
const strictTransport: MiddlewareHandler = async (context, next) => {
  const header = ['Strict-Transport-Security', 'max-age=31536000'] as const;
  // The header is set before `next`, because a small response is written directly to Node's response.
  (context.env as { outgoing?: ServerResponse } | undefined)?.outgoing?.setHeader(...header);
  await next();
  if (context.res !== RESPONSE_ALREADY_SENT) context.header(...header);
};

/** Published clients join the site address and the path with two slashes. */
function singleSlashes(request: Request): string {
  const start = request.url.indexOf('/', request.url.indexOf('://') + 3);
  const end = request.url.slice(start).search(/[?#]/);
  const path = end === -1 ? request.url.slice(start) : request.url.slice(start, start + end);
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
}
