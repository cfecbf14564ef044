import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { lookUp } from '@/lib/base/look-up';
import type { JournalKind, MembersDatabase } from '@/lib/store/schema/members-schema';
import type { ExtraRecord } from '@/lib/store/schema/records';
import { indexKey } from '@/lib/store/sql/index-key';
import { readErasureSubject, type ErasureSubject } from './erasure-subject';
import type { FormerHolding } from './former-holdings';
import { dropJournalValues, dropJournalValuesAt, replaceJournalReason } from './journal-values';
import { readJournal, readRowsOfKind } from './journal-read';
import { kindTables, membershipKinds, personKinds } from './record-kinds';
import type { PersonTraces } from './person-traces';
import { rememberIds } from './remove';
import { ErasedPersons, findTombstone, readTombstones, type Tombstone } from './tombstone';
import { upsertRows } from './upsert';
import type { WriteState } from './write-state';
import type { WrittenStructure } from './written-structure';

/** Erases persons (docs/decisions.md, J19 and J20). */
export class ErasureWriter {
  readonly #state: WriteState;
  readonly #structure: WrittenStructure;
  #erased: Promise<ErasedPersons> | null = null;

  constructor(state: WriteState, structure: WrittenStructure) {
    this.#state = state;
    this.#structure = structure;
  }

  /** Loads the erased persons only once, because an import compares each of its rows with them. */
  all(): Promise<ErasedPersons> {
    const { db, organisationId } = this.#state;
    this.#erased ??= readTombstones(db, organisationId).then(
      (tombstones) => new ErasedPersons(organisationId, tombstones),
    );
    return this.#erased;
  }

  /**
   * Takes over the tombstones of an organisation that was removed and is created again. Its erased persons stay erased,
   * and their IDs are not used again.
   */
  async adopt(tombstones: readonly Tombstone[]): Promise<void> {
    const own = tombstones.filter((one) => one.organisationId === this.#state.organisationId);
    for (const tombstone of own) await this.#store(tombstone);
    this.#erased = null;
  }

  async find(personId: number): Promise<Tombstone | null> {
    return findTombstone(this.#state.db, this.#state.organisationId, personId);
  }

  async subject(personIds: readonly number[]): Promise<ErasureSubject | null> {
    const { db, organisationId, batch, externalIds } = this.#state;
    await batch.flush();
    await externalIds.flush();
    return readErasureSubject(db, organisationId, personIds);
  }

  /** The key for hashes, which is the same for the whole installation. null: the installation has erased nobody. */
  async hashKey(): Promise<string | null> {
    return (await readTombstones(this.#state.db))[0]?.key ?? null;
  }

  /**
   * From now on, the journal gets no more rows about these records. Only the rows about their erasure are still added.
   */
  begin({ personIds, membershipIds }: Pick<Tombstone, 'personIds' | 'membershipIds'>): void {
    for (const kind of personKinds) this.#state.journal.omit(kind, personIds);
    for (const kind of membershipKinds) this.#state.journal.omit(kind, membershipIds);
  }

  /** Positions of journal rows about these memberships that contain one of the texts. */
  async findRowsContaining(membershipIds: readonly number[], texts: readonly string[]): Promise<number[]> {
    const { db, organisationId, journal, batch } = this.#state;
    await batch.flush();
    await journal.flush();
    const sought = texts.map(inJson);
    const found: number[] = [];
    for (const recordId of membershipIds) {
      const records = [{ kind: 'membership' as const, recordId }];
      const rows = await readJournal(db, organisationId, {
        after: 0,
        limit: Number.MAX_SAFE_INTEGER,
        records,
      });
      for (const { position, changes, reason } of rows) {
        const text = inJson({ changes, reason });
        if (sought.some((one) => text.includes(one))) found.push(position);
      }
    }
    return found;
  }

  /** The positions of all rows about records of these kinds. */
  async findRowsOf(kinds: readonly JournalKind[], ids: readonly number[]): Promise<number[]> {
    const { db, organisationId, journal } = this.#state;
    await journal.flush();
    const records = kinds.flatMap((kind) => ids.map((recordId) => ({ kind, recordId })));
    if (records.length === 0) return [];
    const limit = Number.MAX_SAFE_INTEGER;
    return (await readJournal(db, organisationId, { after: 0, limit, records })).map(
      ({ position }) => position,
    );
  }

  /** Hides the person in the reasons of all changes: a change to many members has one reason for all of them. */
  async hideInReasons(traces: PersonTraces): Promise<void> {
    const { db, organisationId, journal } = this.#state;
    await journal.flush();
    const reasons = await db
      .selectFrom('journal')
      .select('reason')
      .distinct()
      .where('organisation_id', '=', organisationId)
      .where('reason', 'is not', null)
      .execute();
    for (const { reason } of reasons) {
      const left = reason === null ? null : traces.hide(reason);
      if (left !== reason) await replaceJournalReason(db, organisationId, { reason, left });
    }
  }

  /**
   * Deletes the journal's values about these records and all other mentions of them, and stores the tombstone. The
   * caller must have removed the records.
   */
  async finish(
    tombstone: Tombstone,
    { former, positions }: { former: readonly FormerHolding[]; positions: readonly number[] },
  ): Promise<void> {
    const { db, organisationId, journal } = this.#state;
    const { personIds, membershipIds } = tombstone;
    await journal.flush();
    for (const kind of personKinds) await dropJournalValues(db, organisationId, { kind, ids: personIds });
    for (const kind of membershipKinds)
      await dropJournalValues(db, organisationId, { kind, ids: membershipIds });
    for (const { membershipId, ...span } of former)
      await dropJournalValues(db, organisationId, { kind: 'membership', ids: [membershipId], span });
    await dropJournalValuesAt(db, organisationId, positions);
    const erased = { operation: 'erased', changes: null } as const;
    await journal.add([
      ...membershipIds.map((recordId) => ({ kind: 'membership' as const, recordId, ...erased })),
      ...personIds.map((recordId) => ({ kind: 'person' as const, recordId, ...erased })),
    ]);
    await this.#removeMentions(tombstone);
    await this.#store(tombstone);
    this.#state.hasChanged = true;
    this.#erased = null;
  }

  /**
   * An import can create an option from a member's answer. This function removes such options if no member's answer
   * uses them now. Otherwise an option could still show the answer of an erased person.
   */
  async removeUnusedOptions(): Promise<void> {
    const { db, organisationId, journal, batch } = this.#state;
    await batch.flush();
    const { extras } = this.#structure.required();
    await this.#structure.putExtras(await withoutUnusedOptions(db, organisationId, [...extras.values()]));
    await journal.flush();
    const positions = await findRowsWithUnusedOptions(db, organisationId, extras);
    await dropJournalValuesAt(db, organisationId, positions);
  }

  async #removeMentions({ personIds, membershipIds }: Tombstone): Promise<void> {
    const { db, organisationId } = this.#state;
    await db
      .deleteFrom('notice_mail')
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', personIds)
      .execute();
    const owners = { person: personIds, membership: membershipIds };
    for (const [table, { archive }] of Object.entries(kindTables)) {
      const of = typeof archive === 'object' && 'of' in archive ? archive.of : undefined;
      if (of === undefined || owners[of].length === 0) continue;
      await sql`delete from ${sql.table(table)} where organisation_id = ${organisationId}
        and ${sql.ref(`${of}_id`)} in (${sql.join(owners[of])})`.execute(db);
    }
    if (membershipIds.length > 0) {
      await db
        .deleteFrom('idempotency_key')
        .where('organisation_id', '=', organisationId)
        .where((eb) =>
          eb.or(membershipIds.flatMap((id) => inList(id).map((part) => eb('membership_ids', 'like', part)))),
        )
        .execute();
    }
    await db
      .deleteFrom('account_move')
      .where('organisation_id', '=', organisationId)
      .where((eb) => eb.or([eb('from_id', 'in', personIds), eb('into_id', 'in', personIds)]))
      .execute();
    await db
      .deleteFrom('changed_email')
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', personIds)
      .execute();
  }

  /** Also raises the highest used IDs, which may be lower in an older backup. */
  async #store(tombstone: Tombstone): Promise<void> {
    const { db, organisationId } = this.#state;
    const { personId, personIds, membershipIds, lastLocationId, erasedAt } = tombstone;
    await rememberIds(db, organisationId, 'person', personIds);
    await rememberIds(db, organisationId, 'membership', membershipIds);
    await rememberIds(db, organisationId, 'location', lastLocationId === 0 ? [] : [lastLocationId]);
    const last = await db
      .selectFrom('last_id')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('table_name', '=', 'location')
      .executeTakeFirst();
    const row = {
      organisation_id: organisationId,
      person_id: personId,
      erased_at: erasedAt,
      tombstone: JSON.stringify({ ...tombstone, lastLocationId: last?.id ?? 0 }),
    };
    await upsertRows(db, 'erasure', ['organisation_id', 'person_id'], [row]);
  }
}

/** The value as it appears in a JSON text, in lower case. */
function inJson(value: unknown): string {
  const text = JSON.stringify(value).toLowerCase();
  return typeof value === 'string' ? text.slice(1, -1) : text;
}

/** Patterns that find this ID in a JSON list of IDs. */
function inList(id: number): string[] {
  return [`[${id}]`, `[${id},%`, `%,${id},%`, `%,${id}]`];
}

type Db = Kysely<MembersDatabase>;

async function withoutUnusedOptions(
  db: Db,
  organisationId: number,
  extras: readonly ExtraRecord[],
): Promise<ExtraRecord[]> {
  const found: ExtraRecord[] = [];
  for (const extra of extras) {
    const unused = await findUnused(db, organisationId, { extraId: extra.id, of: extra.optionsFromAnswers });
    const isUsed = (option: string) => !unused.has(option);
    found.push({
      ...extra,
      options: extra.options.filter(isUsed),
      optionsFromAnswers: extra.optionsFromAnswers.filter(isUsed),
    });
  }
  return found;
}

/** The positions of journal rows that contain unused options. Includes rows about removed extras. */
async function findRowsWithUnusedOptions(
  db: Db,
  organisationId: number,
  extras: ReadonlyMap<number, ExtraRecord>,
): Promise<number[]> {
  const rows = (await readRowsOfKind(db, organisationId, 'extra')).map(({ position, recordId, changes }) => ({
    position,
    extraId: recordId,
    fromAnswers: textsOf(changes, 'OptionsFromAnswers'),
    options: textsOf(changes, 'Options'),
  }));
  const positions: number[] = [];
  for (const extraId of new Set(rows.map((row) => row.extraId))) {
    const some = rows.filter((row) => row.extraId === extraId);
    const current = new Set(extras.get(extraId)?.options);
    const former = some.flatMap((row) => row.fromAnswers).filter((option) => !current.has(option));
    const unused = await findUnused(db, organisationId, { extraId, of: [...new Set(former)] });
    for (const { position, options, fromAnswers } of some)
      if ([...options, ...fromAnswers].some((option) => unused.has(option))) positions.push(position);
  }
  return positions;
}

async function findUnused(
  db: Db,
  organisationId: number,
  { extraId, of }: { extraId: number; of: readonly string[] },
): Promise<Set<string>> {
  const unused = new Set<string>();
  for (const option of of) {
    const row = await db
      .selectFrom('answer')
      .select('membership_id')
      .where('organisation_id', '=', organisationId)
      .where('extra_id', '=', extraId)
      .where('answer_key', '=', indexKey(option))
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) unused.add(option);
  }
  return unused;
}

const listSchema = z.array(z.string());
/** The last value of a removed extra, or the old and the new value of a changed one. */
const valuesSchema = z.union([listSchema, z.array(z.union([listSchema, z.null()])), z.undefined()]);

function textsOf(changes: Record<string, unknown> | null, field: string): string[] {
  const values = valuesSchema.parse(changes === null ? undefined : lookUp(changes, field));
  return (values ?? []).flat().filter((text) => text !== null);
}
