import { Hono, type MiddlewareHandler } from 'hono';
import { ApiError } from '@/lib/membership-api/errors';
import { allow, noStore } from '@/lib/membership-oauth/endpoint-guards';
import { parseOrganisation } from '@/lib/membership-oauth/organisation-id';
import { allowBrowserClients } from './browser-clients';
import { openidConfiguration } from './discovery';
import { handleUserinfo } from './userinfo';
import { keyCacheSeconds, publishedKeys } from './signing-keys';
import type { OpenIdServices } from './openid-services';

export function openidRoutes(services: OpenIdServices): Hono {
  const app = new Hono();
  const base = '/api/v2/organisation/:organisation';
  const configuration = `${base}/.well-known/openid-configuration`;
  app.use(configuration, forEveryone, allow('GET', 'HEAD'));
  app.all(configuration, (context) => {
    const organisation = requireSegment(context.req.param('organisation'));
    return context.json(openidConfiguration(services.baseUrl, organisation));
  });
  app.use(`${base}/jwks`, forEveryone, allow('GET', 'HEAD'));
  app.all(`${base}/jwks`, async (context) => {
    requireSegment(context.req.param('organisation'));
    const { store, authSecret, clock } = services;
    return context.json({ keys: await publishedKeys({ store, authSecret, now: clock() }) });
  });
  for (const name of ['token', 'revoke', 'userinfo'])
    app.use(`${base}/${name}`, allowBrowserClients(services.store));
  app.use(`${base}/userinfo`, noStore, allow('GET', 'POST'));
  app.all(`${base}/userinfo`, (context) =>
    handleUserinfo(services, context, context.req.param('organisation')),
  );
  return app;
}

/** Public documents: pages of any origin may read them without credentials. */
const forEveryone: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('Access-Control-Allow-Origin', '*');
  context.header('Cache-Control', `public, max-age=${keyCacheSeconds}`);
};

/** Checks only the form of the ID, so that the response does not reveal which organisations exist. */
function requireSegment(organisation: string): string {
  if (parseOrganisation(organisation) === null)
    throw new ApiError('not_found', 'There is no organisation at this address');
  return organisation;
}
