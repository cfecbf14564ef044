import { Hono } from 'hono';
import { ApiError } from '@/lib/membership-api/errors';
import { allow, noStore } from './endpoint-guards';
import { handleIntrospection } from './introspect-endpoint';
import { serverMetadata } from './metadata';
import type { OAuthServices } from './oauth-services';
import { parseOrganisation } from './organisation-id';
import { handleRevocation } from './revoke-endpoint';
import { handleTokenRequest } from './token-endpoint';

/** The routes must be mounted at the root. Errors are thrown as ApiError. */
export function oauthRoutes(services: OAuthServices): Hono {
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
      return handleTokenRequest(services, context, endpoint);
    });
  }
  app.use(`${base}/revoke`, noStore, allow('POST'));
  app.all(`${base}/revoke`, (context) =>
    handleRevocation(services, context, context.req.param('organisation')),
  );
  app.use(`${base}/introspect`, noStore, allow('POST'));
  app.all(`${base}/introspect`, (context) =>
    handleIntrospection(services, context, context.req.param('organisation')),
  );
  app.get('/.well-known/oauth-authorization-server/api/v2/organisation/:organisation', (context) => {
    const organisation = context.req.param('organisation');
    if (parseOrganisation(organisation) === null)
      throw new ApiError('not_found', 'There is no organisation at this address');
    return context.json(serverMetadata(services.baseUrl, organisation));
  });
  return app;
}
