import { Hono, type Context } from 'hono';
import { cardGenerationSchema, cardKeySchema } from '@/lib/membership-api/cards';
import { ApiError } from '@/lib/membership-api/errors';
import { addCardKey, listCardKeys, raiseCardGeneration, readCardGeneration } from './cards';
import { readForm, readParameter, refuseRepeated } from '@/lib/membership-oauth/parameters';
import type { DataServices } from './data-services';

const root = '/api/v2/organisation/:organisation/cards';
const maxMembershipIdLength = 50;

type CardServices = Pick<DataServices, 'store' | 'clock' | 'checkAccess' | 'ownClientId'>;

/**
 * An extension for this installation's web app: the keys and revocations of membership cards. No other client may use
 * it, because anybody who can add a key can make cards.
 */
export function cardRoutes(services: CardServices): Hono {
  const { store, clock } = services;
  const routes = new Hono();
  routes.get(`${root}/keys`, async (context) => {
    const organisationId = await requireOwnClient(services, context);
    return response(context, await listCardKeys(store, organisationId));
  });
  routes.post(`${root}/keys`, async (context) => {
    const organisationId = await requireOwnClient(services, context);
    const form = await readForm(context);
    refuseRepeated(form);
    const key = cardKeySchema.safeParse(Object.fromEntries(form));
    if (!key.success)
      throw new ApiError('invalid_request', 'ID, Public and Sealed must be sent as base64url');
    await addCardKey(store, { organisationId, key: key.data, now: clock() });
    return response(context, await listCardKeys(store, organisationId));
  });
  routes.get(`${root}/memberships/:membership`, async (context) => {
    const organisationId = await requireOwnClient(services, context);
    const membershipId = membershipOf(context);
    return response(context, {
      Generation: await readCardGeneration(store, { organisationId, membershipId }),
    });
  });
  routes.post(`${root}/memberships/:membership`, async (context) => {
    const organisationId = await requireOwnClient(services, context);
    const membershipId = membershipOf(context);
    const form = await readForm(context);
    refuseRepeated(form);
    const atLeast = readGeneration(readParameter(form, 'Generation'));
    await raiseCardGeneration(store, { organisationId, membershipId, atLeast });
    return response(context, {
      Generation: await readCardGeneration(store, { organisationId, membershipId }),
    });
  });
  return routes;
}

/** @throws ApiError if the access check fails, and 403 for every client except the web app's */
async function requireOwnClient(
  { checkAccess, ownClientId }: Pick<CardServices, 'checkAccess' | 'ownClientId'>,
  context: Context,
): Promise<number> {
  const organisation = context.req.param('organisation') ?? '';
  const { organisationId, clientId } = await checkAccess(context, { organisation, scope: 'members' });
  if (clientId === ownClientId) return organisationId;
  throw new ApiError('insufficient_scope', 'Only the directory of this installation may use this endpoint');
}

function membershipOf(context: Context): string {
  const id = context.req.param('membership') ?? '';
  if (id.length <= maxMembershipIdLength) return id;
  throw new ApiError(
    'invalid_request',
    `The membership ID must be at most ${maxMembershipIdLength} characters`,
  );
}

function readGeneration(text: string | null): number | null {
  if (text === null) return null;
  const generation = cardGenerationSchema.safeParse(Number(text));
  if (generation.success) return generation.data;
  throw new ApiError('invalid_request', 'Generation must be a whole number from 0 to 1000000');
}

function response(context: Context, body: object): Response {
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}
