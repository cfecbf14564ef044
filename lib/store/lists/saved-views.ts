import type { Kysely } from 'kysely';
import { lookUp } from '@/lib/base/look-up';
import type { RecordOf } from '@/lib/contract/fields/field';
import type { savedViewFields } from '@/lib/contract/fields/saved-view';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { toFlat } from '@/lib/store/record-kinds';
import { toEntry } from '@/lib/store/journal-members';
import { readRowsOfKind } from '@/lib/store/journal-read';
import { dropJournalValuesAt } from '@/lib/store/journal-values';
import type { PersonTraces } from '@/lib/store/person-traces';
import { upsertRows } from '@/lib/store/upsert';
import type { WriteState } from '@/lib/store/write-state';

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

  async nextId(): Promise<number> {
    return this.#state.unusedId('view', await this.all());
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
   * Deletes the views of erased persons, and the views whose filters look for an erased person. In the names of other
   * views, the person's name is replaced. Deletes the same texts from the journal.
   */
  async erase(personIds: readonly number[], traces: PersonTraces): Promise<void> {
    const { db, organisationId, journal } = this.#state;
    const isAbout = ({ personId, list }: Pick<SavedView, 'personId' | 'list'>) =>
      personIds.includes(personId) || isSearchFor(list, personIds, traces);
    for (const view of await this.all()) {
      if (isAbout(view)) await this.#delete(view.id);
      else await this.put({ ...view, name: traces.hide(view.name) });
    }
    await journal.flush();
    const rows = await readRowsOfKind(db, organisationId, 'view');
    const mentions = rows.filter(({ changes }) => {
      const values = (name: string) =>
        [lookUp(changes ?? {}, name)].flat().map((value) => String(value ?? ''));
      const owners = values('PersonID').map(Number);
      return (
        owners.some((id) => personIds.includes(id)) ||
        values('List').some((list) => isSearchFor(list, personIds, traces)) ||
        values('Name').some((name) => traces.hide(name) !== name)
      );
    });
    await dropJournalValuesAt(
      db,
      organisationId,
      mentions.map(({ position }) => position),
    );
  }

  async #delete(id: number): Promise<void> {
    await this.#state.db
      .deleteFrom('saved_view')
      .where('organisation_id', '=', this.#state.organisationId)
      .where('id', '=', id)
      .execute();
  }
}

/** The filters whose text is compared with the words of a person. Other filters compare places, dates and choices. */
const personalFilters = [
  ...(['Search', 'FirstName', 'LastName', 'Organisation', 'Email', 'Phone'] as const),
  ...(['Street', 'MailingAddress'] as const),
];

function isSearchFor(list: string, personIds: readonly number[], traces: PersonTraces): boolean {
  const query = new URLSearchParams(list);
  return (
    query.getAll('Person').some((id) => personIds.includes(Number(id))) ||
    personalFilters.some((name) => query.getAll(name).some((text) => traces.isSoughtBy(text))) ||
    [...query.values()].some((text) => traces.isNamedIn(text))
  );
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
