/**
 * Pictures of persons and logos of organisations (docs/decisions.md, A4). A membership's field `Picture` names one of
 * those that were uploaded for it. A picture that nobody names is shown nowhere.
 */
import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { lookUp } from '@/lib/base/look-up';
import type { PictureFile } from '@/lib/contract/picture-files';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { Store } from './database';
import { ProposalsWriter } from './proposals';
import type { WriteState } from './write-state';
import { inWriteTransaction } from './write-transaction';

type Db = Kysely<MembersDatabase>;

/** The bytes of each file in base64. */
export type StoredFiles = Readonly<Record<PictureFile, string>>;

/**
 * The number of pictures of a membership. When there are more, the oldest that are neither shown nor proposed are
 * deleted. An undo finds the others.
 */
const maxPictures = 4;

export class MemberPicturesWriter {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  /** @returns the ID. The picture is not shown until the membership's field names it */
  async add(membershipId: number, files: StoredFiles, current: string | null): Promise<string> {
    const { db, organisationId, now } = this.#state;
    await this.#makeRoom(membershipId, current);
    const id = randomBytes(16).toString('hex');
    await db
      .insertInto('member_picture')
      .values({
        organisation_id: organisationId,
        membership_id: membershipId,
        id,
        files: JSON.stringify(files),
        added_at: now,
      })
      .execute();
    return id;
  }

  /** Copies a picture of another membership. @returns the new ID. null: that membership has no such picture */
  async copy(
    { membershipId: from, id }: PictureOf,
    { to, current }: { to: number; current: string | null },
  ): Promise<string | null> {
    const { db, organisationId } = this.#state;
    const row = await pictureRow(db, organisationId, { membershipId: from, id })
      .select('files')
      .executeTakeFirst();
    // The cast is safe: `add` wrote the column.
    return row === undefined ? null : this.add(to, JSON.parse(row.files) as StoredFiles, current);
  }

  /** @returns the IDs of the pictures of each membership */
  async idsOf(membershipIds: readonly number[]): Promise<Map<number, string[]>> {
    const found = new Map<number, string[]>();
    if (membershipIds.length === 0) return found;
    const { db, organisationId } = this.#state;
    const rows = await db
      .selectFrom('member_picture')
      .select(['membership_id', 'id'])
      .where('organisation_id', '=', organisationId)
      .where('membership_id', 'in', membershipIds)
      .execute();
    for (const { membership_id, id } of rows)
      found.set(membership_id, [...(found.get(membership_id) ?? []), id]);
    return found;
  }

  async #makeRoom(membershipId: number, current: string | null): Promise<void> {
    const { db, organisationId } = this.#state;
    const { changes } = await new ProposalsWriter(this.#state).of(membershipId);
    const proposed = changes.map(({ After }) => lookUp(Object(After) as Record<string, unknown>, 'ID'));
    const rows = await db
      .selectFrom('member_picture')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('membership_id', '=', membershipId)
      .orderBy('added_at')
      .orderBy('id')
      .execute();
    const unused = rows.map(({ id }) => id).filter((id) => id !== current && !proposed.includes(id));
    const surplus = unused.slice(0, Math.max(0, rows.length + 1 - maxPictures));
    if (surplus.length === 0) return;
    await db
      .deleteFrom('member_picture')
      .where('organisation_id', '=', organisationId)
      .where('membership_id', '=', membershipId)
      .where('id', 'in', surplus)
      .execute();
  }
}

interface PictureOf {
  membershipId: number;
  id: string;
}

export async function isPictureStored(db: Db, organisationId: number, of: PictureOf): Promise<boolean> {
  return (await pictureRow(db, organisationId, of).select('id').executeTakeFirst()) !== undefined;
}

/** null: no picture of the membership has this ID. */
export async function findMemberPicture(
  db: Db,
  organisationId: number,
  { file, ...of }: PictureOf & { file: PictureFile },
): Promise<Buffer | null> {
  const row = await pictureRow(db, organisationId, of).select('files').executeTakeFirst();
  if (row === undefined) return null;
  // The cast is safe: `add` wrote the column.
  const content = lookUp(JSON.parse(row.files) as Partial<StoredFiles>, file);
  return content === undefined ? null : Buffer.from(content, 'base64');
}

function pictureRow(db: Db, organisationId: number, { membershipId, id }: PictureOf) {
  return db
    .selectFrom('member_picture')
    .where('organisation_id', '=', organisationId)
    .where('membership_id', '=', membershipId)
    .where('id', '=', id);
}

/** Deletes pictures that were uploaded before the time `before` and that are neither shown nor proposed. */
export async function deleteUnusedPictures(
  store: Store,
  { organisationId, before }: { organisationId: number; before: Date },
): Promise<void> {
  await inWriteTransaction(store, organisationId, async (db) => {
    await db
      .deleteFrom('member_picture')
      .where('organisation_id', '=', organisationId)
      .where('added_at', '<', before.getTime())
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('membership as m')
              .select('m.id')
              .whereRef('m.organisation_id', '=', 'member_picture.organisation_id')
              .whereRef('m.id', '=', 'member_picture.membership_id')
              .where(sql<boolean>`m.picture like '%' || member_picture.id || '%'`),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('proposal as p')
              .select('p.membership_id')
              .whereRef('p.organisation_id', '=', 'member_picture.organisation_id')
              .whereRef('p.membership_id', '=', 'member_picture.membership_id')
              .where(sql<boolean>`p.changes like '%' || member_picture.id || '%'`),
          ),
        ),
      )
      .execute();
  });
}
