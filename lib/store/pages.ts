/** Pages that the association writes for its members, with their downloads (docs/decisions.md, A8). */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { fromColumns, toColumns } from '@/lib/contract/fields/columns';
import type { RecordOf } from '@/lib/contract/fields/field';
import { pageFields, readPageFiles, writePageFiles } from '@/lib/contract/fields/page';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { toEntry } from './journal-members';
import { toFlat } from './record-kinds';
import { upsertRows } from './upsert';
import type { WriteState } from './write-state';

type Db = Kysely<MembersDatabase>;
export type PageRecord = RecordOf<typeof pageFields>;

/**
 * So many downloads are stored that no page has now. If a page gets back a download, or an undo restores a page, the
 * content is still there.
 */
const maxUnused = 20;

export class PagesWriter {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  all(): Promise<PageRecord[]> {
    return readPages(this.#state.db, this.#state.organisationId);
  }

  async find(id: number): Promise<PageRecord | null> {
    return (await this.all()).find((page) => page.id === id) ?? null;
  }

  async nextId(): Promise<number> {
    return this.#state.unusedId('page', await this.all());
  }

  async put(after: PageRecord): Promise<void> {
    const { db, organisationId, journal } = this.#state;
    const entries = toEntry('page', after.id, { before: await this.find(after.id), after });
    if (entries.length === 0) return;
    const row = { organisation_id: organisationId, ...toColumns(pageFields, after) };
    await upsertRows(db, 'page', ['organisation_id', 'id'], [row]);
    await journal.add(entries);
    this.#state.hasChanged = true;
  }

  async remove(id: number): Promise<boolean> {
    const { db, organisationId, journal } = this.#state;
    const before = await this.find(id);
    if (before === null) return false;
    await db.deleteFrom('page').where('organisation_id', '=', organisationId).where('id', '=', id).execute();
    await journal.add([
      { kind: 'page', recordId: id, operation: 'removed', changes: toFlat('page', before) },
    ]);
    this.#state.hasChanged = true;
    return true;
  }

  /** @returns the hash under which the content is stored */
  async addFile(content: Uint8Array): Promise<string> {
    const { db, organisationId, now } = this.#state;
    const hash = createHash('sha256').update(content).digest('hex');
    await this.#makeRoom(hash);
    const row = {
      organisation_id: organisationId,
      hash,
      content: Buffer.from(content).toString('base64'),
      added_at: now,
    };
    await upsertRows(db, 'page_file', ['organisation_id', 'hash'], [row]);
    return hash;
  }

  async #makeRoom(needed: string): Promise<void> {
    const { db, organisationId } = this.#state;
    const used = new Set(
      (await this.all()).flatMap(({ files }) => readPageFiles(files).map(({ hash }) => hash)),
    );
    const rows = await db
      .selectFrom('page_file')
      .select('hash')
      .where('organisation_id', '=', organisationId)
      .orderBy('added_at', 'desc')
      .orderBy('hash')
      .execute();
    const unused = rows.map(({ hash }) => hash).filter((hash) => hash !== needed && !used.has(hash));
    const surplus = unused.slice(maxUnused);
    if (surplus.length === 0) return;
    await db
      .deleteFrom('page_file')
      .where('organisation_id', '=', organisationId)
      .where('hash', 'in', surplus)
      .execute();
  }
}

/** The pages by title. */
export async function readPages(db: Db, organisationId: number): Promise<PageRecord[]> {
  const rows = await db
    .selectFrom('page')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('title')
    .orderBy('id')
    .execute();
  return rows.map((row) => fromColumns(pageFields, row));
}

/** The page with the downloads that are stored. An undo can restore a page whose download is gone. */
export async function withStoredFiles(db: Db, organisationId: number, page: PageRecord): Promise<PageRecord> {
  const named = readPageFiles(page.files);
  if (named.length === 0) return page;
  const rows = await db
    .selectFrom('page_file')
    .select('hash')
    .where('organisation_id', '=', organisationId)
    .where(
      'hash',
      'in',
      named.map(({ hash }) => hash),
    )
    .execute();
  const stored = new Set(rows.map(({ hash }) => hash));
  return { ...page, files: writePageFiles(named.filter(({ hash }) => stored.has(hash))) };
}

/** null: there is no such content. */
export async function findPageFile(db: Db, organisationId: number, hash: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('page_file')
    .select('content')
    .where('organisation_id', '=', organisationId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row === undefined ? null : Buffer.from(row.content, 'base64');
}
