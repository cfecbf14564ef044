/** Facts about an organisation that are not its settings. */
import { isDemonstration } from './demonstration-flag';
import { toEntry } from './journal-members';
import { upsertRows } from './upsert';
import type { WriteState } from './write-state';
import type { OrganisationMarks } from '@/lib/store/schema/records';

export class MarksWriter {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  async read(): Promise<OrganisationMarks> {
    const { db, organisationId } = this.#state;
    const rows = await db
      .selectFrom('import_source')
      .select(['source', 'read_at'])
      .where('organisation_id', '=', organisationId)
      .execute();
    return {
      id: organisationId,
      isDemonstration: await isDemonstration(db, organisationId),
      readAt: Object.fromEntries(rows.map((row) => [row.source, new Date(row.read_at).toISOString()])),
    };
  }

  async put(after: OrganisationMarks): Promise<void> {
    const { db, organisationId, journal } = this.#state;
    const entries = toEntry('mark', organisationId, { before: await this.read(), after });
    if (entries.length === 0) return;
    await db
      .updateTable('organisation')
      .set({ is_demonstration: after.isDemonstration ? 1 : 0 })
      .where('id', '=', organisationId)
      .execute();
    await db.deleteFrom('import_source').where('organisation_id', '=', organisationId).execute();
    const rows = Object.entries(after.readAt).flatMap(([source, at]) =>
      at === null ? [] : [{ organisation_id: organisationId, source, read_at: Date.parse(at) }],
    );
    await upsertRows(db, 'import_source', ['organisation_id', 'source'], rows);
    await journal.add(entries);
  }

  async setDemonstration(value: boolean): Promise<void> {
    await this.put({ ...(await this.read()), isDemonstration: value });
  }

  /**
   * Records that this transaction stores the data that the site `source` had at `readAt`. The time is from the site's
   * clock.
   */
  async recordReading(source: string, readAt: Date): Promise<void> {
    const marks = await this.read();
    await this.put({ ...marks, readAt: { ...marks.readAt, [source]: readAt.toISOString() } });
  }
}
