/** The files of a backup must come from one installation. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '@/lib/store/database';
import { openSecrets, ownClient } from '@/lib/server/secrets';
import { StartupError } from '@/lib/base/startup-error';
import { BackupError } from './backup-files';

/** Identifies the directory's own client, because the operator may have created other first-party clients. */
const ownRedirectPath = '/api/auth/callback/membership';

interface Checked {
  copy: string;
  /** The path of the original backup, for error messages. */
  backup: string;
  /** null: AUTH_SECRET is not set. */
  authSecret: string | null;
}

/** @throws BackupError naming the file that does not belong to the others */
export async function requireTogether(store: Store, checked: Checked): Promise<void> {
  const { backup } = checked;
  const organisations = await store.members.selectFrom('organisation').select('id').orderBy('id').execute();
  if (organisations.length === 0) throw new BackupError(`${join(backup, 'members.db')} has no organisation`);
  const ids = organisations.map(({ id }) => id);
  await requireSameOrganisations(store, { backup, ids });
  for (const id of ids) await requireSamePersons(store, { backup, id });
  await requireSecret(store, { ...checked, ids });
}

async function requireSameOrganisations(
  { auth }: Store,
  { backup, ids }: { backup: string; ids: readonly number[] },
): Promise<void> {
  for (const table of ['client', 'account'] as const) {
    const row = await auth
      .selectFrom(table)
      .select('organisation_id')
      .where('organisation_id', 'not in', ids)
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) continue;
    const text = `${join(backup, 'auth.db')} has the ${table}s of organisation ${row.organisation_id}, which members.db does not have`;
    throw new BackupError(`${text}. The two files come from different installations`);
  }
}

/**
 * Each account belongs to a person. members.db should have this person, or should have had this person earlier. The
 * backup copies accounts a moment after the members, so a few persons may be missing. If most are missing, the two
 * databases do not belong together.
 */
async function requireSamePersons(
  { members, auth }: Store,
  { backup, id }: { backup: string; id: number },
): Promise<void> {
  const highest = await members
    .selectFrom('person')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('organisation_id', '=', id)
    .executeTakeFirst();
  const removed = await members
    .selectFrom('last_id')
    .select('id')
    .where('organisation_id', '=', id)
    .where('table_name', '=', 'person')
    .executeTakeFirst();
  const last = Math.max(Number(highest?.id ?? 0), removed?.id ?? 0);
  const accounts = await auth
    .selectFrom('account')
    .select((eb) => [
      eb.fn.countAll().as('all'),
      eb.fn.sum(eb.case().when('person_id', '>', last).then(1).else(0).end()).as('unknown'),
    ])
    .where('organisation_id', '=', id)
    .executeTakeFirst();
  if (Number(accounts?.unknown ?? 0) * 2 <= Number(accounts?.all ?? 0)) return;
  throw new BackupError(
    `${join(backup, 'auth.db')} has accounts of persons of organisation ${id} whom members.db never had. ` +
      'The two files come from different installations',
  );
}

/** The directory's own client and the card keys are made from AUTH_SECRET. */
async function requireSecret(
  { auth }: Store,
  { copy, backup, authSecret, ids }: Checked & { ids: readonly number[] },
): Promise<void> {
  const file = join(backup, 'secrets.json');
  const stored = existsSync(join(copy, 'secrets.json')) ? readSecret(copy, file) : null;
  const own = await auth
    .selectFrom('client')
    .select('id')
    .where('is_first_party', '=', 1)
    .where('redirect_uris', 'like', `%${ownRedirectPath}"%`)
    .execute();
  // With AUTH_SECRET set, the server ignores `secrets.json`.
  if (own.length === 0 || authSecret !== null) return;
  if (stored === null) {
    throw new BackupError(
      `There is no ${file}. If the server had its secret from AUTH_SECRET, set AUTH_SECRET to the same value again`,
    );
  }
  if (own.some((client) => ids.some((id) => ownClient(stored, id).id === client.id))) return;
  throw new BackupError(
    `${file} is not of the same installation as auth.db: the directory's own client has another secret. ` +
      'If the server had its secret from AUTH_SECRET, set AUTH_SECRET to the same value again',
  );
}

function readSecret(copy: string, file: string): string {
  try {
    return openSecrets(copy).authSecret;
  } catch (error) {
    if (error instanceof StartupError) throw new BackupError(`${file} is damaged`);
    throw error;
  }
}
