/**
 * Each installation has a random ID. The ID and a mark of the secret are in both databases, and in a file in DATA_DIR.
 * A start compares them, so that it recognises a file that was lost or belongs to another installation
 * (docs/decisions.md, S7).
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { hasCode } from '@/lib/base/error-code';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { readIfThere } from '@/lib/server/write-once';
import { writeWhole } from '@/lib/server/write-whole';
import { StartupError } from '@/lib/base/startup-error';

/**
 * This file is in the data folder, because both databases may be lost. A backup contains the file. On PostgreSQL, each
 * machine has its own file, if it can write to its folder.
 */
export const markerFile = 'installation.json';

interface Databases {
  engine: 'sqlite' | 'postgres';
  members: Kysely<MembersDatabase>;
  auth: Kysely<AuthDatabase>;
}

interface Mark {
  id: string;
  /** null: no server has started yet. */
  secretMark: string | null;
}

/** What the databases say. null: they have no mark yet. */
export interface DatabaseMarks {
  members: (Mark & { shownId: number | null }) | null;
  auth: Mark | null;
}

/** Earlier releases wrote only the ID of an organisation. */
const fileSchema = z.object({
  organisationId: z.number().nullable().catch(null),
  id: z.string().nullable().catch(null),
  secretMark: z.string().nullable().catch(null),
});

type FileMark = z.infer<typeof fileSchema>;

const noFileMark: FileMark = { organisationId: null, id: null, secretMark: null };

/** Something that does not belong to this installation. */
export interface Mismatch {
  what: string;
  /** What to do to keep everything. */
  todo: string;
  /** What is lost if the installation continues as it is. */
  lost: string;
}

/** `problems` are for `doctor`. The message is for the terminal. */
export class MismatchError extends StartupError {
  override name = 'MismatchError';
  constructor(readonly problems: readonly Mismatch[]) {
    super(
      [
        ...problems.flatMap(({ what, todo }) => [what, todo]),
        'This command says what is lost if you continue without it, and asks you to confirm: ./chapterhouse installation accept',
      ].join('\n'),
    );
  }
}

/** The tables may be missing, because nothing has been migrated yet. */
export async function readMembersMark({ members, engine }: Databases): Promise<DatabaseMarks['members']> {
  if (!(await hasTable(members, engine, 'installation'))) return null;
  const row = await members
    .selectFrom('installation')
    .select(['id', 'secret_mark as secretMark', 'shown_organisation_id as shownId'])
    .executeTakeFirst();
  return row ?? null;
}

/** The tables may be missing, because nothing has been migrated yet. */
export async function readAuthMark({ auth, engine }: Databases): Promise<DatabaseMarks['auth']> {
  if (!(await hasTable(auth, engine, 'auth_installation'))) return null;
  const row = await auth
    .selectFrom('auth_installation')
    .select(['id', 'secret_mark as secretMark'])
    .executeTakeFirst();
  return row ?? null;
}

/** `members` is read first, because `auth` is marked first. Otherwise a start could seem to have lost the accounts. */
export async function readMarks(databases: Databases): Promise<DatabaseMarks> {
  const members = await readMembersMark(databases);
  return { members, auth: await readAuthMark(databases) };
}

export async function hasTable<DB>(
  db: Kysely<DB>,
  engine: Databases['engine'],
  table: string,
): Promise<boolean> {
  const query =
    engine === 'sqlite'
      ? sql<{ found: unknown }>`select 1 as found from sqlite_master where type = 'table' and name = ${table}`
      : sql<{ found: unknown }>`select to_regclass(${table}) as found`;
  const { rows } = await query.execute(db);
  return (rows[0]?.found ?? null) !== null;
}

/** A file that is missing or damaged says nothing: the databases decide. */
export function readFileMark(dataDir: string): FileMark {
  const text = readIfThere(join(dataDir, markerFile));
  if (text === null) return noFileMark;
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch {
    return noFileMark;
  }
}

/**
 * Compares the databases with each other, and with what this process knows.
 * @param own null: only the databases are compared. A `secretMark` of null: there is no secret
 */
export function findMismatches(
  { members, auth }: DatabaseMarks,
  own: { dataDir: string; secretMark: string | null } | null,
): Mismatch[] {
  const mismatches: Mismatch[] = [];
  if (members !== null && auth === null) mismatches.push(lostAccounts);
  if (members !== null && auth !== null && members.id !== auth.id) mismatches.push(foreignDatabase);
  if (own === null) return mismatches;
  const id = members?.id ?? auth?.id ?? null;
  const file = readFileMark(own.dataDir);
  if (mismatches.length === 0 && id !== null && file.id !== null && file.id !== id)
    mismatches.push(foreignFolder(join(own.dataDir, markerFile)));
  // Another machine may have confirmed a new secret, so the file counts only if the databases say nothing.
  const hasStored = (members?.secretMark ?? auth?.secretMark ?? null) !== null;
  const isOther = hasStored
    ? hasOtherSecret({ members, auth }, own.secretMark)
    : file.secretMark !== null && file.secretMark !== own.secretMark;
  if (isOther) mismatches.push(foreignSecret);
  return mismatches;
}

/** Whether servers on these databases have used another secret. */
export function hasOtherSecret({ members, auth }: DatabaseMarks, secretMark: string | null): boolean {
  return [members, auth].some(
    (mark) => mark !== null && mark.secretMark !== null && mark.secretMark !== secretMark,
  );
}

/** @throws MismatchError */
export function refuseMismatches(mismatches: readonly Mismatch[]): void {
  if (mismatches.length > 0) throw new MismatchError(mismatches);
}

const lostAccounts: Mismatch = {
  what: 'The accounts are missing: auth.db is new or from an earlier release, but members.db belongs to an installation that had accounts.',
  todo: 'Put the lost auth.db back, or restore a backup of all files: ./chapterhouse restore.',
  lost: 'All passwords, passkeys and sessions, all API clients with their secrets and consents, the webhooks, the keys of ID tokens and membership cards, which cards were revoked, requests for erasure, and erasures that were not complete. Members, roles and the journal stay. People with an email address can sign in with a code.',
};

const foreignDatabase: Mismatch = {
  what: 'members.db and auth.db belong to different installations.',
  todo: 'Put the right file back, or restore a backup of all files: ./chapterhouse restore.',
  lost: 'The accounts, API clients and cards of this installation. Those in auth.db belong to other people: whoever has one of these accounts could sign in here as somebody else. Move auth.db away before you confirm.',
};

function foreignFolder(file: string): Mismatch {
  return {
    what: `DATA_DIR belongs to another installation than the database (${file} has another ID).`,
    todo: 'Correct DATA_DIR or DATABASE_URL, or use an empty DATA_DIR for this database.',
    lost: 'Nothing in the database. But the secret, the erased persons and the added places in DATA_DIR are those of the other installation.',
  };
}

const foreignSecret: Mismatch = {
  what: 'The secret (AUTH_SECRET or, if it is not set, secrets.json in DATA_DIR) is missing or is not the one that this installation has used before.',
  todo: 'Set the former AUTH_SECRET again, or put the former secrets.json back from a backup. All servers on one database need the same secret.',
  lost: 'Everybody has to sign in again. The server cannot read the secrets and addresses of webhooks any more: remove the webhooks and add them again. New keys sign ID tokens. Membership cards stay valid.',
};

/**
 * Marks what has no mark yet. A database without an organisation is not marked.
 * @param secretMark null: this process does not know the secret
 * @param shownId the organisation that the directory shows. null: this process does not decide it
 */
export async function markInstallation(
  databases: Databases,
  { dataDir, secretMark, shownId }: { dataDir: string; secretMark: string | null; shownId: number | null },
): Promise<void> {
  const { members, auth } = await readMarks(databases);
  const file = readFileMark(dataDir);
  const [first = null, second = null] = await findTwoOrganisations(databases);
  if (first === null) return;
  const only = second === null ? first : null;
  const organisationId = shownId ?? members?.shownId ?? file.organisationId ?? only;
  const isMarked =
    members !== null &&
    auth !== null &&
    members.shownId === organisationId &&
    (secretMark === null || (members.secretMark !== null && auth.secretMark !== null));
  const wanted = auth?.id ?? members?.id ?? file.id ?? randomUUID();
  // Another process may have marked the database a moment earlier.
  const stored = isMarked ? auth : await writeMarks(databases, { id: wanted, secretMark, organisationId });
  writeFileMark(dataDir, { organisationId, id: stored.id, secretMark: stored.secretMark ?? file.secretMark });
}

/** `auth` is marked first: then a missing mark in `auth` always means that something was lost. */
async function writeMarks(
  databases: Databases,
  { id, secretMark, organisationId }: Mark & { organisationId: number | null },
): Promise<Mark> {
  const row = { singleton: 1, id, secret_mark: secretMark };
  await databases.auth
    .insertInto('auth_installation')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('singleton').doUpdateSet({
        secret_mark: sql`coalesce(auth_installation.secret_mark, excluded.secret_mark)`,
      }),
    )
    .execute();
  const stored = await readAuthMark(databases);
  if (stored === null) throw new Error('the mark that was just written is missing');
  await databases.members
    .insertInto('installation')
    .values({ ...row, id: stored.id, shown_organisation_id: organisationId })
    .onConflict((conflict) =>
      conflict.column('singleton').doUpdateSet({
        secret_mark: sql`coalesce(installation.secret_mark, excluded.secret_mark)`,
        shown_organisation_id: organisationId,
      }),
    )
    .execute();
  return stored;
}

/** Makes everything belong to the installation of `members`. If this is interrupted, it can be repeated. */
export async function acceptInstallation(
  databases: Databases,
  { dataDir, secretMark }: { dataDir: string; secretMark: string },
): Promise<void> {
  const { members, auth } = await readMarks(databases);
  const id = members?.id ?? auth?.id;
  if (id === undefined) throw new Error('the databases have no mark');
  const values = { id, secret_mark: secretMark };
  await databases.auth
    .insertInto('auth_installation')
    .values({ singleton: 1, ...values })
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(values))
    .execute();
  await databases.members.updateTable('installation').set(values).execute();
  writeFileMark(dataDir, { ...readFileMark(dataDir), id, secretMark });
}

async function findTwoOrganisations({ members }: Databases): Promise<number[]> {
  const rows = await members.selectFrom('organisation').select('id').orderBy('id').limit(2).execute();
  return rows.map(({ id }) => id);
}

const unwritableCodes = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'];

function writeFileMark(dataDir: string, mark: FileMark): void {
  const text = `${JSON.stringify(mark)}\n`;
  const file = join(dataDir, markerFile);
  if (readIfThere(file) === text) return;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeWhole(file, text);
  } catch (error) {
    // The databases have the mark too, so a folder that cannot be written is no reason to fail.
    if (!unwritableCodes.some((code) => hasCode(error, code))) throw error;
  }
}
