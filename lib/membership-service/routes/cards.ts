/**
 * Stores the keys that sign membership cards, and stores which cards are revoked. All processes with the same database
 * share these keys and revocations.
 */
import { sql } from 'kysely';
import type { CardKeyRecord } from '@/lib/membership-api/cards';
import type { Store } from '@/lib/membership-store/database';

/** Returns the oldest key first. All keys are valid. The web app signs with the first key that it can decrypt. */
export async function listCardKeys(store: Store, organisationId: number): Promise<CardKeyRecord[]> {
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
export async function readCardGeneration(
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
    .values({ organisation_id: organisationId, membership_id: membershipId, generation: atLeast ?? 1 })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'membership_id']).doUpdateSet({
        generation:
          atLeast === null
            ? sql<number>`card_generation.generation + 1`
            : sql<number>`case when card_generation.generation < ${atLeast} then ${atLeast} else card_generation.generation end`,
      }),
    )
    .execute();
}
