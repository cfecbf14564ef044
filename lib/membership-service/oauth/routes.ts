import { Hono, type MiddlewareHandler } from 'hono';
import { ApiError } from '@/lib/membership-api/errors';
import { pageRoutes, renderError } from '../pages/routes';
import { answerAuthorize } from './authorize-endpoint';
import { defaultLimits, type Limits } from './limits';
import { serverMetadata } from './metadata';
import type { OAuthOptions } from './options';
import { parseOrganisation } from './organisation-id';
import { answerRevocation } from './revoke-endpoint';
import { answerTokenRequest } from './token-endpoint';

export interface OAuthSettings extends Omit<OAuthOptions, 'limits'> {
  limits?: Partial<Limits>;
}

/**
 * The authorization server of every organisation and its sign-in pages, to be mounted at the root. Errors of the API's
 * endpoints are thrown as ApiError, for the application to answer; those of pages are pages.
 */
export function oauthRoutes(settings: OAuthSettings): Hono {
  const options: OAuthOptions = {
    ...settings,
    limits: { ...defaultLimits, ...settings.limits },
  };
  const app = new Hono();
  const base = '/api/v2/organisation/:organisation';
  for (const version of ['v1', 'v2']) {
    const path = `/api/${version}/organisation/:organisation/token`;
    app.use(path, noStore, allow('GET', 'POST'));
    app.all(path, (context) => {
      const endpoint = {
        organisation: context.req.param('organisation') ?? '',
        mayExchangeCode: version === 'v2',
      };
      return answerTokenRequest(options, context, endpoint);
    });
  }
  app.use(`${base}/revoke`, noStore, allow('POST'));
  app.all(`${base}/revoke`, (context) =>
    answerRevocation(options, context, context.req.param('organisation')),
  );
  app.use(`${base}/authorize`, noStore, allow('GET'));
  app.all(`${base}/authorize`, async (context) => {
    try {
      return await answerAuthorize(options, context, context.req.param('organisation'));
    } catch (error) {
      return renderError(options, context, error);
    }
  });
  app.get('/.well-known/oauth-authorization-server/api/v2/organisation/:organisation', (context) => {
    const organisation = context.req.param('organisation');
    if (parseOrganisation(organisation) === null) throw new ApiError('not_found', 'There is nothing here');
    return context.json(serverMetadata(options.baseUrl, organisation));
  });
  app.route('/', pageRoutes(options));
  return app;
}

/** RFC 6749 §5.1: neither tokens nor errors may be kept. */
const noStore: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('Cache-Control', 'no-store');
  context.header('Pragma', 'no-cache');
};

/** Read from the request itself: Hono answers HEAD by the handlers of GET, and no HEAD may issue anything. */
function allow(...methods: string[]): MiddlewareHandler {
  return async (context, next) => {
    if (!methods.includes(context.req.raw.method)) {
      const list = methods.join(', ');
      throw new ApiError('method_not_allowed', `The method must be one of ${list}`, { Allow: list });
    }
    await next();
  };
}
