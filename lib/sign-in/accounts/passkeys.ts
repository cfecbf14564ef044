import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import { journalAccounts } from '@/lib/store/account-journal';
import type { AuthDatabase, PasskeyTable } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import { byPerson, type Cause } from '@/lib/store/journal';
import type { Owner } from './owner';
import { idsOf } from './own-sessions';
import { hashSecret } from './secrets';

/**
 * Nobody has so many devices. The number is limited, because a browser that adds a passkey gets the list of all the
 * person's passkeys.
 */
export const maxPasskeys = 20;

export interface Passkey {
  id: string;
  /** After a merge, this may be the ID of a merged record. */
  personId: number;
  userHandle: string;
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** When the passkey was disabled, because it may have been copied. null: it works. */
  refusedAt: Date | null;
}

export async function listPasskeys(store: Store, owner: Owner): Promise<Passkey[]> {
  const rows = await store.auth
    .selectFrom('passkey')
    .selectAll()
    .where('organisation_id', '=', owner.organisationId)
    .where('person_id', 'in', await idsOf(store, owner))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toPasskey);
}

export async function findPasskey(
  { auth }: Store,
  { organisationId, credentialId }: { organisationId: number; credentialId: string },
): Promise<Passkey | null> {
  const row = await auth
    .selectFrom('passkey')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', hashSecret(credentialId))
    .executeTakeFirst();
  return row === undefined ? null : toPasskey(row);
}

/** Adds a passkey. Returns false if somebody in the organisation already has it (WebAuthn §7.1, step 26). */
export async function addPasskey(
  { auth }: Store,
  { organisationId, personId }: Owner,
  passkey: Pick<Passkey, 'userHandle' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'>,
  now: Date,
): Promise<boolean> {
  return auth.transaction().execute(async (transaction) => {
    const added = await transaction
      .insertInto('passkey')
      .values({
        organisation_id: organisationId,
        id: hashSecret(passkey.credentialId),
        person_id: personId,
        user_handle: passkey.userHandle,
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        counter: passkey.counter,
        transports: JSON.stringify(passkey.transports),
        name: passkey.name,
        created_at: now.getTime(),
        last_used_at: null,
        refused_at: null,
      })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added === undefined) return false;
    await journalAccounts(transaction, { organisationId, cause: byPerson(personId), now }, [
      { kind: 'passkey', operation: 'created', personId, changes: { Name: passkey.name } },
    ]);
    return true;
  });
}

/** @returns the old name; null: the person has no such passkey */
export async function renamePasskey(
  store: Store,
  owner: Owner,
  { id, name }: { id: string; name: string },
  now: Date,
): Promise<string | null> {
  const { organisationId, personId } = owner;
  const passkey = (await listPasskeys(store, owner)).find((one) => one.id === id);
  if (passkey === undefined) return null;
  if (passkey.name === name) return name;
  await store.auth.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('passkey')
      .set({ name })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute();
    await journalAccounts(transaction, { organisationId, cause: byPerson(personId), now }, [
      { kind: 'passkey', operation: 'updated', personId, changes: { Name: [passkey.name, name] } },
    ]);
  });
  return passkey.name;
}

/**
 * Removes passkeys of a person. Sessions that were started with them continue.
 * @param id null: all
 * @param cause who removes them; absent: the person
 * @returns the names of the removed passkeys
 */
export async function removePasskeys(
  store: Store,
  owner: Owner,
  { id, cause = byPerson(owner.personId), now }: { id: string | null; cause?: Cause; now: Date },
): Promise<string[]> {
  const { organisationId, personId } = owner;
  const personIds = await idsOf(store, owner);
  return store.auth.transaction().execute(async (transaction) => {
    let chosen = transaction
      .deleteFrom('passkey')
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', personIds);
    if (id !== null) chosen = chosen.where('id', '=', id);
    const removed = await chosen.returning('name').execute();
    const changes = removed.map(({ name }) => ({
      kind: 'passkey' as const,
      operation: 'removed' as const,
      personId,
      changes: { Name: name },
    }));
    await journalAccounts(transaction, { organisationId, cause, now }, changes);
    return removed.map(({ name }) => name);
  });
}

/**
 * Locks the passkey's row, so that nobody can sign in with a passkey that is removed in the meantime.
 * @returns false if the passkey was removed, disabled, or used at the same time
 */
export async function usePasskey(
  transaction: Kysely<AuthDatabase>,
  organisationId: number,
  { id, counter, newCounter, now }: { id: string; counter: number; newCounter: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('passkey')
    .set({ counter: newCounter, last_used_at: now.getTime() })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .where('refused_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Disables a passkey that may have been copied. Returns false if the passkey was disabled before, or removed. */
export async function refusePasskey(
  { auth }: Store,
  { organisationId, personId }: Owner,
  { id, name }: Pick<Passkey, 'id' | 'name'>,
  now: Date,
): Promise<boolean> {
  return auth.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('passkey')
      .set({ refused_at: now.getTime() })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('refused_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await journalAccounts(transaction, { organisationId, cause: byPerson(personId), now }, [
      { kind: 'passkey', operation: 'refused', personId, changes: { Name: name } },
    ]);
    return true;
  });
}

function toPasskey(row: Selectable<PasskeyTable>): Passkey {
  return {
    id: row.id,
    personId: row.person_id,
    userHandle: row.user_handle,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: z.array(z.string()).parse(JSON.parse(row.transports)),
    name: row.name,
    createdAt: new Date(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
    refusedAt: row.refused_at === null ? null : new Date(row.refused_at),
  };
}
