import { sql, type Kysely } from 'kysely';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { Owner } from './owner';

/** If a later sign-in is already stored, it is kept. `at` is in milliseconds since 1970. */
export async function recordSignIn(
  transaction: Kysely<AuthDatabase>,
  { organisationId, personId }: Owner,
  at: number,
): Promise<void> {
  await transaction
    .insertInto('account')
    .values({
      organisation_id: organisationId,
      person_id: personId,
      password_hash: null,
      updated_at: at,
      signed_in_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'person_id']).doUpdateSet({
        signed_in_at: sql<number>`case when account.signed_in_at > ${at} then account.signed_in_at else ${at} end`,
      }),
    )
    .execute();
}

export async function readLastSignIns(
  auth: Kysely<AuthDatabase>,
  { organisationId, personIds }: { organisationId: number; personIds: readonly number[] },
): Promise<Map<number, Date>> {
  if (personIds.length === 0) return new Map();
  const rows = await auth
    .selectFrom('account')
    .select(['person_id', 'signed_in_at'])
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .execute();
  return new Map(
    rows.flatMap(({ person_id, signed_in_at }) =>
      signed_in_at === null ? [] : [[person_id, new Date(signed_in_at)] as const],
    ),
  );
}

/** If `isExcluded`, all other people are meant. */
export interface PeopleBySignIn {
  ids: number[];
  isExcluded: boolean;
}

/**
 * `never`: everybody who has never signed in. `invited`: those who were invited, have no password and have never signed
 * in. An invitation that waits for a mail server counts.
 */
export async function findBySignIn(
  auth: Kysely<AuthDatabase>,
  { organisationId, signIn }: { organisationId: number; signIn: 'never' | 'invited' },
): Promise<PeopleBySignIn> {
  const accounts = await auth
    .selectFrom('account')
    .select(['person_id', 'signed_in_at', 'password_hash'])
    .where('organisation_id', '=', organisationId)
    .execute();
  const signedIn = accounts.filter((one) => one.signed_in_at !== null);
  if (signIn === 'never') return { ids: signedIn.map((one) => one.person_id), isExcluded: true };
  const mails = await auth
    .selectFrom('sent_mail')
    .select('person_id')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'invitation')
    .where((is) => is.or([is('problem', 'is', null), is('problem', '=', 'waiting')]))
    .execute();
  const done = new Set(
    [...signedIn, ...accounts.filter((one) => one.password_hash !== null)].map((one) => one.person_id),
  );
  const ids = mails.flatMap(({ person_id }) =>
    person_id === null || done.has(person_id) ? [] : [person_id],
  );
  return { ids, isExcluded: false };
}

/** When the newest invitation of each person was sent. There is none if the record of emails has none. */
export async function readInvitations(
  auth: Kysely<AuthDatabase>,
  { organisationId, personIds }: { organisationId: number; personIds: readonly number[] },
): Promise<Map<number, Date>> {
  if (personIds.length === 0) return new Map();
  const rows = await auth
    .selectFrom('sent_mail')
    .select(['person_id', (eb) => eb.fn.max('at').as('at')])
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .where('kind', '=', 'invitation')
    .where('problem', 'is', null)
    .groupBy('person_id')
    .execute();
  return new Map(rows.map(({ person_id, at }) => [Number(person_id), new Date(Number(at))]));
}
