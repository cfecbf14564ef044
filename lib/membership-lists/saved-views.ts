import type { Kysely } from 'kysely';
import type { RecordOf } from '@/lib/membership-api/fields/field';
import type { savedViewFields } from '@/lib/membership-api/fields/saved-view';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';
import { toFlat } from '@/lib/membership-store/journal-fields';
import { toEntry } from '@/lib/membership-store/journal-members';
import { dropJournalValues } from '@/lib/membership-store/journal-values';
import { upsertRows } from '@/lib/membership-store/upsert';
import type { WriteState } from '@/lib/membership-store/write-state';

type Db = Kysely<MembersDatabase>;

export type SavedView = RecordOf<typeof savedViewFields>;

export class SavedViewsWriter {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  async find(id: number): Promise<SavedView | null> {
    return (await this.all()).find((view) => view.id === id) ?? null;
  }

  async all(): Promise<SavedView[]> {
    return readSavedViews(this.#state.db, this.#state.organisationId);
  }

  /** Returns an ID that no view in the journal has had. */
  async nextId(): Promise<number> {
    const { db, organisationId, journal } = this.#state;
    await journal.flush();
    const last = await db
      .selectFrom('journal')
      .select((eb) => eb.fn.max('record_id').as('id'))
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', 'view')
      .executeTakeFirst();
    const used = (await this.all()).map(({ id }) => id);
    return Math.max(Number(last?.id ?? 0), ...used) + 1;
  }

  async put(after: SavedView): Promise<void> {
    const { db, organisationId, journal } = this.#state;
    const entries = toEntry('view', after.id, { before: await this.find(after.id), after });
    if (entries.length === 0) return;
    const { id, personId, name, list, isShared } = after;
    const own = { organisation_id: organisationId, id, person_id: personId };
    const row = { ...own, name, list, is_shared: isShared ? 1 : 0 };
    await upsertRows(db, 'saved_view', ['organisation_id', 'id'], [row]);
    await journal.add(entries);
  }

  async remove(id: number): Promise<boolean> {
    const before = await this.find(id);
    if (before === null) return false;
    await this.#delete(id);
    const changes = toFlat('view', before);
    await this.#state.journal.add([{ kind: 'view', recordId: id, operation: 'removed', changes }]);
    return true;
  }

  /** Gives the saved views of a merged person to the surviving person. */
  async move(from: number, into: number): Promise<void> {
    for (const view of await this.all())
      if (view.personId === from) await this.put({ ...view, personId: into });
  }

  /**
   * Deletes the views of erased persons, and all views that contain one of the texts. Also deletes the values of these
   * views from the journal.
   */
  async erase(personIds: readonly number[], texts: readonly string[]): Promise<void> {
    const { db, organisationId, journal } = this.#state;
    const sought = texts.filter((text) => text !== '').map((text) => text.toLowerCase());
    const isAbout = ({ personId, name, list }: SavedView) => {
      const text = `${name}\n${[...new URLSearchParams(list).values()].join('\n')}`.toLowerCase();
      return personIds.includes(personId) || sought.some((one) => text.includes(one));
    };
    const ids = (await this.all()).filter(isAbout).map(({ id }) => id);
    if (ids.length === 0) return;
    for (const id of ids) await this.#delete(id);
    await journal.flush();
    await dropJournalValues(db, organisationId, { kind: 'view', ids });
  }

  async #delete(id: number): Promise<void> {
    await this.#state.db
      .deleteFrom('saved_view')
      .where('organisation_id', '=', this.#state.organisationId)
      .where('id', '=', id)
      .execute();
  }
}

/** Returns the views in order of name. */
export async function readSavedViews(db: Db, organisationId: number): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_view')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ id, person_id, name, list, is_shared }) => {
    return { id, personId: person_id, name, list, isShared: is_shared === 1 };
  });
}
