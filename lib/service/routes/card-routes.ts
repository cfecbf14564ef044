import { randomInt } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { sql } from 'kysely';
import {
  cardCodeLength,
  cardGenerationSchema,
  cardKeySchema,
  cardLetters,
  type CardHolder,
  type CardKeyRecord,
} from '@/lib/contract/cards';
import { ApiError } from '@/lib/contract/errors';
import { readForm, readParameter, refuseRepeated } from '@/lib/sign-in/oauth/parameters';
import type { Store } from '@/lib/store/database';
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
  routes.post(`${root}/memberships/:membership/code`, async (context) => {
    const organisationId = await requireOwnClient(services, context);
    const membershipId = membershipOf(context);
    return response(context, { Code: await takeCardCode(store, { organisationId, membershipId }) });
  });
  routes.get(`${root}/codes/:code`, async (context) => {
    const organisationId = await requireOwnClient(services, context);
    const holder = await findCardHolder(store, { organisationId, code: context.req.param('code') });
    return response(context, holder === null ? [] : [holder]);
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

/**
 * Stores the keys that sign membership cards, and stores which cards are revoked. All processes with the same database
 * share these keys and revocations.
 * Returns the oldest key first. All keys are valid. The web app signs with the first key that it can decrypt.
 */
async function listCardKeys(store: Store, organisationId: number): Promise<CardKeyRecord[]> {
  const rows = await store.auth
    .selectFrom('card_key')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.map((row) => ({ ID: row.key_id, Public: row.public_key, Sealed: row.sealed_key }));
}

/** An existing key stays as it is. */
export async function addCardKey(
  store: Store,
  { organisationId, key, now }: { organisationId: number; key: CardKeyRecord; now: Date },
): Promise<void> {
  await store.auth
    .insertInto('card_key')
    .values({
      organisation_id: organisationId,
      key_id: key.ID,
      public_key: key.Public,
      sealed_key: key.Sealed,
      created_at: now.getTime(),
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'key_id']).doNothing())
    .execute();
}

/** Returns the generation number that new cards of a membership get. Cards with a lower number are revoked. */
async function readCardGeneration(
  store: Store,
  { organisationId, membershipId }: { organisationId: number; membershipId: string },
): Promise<number> {
  const row = await store.auth
    .selectFrom('card_generation')
    .select('generation')
    .where('organisation_id', '=', organisationId)
    .where('membership_id', '=', membershipId)
    .executeTakeFirst();
  return row?.generation ?? 0;
}

function makeCardCode(): string {
  return Array.from({ length: cardCodeLength }, () => cardLetters[randomInt(cardLetters.length)]).join('');
}

/** Returns the code of a membership's cards. All its cards have the same code until they are revoked. */
export async function takeCardCode(
  store: Store,
  { organisationId, membershipId }: { organisationId: number; membershipId: string },
): Promise<string> {
  const row = await store.auth
    .insertInto('card_generation')
    .values({
      organisation_id: organisationId,
      membership_id: membershipId,
      generation: 0,
      code: makeCardCode(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'membership_id'])
        .doUpdateSet({ code: sql<string>`coalesce(card_generation.code, excluded.code)` }),
    )
    .returning('code')
    .executeTakeFirstOrThrow();
  if (row.code === null) throw new Error('a card has no code');
  return row.code;
}

/** null: no card that is not revoked has this code, or its membership no longer exists. */
async function findCardHolder(
  store: Store,
  { organisationId, code }: { organisationId: number; code: string },
): Promise<CardHolder | null> {
  const card = await store.auth
    .selectFrom('card_generation')
    .select(['membership_id', 'generation'])
    .where('organisation_id', '=', organisationId)
    .where('code', '=', code)
    .executeTakeFirst();
  const holder = await store.members
    .selectFrom('membership as m')
    .innerJoin('person as p', (join) =>
      join.onRef('p.organisation_id', '=', 'm.organisation_id').onRef('p.id', '=', 'm.person_id'),
    )
    .select(['m.kind', 'p.first_name', 'p.last_name', 'p.organisation'])
    .where('m.organisation_id', '=', organisationId)
    .where('m.id', '=', Number(card?.membership_id ?? 0))
    .executeTakeFirst();
  if (card === undefined || holder === undefined) return null;
  return {
    MembershipID: card.membership_id,
    Generation: card.generation,
    FirstName: holder.first_name,
    LastName: holder.last_name,
    Organisation: holder.kind === 'corporate' ? holder.organisation : null,
  };
}

/**
 * Revokes the cards of a membership in one statement, so that processes cannot overwrite each other's revocation.
 * @param atLeast the lowest new generation; null: one more than the current one
 */
export async function raiseCardGeneration(
  store: Store,
  {
    organisationId,
    membershipId,
    atLeast,
  }: { organisationId: number; membershipId: string; atLeast: number | null },
): Promise<void> {
  await store.auth
    .insertInto('card_generation')
    .values({
      organisation_id: organisationId,
      membership_id: membershipId,
      generation: atLeast ?? 1,
      code: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'membership_id']).doUpdateSet({
        code:
          atLeast === null
            ? null
            : sql<
                string | null
              >`case when card_generation.generation < ${atLeast} then null else card_generation.code end`,
        generation:
          atLeast === null
            ? sql<number>`card_generation.generation + 1`
            : sql<number>`case when card_generation.generation < ${atLeast} then ${atLeast} else card_generation.generation end`,
      }),
    )
    .execute();
}
