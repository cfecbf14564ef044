/** Clients: sites and apps that sign members in or read the API. */
import type { Context } from 'hono';
import { z } from 'zod';
import { ApiError } from '@/lib/contract/errors';
import { clientScopes } from '@/lib/contract/resources';
import { invalidRecord } from '@/lib/changes/refusals';
import {
  ClientSettingsError,
  createClient,
  findClient,
  listClients as listStoredClients,
  revokeClient as revokeStoredClient,
  rotateSecret,
  type Client,
} from '@/lib/sign-in/oauth/clients';
import type { ClientUse } from '@/lib/sign-in/oauth/client-uses';
import type { ClientRules } from '@/lib/sign-in/oauth/client-rules';
import { updateClient, type ClientChange } from '@/lib/sign-in/oauth/update-client';
import { byPerson, type Cause } from '@/lib/store/journal';
import { readReason } from '@/lib/changes/routes/read-request';
import { checkOffice, type OfficeAccess, type OfficeRouteServices } from './office-check';
import { readBody } from './read-body';

export async function listClients(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'listClients');
  const clients = await listStoredClients(services.store, organisationId);
  const uses = await services.clientUses.read(organisationId);
  const shown = clients.filter(({ revokedAt }) => revokedAt === null);
  const Clients = shown.map((client) => ({ ...toJson(client), ...useJson(uses.get(client.id)) }));
  return context.json({ Clients }, 200, noStore);
}

function useJson(use: ClientUse | undefined) {
  return {
    LastUsedAt: use?.lastUsedAt?.toISOString() ?? null,
    Refused: (use?.refused ?? []).map(({ reason, count, lastAt, latest }) => ({
      Reason: reason,
      Count: count,
      LastAt: lastAt.toISOString(),
      Latest: latest.map(({ at, sent, count }) => ({ At: at.toISOString(), Sent: sent, Count: count })),
    })),
  };
}

const texts = z.array(z.string().max(2000)).max(100);
const ids = z.array(z.string().max(300)).max(1000);

const rulesSchema = z.strictObject({
  ValidOnly: z.boolean(),
  Types: ids,
  Chapters: ids,
  States: ids,
  Committees: ids,
});

/** Plain http and private networks can be allowed only on the command line. */
const changeSchema = z.strictObject({
  Name: z.string().max(300),
  Scopes: z.array(z.enum(clientScopes)),
  RedirectURIs: texts,
  PostLogoutURIs: texts,
  PostLogoutPrefixes: texts,
  HomeURL: z.string().max(2000).nullable(),
  BackchannelLogoutURI: z.string().max(2000).nullable(),
  FirstParty: z.boolean(),
  RequirePKCE: z.boolean(),
  LegacyStatus: z.boolean(),
  IDTokenClaims: z.boolean(),
  OmitIss: z.boolean(),
  Rules: rulesSchema.nullable(),
});
const patchSchema = changeSchema.partial();
const newSchema = patchSchema.extend({
  Name: changeSchema.shape.Name,
  Scopes: changeSchema.shape.Scopes,
  Public: z.boolean().default(false),
});

/** POST: only this response contains the secret. */
export async function addClient(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'addClient');
  const { Public: isPublic, ...body } = await readBody(context, newSchema, sent);
  const { organisationId } = access;
  const { Name: name, Scopes: scopes } = body;
  const cause = causeOf(context, access);
  const settings = { ...toChange(body), organisationId, name, scopes, isPublic, cause };
  const { id, secret } = await reporting(() => createClient(services.store, settings, services.clock()));
  const client = await findClient(services.store, organisationId, id);
  return context.json({ Client: client && toJson(client), Secret: secret }, 201, noStore);
}

/** PATCH: the ID and the secret do not change. */
export async function changeClient(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'changeClient');
  const asked = toChange(await readBody(context, patchSchema, sent));
  const client = await requireClient(context, services, access);
  const { backchannelLogoutUri: logoutUri = client.backchannelLogoutUri } = asked;
  // The command line may have allowed a private network for the earlier address. This permission does not apply to a
  // new address.
  const isNewAddress = logoutUri !== client.backchannelLogoutUri;
  const change = isNewAddress ? { ...asked, allowsPrivateLogout: false } : asked;
  const cause = causeOf(context, access);
  const after = await reporting(() =>
    updateClient(services.store, { id: client.id, change, cause }, services.clock()),
  );
  return context.json({ Client: toJson(after) }, 200, noStore);
}

const rotationSchema = z.strictObject({ Immediate: z.boolean().default(false) });

/** POST: the old secret works for another 24 hours, unless the body says `Immediate`. */
export async function rotateClient(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'rotateClient');
  const { Immediate: isImmediate } = await readBody(context, rotationSchema, sent);
  const { id } = await requireClient(context, services, access);
  const cause = causeOf(context, access);
  const secret = await reporting(() =>
    rotateSecret(services.store, { id, isImmediate, cause }, services.clock()),
  );
  return context.json({ Secret: secret }, 200, noStore);
}

/** DELETE: also ends all tokens of the client. */
export async function revokeClient(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'revokeClient');
  const { id } = await requireClient(context, services, access);
  await reporting(() => revokeStoredClient(services.store, id, services.clock(), causeOf(context, access)));
  return context.body(null, 204, noStore);
}

function toChange(body: z.infer<typeof patchSchema>): ClientChange {
  const { Rules: rules } = body;
  const change: ClientChange = {
    name: body.Name,
    scopes: body.Scopes,
    redirectUris: body.RedirectURIs,
    postLogoutUris: body.PostLogoutURIs,
    postLogoutPrefixes: body.PostLogoutPrefixes,
    homeUrl: body.HomeURL,
    backchannelLogoutUri: body.BackchannelLogoutURI,
    isFirstParty: body.FirstParty,
    requiresPkce: body.RequirePKCE,
    hasLegacyStatus: body.LegacyStatus,
    hasIdTokenClaims: body.IDTokenClaims,
    omitsIss: body.OmitIss,
    rules: rules === undefined || rules === null ? rules : toRules(rules),
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function toRules({
  ValidOnly: validOnly,
  Types: types,
  Chapters: chapters,
  States: states,
  Committees: committees,
}: z.infer<typeof rulesSchema>): ClientRules | null {
  const isEmpty = [types, chapters, states, committees].every((list) => list.length === 0);
  return !validOnly && isEmpty ? null : { validOnly, types, chapters, states, committees };
}

/**
 * Refuses the directory's own client.
 * @throws ApiError 404 or 409
 */
async function requireClient(
  context: Context,
  { store }: OfficeRouteServices,
  { organisationId }: OfficeAccess,
): Promise<Client> {
  const client = await findClient(store, organisationId, context.req.param('client') ?? '');
  if (client === null) throw new ApiError('not_found', 'There is no client with this ID');
  if (!isOwn(client)) return client;
  throw new ApiError(
    'conflict',
    "The directory's own client cannot be changed: without it nobody can sign in",
  );
}

/** @throws ApiError naming the setting that cannot be stored, or 404 if the client was revoked meanwhile */
async function reporting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ClientSettingsError)) throw error;
    const { field: path, message: reason } = error;
    throw path === null ? new ApiError('not_found', reason) : invalidRecord([{ path, value: '', reason }]);
  }
}

function causeOf(context: Context, { personId }: OfficeAccess): Cause {
  return byPerson(personId, readReason(context));
}

/** Only the directory's own client can have this scope. */
function isOwn(client: Client): boolean {
  return client.scopes.includes('office');
}

function toJson(client: Client) {
  const { rules } = client;
  return {
    ID: client.id,
    Name: client.name,
    Own: isOwn(client),
    Public: client.isPublic,
    Scopes: client.scopes,
    RedirectURIs: client.redirectUris,
    PostLogoutURIs: client.postLogoutUris,
    PostLogoutPrefixes: client.postLogoutPrefixes,
    HomeURL: client.homeUrl,
    BackchannelLogoutURI: client.backchannelLogoutUri,
    FirstParty: client.isFirstParty,
    RequirePKCE: client.requiresPkce,
    LegacyStatus: client.hasLegacyStatus,
    IDTokenClaims: client.hasIdTokenClaims,
    OmitIss: client.omitsIss,
    Rules: rules && {
      ValidOnly: rules.validOnly,
      Types: rules.types,
      Chapters: rules.chapters,
      States: rules.states,
      Committees: rules.committees,
    },
    CreatedAt: client.createdAt.toISOString(),
  };
}

const sent = { types: ['application/json', 'application/merge-patch+json'], maxBytes: 256 * 1024 };
const noStore = { 'Cache-Control': 'no-store' };
