import type { Kysely } from 'kysely';
import type { OfficeRole } from '@/lib/contract/fields/role';
import { compileOnce } from '@/lib/store/sql/prepared-query';
import { toEntry } from './journal-members';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { upsertRows } from './upsert';
import { RefusedWrite } from './write-rights';
import type { WriteState } from './write-state';
import type { RoleRecord } from '@/lib/store/schema/records';

type Db = Kysely<MembersDatabase>;

export type RoleHolder = RoleRecord & { role: OfficeRole };

export class RolesWriter {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  async of(personId: number): Promise<RoleRecord> {
    return readRole(this.#state.db, this.#state.organisationId, personId);
  }

  async all(): Promise<RoleHolder[]> {
    return readRoleHolders(this.#state.db, this.#state.organisationId);
  }

  /**
   * After a merge, the surviving person gets the role.
   * @throws RefusedWrite if a person gives a role and did not sign in recently
   */
  async put({ id: ofPerson, role, chapterIds }: RoleRecord): Promise<void> {
    const { db, organisationId, aliases, journal, rights, accountMoves } = this.#state;
    const personId = await aliases.survivorOf(ofPerson);
    const before = await this.of(personId);
    const after = { id: personId, role, chapterIds: [...chapterIds].sort((a, b) => a - b) };
    const entries = toEntry('role', personId, { before, after });
    if (entries.length === 0) return;
    const refusal = (await rights.read()).sensitive();
    // An erasure takes a role away, and may be completed later by the server.
    if (refusal !== null && role !== null)
      throw new RefusedWrite(refusal, { kind: 'role', recordId: personId, field: 'Role' });
    rights.forget();
    // Somebody else may have signed in as this person, while that was not worth much.
    if (before.role === null)
      accountMoves.add({ operation: 'role', from: personId, into: personId, emails: [], endsGrants: true });
    for (const table of ['role', 'role_chapter'] as const) {
      await db
        .deleteFrom(table)
        .where('organisation_id', '=', organisationId)
        .where('person_id', '=', personId)
        .execute();
    }
    const of = { organisation_id: organisationId, person_id: personId };
    if (role !== null) {
      await upsertRows(db, 'role', ['organisation_id', 'person_id'], [{ ...of, role }]);
      await upsertRows(
        db,
        'role_chapter',
        ['organisation_id', 'person_id', 'chapter_id'],
        after.chapterIds.map((chapterId) => ({ ...of, chapter_id: chapterId })),
      );
    }
    await journal.add(entries);
    this.#state.hasChanged = true;
  }
}

/** Runs only one query if the person has no role. */
export async function readRole(db: Db, organisationId: number, personId: number): Promise<RoleRecord> {
  const [row] = await readRow(db, [organisationId, personId]);
  if (row === undefined) return { id: personId, role: null, chapterIds: [] };
  if (row.role !== 'officer') return { id: personId, role: row.role, chapterIds: [] };
  const chapters = await readChapters(db, [organisationId, personId]);
  return { id: personId, role: row.role, chapterIds: chapters.map((one) => one.chapter_id) };
}

const readRow = compileOnce((db: Db) =>
  db.selectFrom('role').select('role').where('organisation_id', '=', 0).where('person_id', '=', 0),
);
const readChapters = compileOnce((db: Db) =>
  db
    .selectFrom('role_chapter')
    .select('chapter_id')
    .where('organisation_id', '=', 0)
    .where('person_id', '=', 0)
    .orderBy('chapter_id'),
);

/** The people with a role, in the order of their IDs. */
export async function readRoleHolders(db: Db, organisationId: number): Promise<RoleHolder[]> {
  const rows = await db
    .selectFrom('role')
    .select(['person_id', 'role'])
    .where('organisation_id', '=', organisationId)
    .orderBy('person_id')
    .execute();
  const chapters = await db
    .selectFrom('role_chapter')
    .select(['person_id', 'chapter_id'])
    .where('organisation_id', '=', organisationId)
    .orderBy('chapter_id')
    .execute();
  return rows.map((row) => ({
    id: row.person_id,
    role: row.role,
    chapterIds: chapters.filter((one) => one.person_id === row.person_id).map((one) => one.chapter_id),
  }));
}

export async function findWithRole(
  db: Db,
  organisationId: number,
  personIds: readonly number[],
): Promise<Set<number>> {
  if (personIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('role')
    .select('person_id')
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .execute();
  return new Set(rows.map((row) => row.person_id));
}
