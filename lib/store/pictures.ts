/** Pictures that the office uploads. They never change: their names are the start of their hashes. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { organisationFields } from '@/lib/contract/fields/organisation';
import type { PictureType } from '@/lib/contract/picture-types';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { OrganisationRecord } from '@/lib/store/schema/records';
import { upsertRows } from './upsert';
import type { WriteState } from './write-state';

type Db = Kysely<MembersDatabase>;

const pictureSettings = ['logo', 'darkLogo', 'squareLogo', 'socialPicture'] as const;

type PicturesOf = Pick<OrganisationRecord, 'id' | (typeof pictureSettings)[number]>;

/**
 * The maximum number of pictures of one organisation. If there are more, the oldest pictures that no setting uses are
 * deleted. Recent pictures stay, even if no setting uses them now. If a recent change to a setting is undone, its old
 * picture is still stored.
 */
const maxPictures = 40;

/** The journal records the settings that refer to pictures, but not the pictures. */
export class PicturesWriter {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  /** @returns the name; the same bytes have the same name */
  async add(
    content: Uint8Array,
    type: PictureType,
    { named }: { named: ReadonlySet<string> },
  ): Promise<string> {
    const { db, organisationId, now } = this.#state;
    const name = pictureNameOf(content, type);
    await this.#makeRoom(new Set([...named, name]));
    const row = {
      organisation_id: organisationId,
      name,
      content: Buffer.from(content).toString('base64'),
      added_at: now,
    };
    await upsertRows(db, 'picture', ['organisation_id', 'name'], [row]);
    return name;
  }

  /** Finds the settings whose picture is not stored, and returns the API's names of these settings. */
  async missing(organisation: OrganisationRecord): Promise<string[]> {
    return missingPictures(this.#state.db, organisation);
  }

  async #makeRoom(needed: ReadonlySet<string>): Promise<void> {
    const { db, organisationId } = this.#state;
    const rows = await db
      .selectFrom('picture')
      .select('name')
      .where('organisation_id', '=', organisationId)
      .orderBy('added_at')
      .orderBy('name')
      .execute();
    const names = rows.map(({ name }) => name).filter((name) => !needed.has(name));
    const surplus = names.slice(0, Math.max(0, rows.length + 1 - maxPictures));
    if (surplus.length === 0) return;
    await db
      .deleteFrom('picture')
      .where('organisation_id', '=', organisationId)
      .where('name', 'in', surplus)
      .execute();
  }
}

function pictureNameOf(content: Uint8Array, type: PictureType): string {
  return `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.${type}`;
}

export function namedPictures(organisation: PicturesOf): Set<string> {
  return new Set(pictureSettings.flatMap((key) => organisation[key] ?? []));
}

async function missingPictures(db: Db, organisation: OrganisationRecord): Promise<string[]> {
  const stored = await storedPictures(db, organisation.id, [...namedPictures(organisation)]);
  return Object.entries(organisationFields).flatMap(([wire, { key }]) => {
    const setting = pictureSettings.find((one) => one === key);
    const name = setting === undefined ? null : organisation[setting];
    return name === null || stored.has(name) ? [] : wire;
  });
}

/**
 * Returns the organisation with null in place of each picture that is not stored. The name of such a picture can come
 * from an archive with members only, or from an old change.
 */
export async function withStoredPictures<O extends PicturesOf>(db: Db, organisation: O): Promise<O> {
  const stored = await storedPictures(db, organisation.id, [...namedPictures(organisation)]);
  const kept = pictureSettings.map((key) => {
    const name = organisation[key];
    return [key, name !== null && stored.has(name) ? name : null];
  });
  return { ...organisation, ...Object.fromEntries(kept) };
}

async function storedPictures(db: Db, organisationId: number, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .selectFrom('picture')
    .select('name')
    .where('organisation_id', '=', organisationId)
    .where('name', 'in', names)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

/** null: no picture has this name. */
export async function findPicture(db: Db, organisationId: number, name: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('picture')
    .select('content')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row === undefined ? null : Buffer.from(row.content, 'base64');
}
