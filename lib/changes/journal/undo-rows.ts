/** A new change restores the old values (docs/decisions.md, J12). */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { lookUp } from '@/lib/base/look-up';
import { LaterChanges } from './later-changes';
import { whyNeverUndone } from './never-undone';
import { SavedViewsWriter } from '@/lib/store/lists/saved-views';
import { externalIdSchema, externalIdsName, type ExternalKind } from '@/lib/store/external-ids';
import type { FlatRecord } from '@/lib/store/flat-record';
import { kindOf, type KindsWith, type RecordOfKind } from '@/lib/store/record-kinds';
import { personIdName } from '@/lib/store/journal-fields';
import type { JournalRow } from '@/lib/store/journal-read';
import type { JournalKind, StructureTable } from '@/lib/store/schema/members-schema';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { MemberRecord, PersonRecord, RoleRecord } from '@/lib/store/schema/records';
import { MissingReferenceError } from '@/lib/store/references';
import { DistinctPersonsWriter } from '@/lib/store/distinct-persons';
import { LeavingWriter } from '@/lib/store/leaving';
import { PagesWriter } from '@/lib/store/pages';
import { ProposalsWriter } from '@/lib/store/proposals';
import { InUseError } from '@/lib/store/references-to';

/** An undo would lose a later change. */
export interface UndoConflict {
  kind: JournalKind;
  recordId: number;
  /** The field that has changed since the row that is undone. null: the conflict concerns the whole record. */
  field: string | null;
  reason: string;
}

export interface UndoResult {
  undone: number;
  conflicts: UndoConflict[];
  /** These persons no longer exist. The caller removes their accounts. */
  removedPersonIds: number[];
}

/** A writer reads and removes at most 500 records together. */
export const undoAtOnce = 500;

/**
 * Undoes rows, newest first. A field may have changed again after its row was written. Without `isForced`, such a field
 * is a conflict and keeps its newer value. If there are conflicts, the caller rolls back.
 * @param rows at most `undoAtOnce`, from the newest to the oldest
 */
export async function undoRows(
  writer: MembersWriter,
  rows: readonly JournalRow[],
  { isForced }: { isForced: (row: JournalRow) => boolean },
): Promise<UndoResult> {
  const undo = new Undo(writer, isForced);
  await undo.read(rows);
  for (const row of rows) await undo.row(row);
  await undo.finish();
  const { undone, conflicts, removedPersonIds } = undo;
  return { undone, conflicts, removedPersonIds };
}

/** How an undo reads and writes the records of a kind. */
interface RestoredKind<R = unknown> {
  find(id: number): Promise<R | null>;
  put(record: R): Promise<void>;
  /** Returns false if there is no such record. */
  remove?(id: number): Promise<boolean>;
}

type RestoredKinds = { [K in JournalKind]: RestoredKind<RecordOfKind[K]> } & {
  // `#removeCreated` removes memberships and persons.
  [K in Exclude<KindsWith<'isRemovedByUndo', true>, 'membership' | 'person'>]: Required<
    RestoredKind<RecordOfKind[K]>
  >;
};

const externalIdsSchema = z.array(externalIdSchema);

class Undo {
  undone = 0;
  readonly conflicts: UndoConflict[] = [];
  readonly removedPersonIds: number[] = [];
  readonly #writer: MembersWriter;
  readonly #isForced: (row: JournalRow) => boolean;
  #members = new Map<number, MemberRecord>();
  #persons = new Map<number, PersonRecord>();
  #later = new LaterChanges([]);
  /** Merges that were undone so far: the merged persons, and those into whom they were merged. */
  readonly #separated = new Map<number, number>();
  #createdMembers: number[] = [];
  #createdPersons: number[] = [];
  readonly #keptPersons = new Set<number>();
  readonly #records: Readonly<Record<JournalKind, RestoredKind>>;

  constructor(writer: MembersWriter, isForced: (row: JournalRow) => boolean) {
    this.#writer = writer;
    this.#isForced = isForced;
    this.#records = this.#restoredKinds();
  }

  #restoredKinds(): RestoredKinds {
    const { aliases, committees, marks, notes, notices, roles } = this.#writer;
    const views = this.#writer.part(SavedViewsWriter);
    const proposals = this.#writer.part(ProposalsWriter);
    const pages = this.#writer.part(PagesWriter);
    const distinct = this.#writer.part(DistinctPersonsWriter);
    const leaving = this.#writer.part(LeavingWriter);
    return {
      membership: {
        find: async (id) => this.#members.get(id) ?? null,
        put: (record) => this.#putMember(record),
      },
      person: { find: (id) => this.#findPerson(id), put: (person) => this.#putPerson(person) },
      committee: {
        find: async (id) => ({ id, seats: await committees.seatsOf(await aliases.survivorOf(id)) }),
        put: ({ id, seats }) => committees.put(id, seats),
      },
      role: { find: (id) => roles.of(id), put: (role) => this.#putRole(role) },
      view: {
        find: (id) => views.find(id),
        put: (view) => views.put(view),
        remove: (id) => views.remove(id),
      },
      notice: {
        find: async (id) => ({ id, ...(await notices.settings()) }),
        put: (settings) => notices.putSettings(settings),
      },
      notice_exclusion: {
        find: async (id) => ({ id, isExcluded: await notices.isExcluded(id) }),
        put: ({ id, isExcluded }) => notices.setExcluded(id, isExcluded),
      },
      page: {
        find: (id) => pages.find(id),
        put: (page) => pages.put(page),
        remove: (id) => pages.remove(id),
      },
      proposal: { find: (id) => proposals.of(id), put: (proposal) => proposals.put(proposal) },
      leaving: { find: (id) => leaving.of(id), put: (record) => leaving.put(record) },
      note: {
        find: async (id) => ({ id, notes: await notes.of(await aliases.survivorOf(id)) }),
        put: (record) => notes.put(record),
      },
      alias: {
        find: async (id) => {
          const survivor = await aliases.survivorOf(id);
          return { id, personId: survivor === id ? null : survivor };
        },
        put: (alias) => this.#putAlias(alias),
      },
      distinct: { find: (id) => distinct.of(id), put: (record) => distinct.put(record) },
      mark: { find: () => marks.read(), put: (record) => marks.put(record) },
      organisation: {
        find: async () => this.#writer.structure.current?.organisation ?? null,
        put: (organisation) => this.#writer.structure.putOrganisation(organisation),
      },
      membership_type: this.#structure('membership_type', (one) =>
        this.#writer.structure.putMembershipTypes([one]),
      ),
      category: this.#structure('category', (one) => this.#writer.structure.putCategories([one])),
      chapter: this.#structure('chapter', (one) => this.#writer.structure.putChapters([one])),
      addon: this.#structure('addon', (one) => this.#writer.structure.putAddons([one])),
      extra: this.#structure('extra', (one) => this.#writer.structure.putExtras([one])),
    };
  }

  #structure<K extends StructureTable>(
    kind: K,
    put: (record: RecordOfKind[K]) => Promise<void>,
  ): Required<RestoredKind<RecordOfKind[K]>> {
    return {
      find: async (id) =>
        this.#writer.structure.current === null ? null : this.#writer.structure.find(kind, id),
      put,
      remove: (id) => this.#writer.structure.remove(kind, id),
    };
  }

  async read(rows: readonly JournalRow[]): Promise<void> {
    const of = (one: JournalKind) => rows.filter(({ kind }) => kind === one).map(({ recordId }) => recordId);
    this.#members = await this.#writer.memberships.findMany([...new Set(of('membership'))]);
    const named = rows.flatMap(({ changes }) => [changes?.[personIdName]].flat().map(Number));
    const holders = [...this.#members.values()].map(({ person }) => person.id);
    const ids = new Set([...of('person'), ...named, ...holders].filter((id) => id > 0));
    const survivors = await Promise.all([...ids].map((id) => this.#writer.aliases.survivorOf(id)));
    this.#persons = await this.#writer.persons.findMany([...new Set(survivors)]);
    this.#later = new LaterChanges(await this.#writer.laterChanges(rows));
  }

  async row(row: JournalRow): Promise<void> {
    const isMember = row.kind === 'membership' || row.kind === 'person';
    // Records that an import created are removed together, persons after their memberships.
    if (row.operation !== 'created' || !isMember) await this.#removeCreated();
    if (this.#later.isErased(row)) return this.#refuse(row, null, 'it has been erased since');
    const never = whyNeverUndone(row);
    if (never !== null) return this.#refuse(row, null, never);
    if (row.kind === 'person' || row.kind === 'role') {
      // The row is about the merged record. The survivor may be somebody else, so nothing is forced.
      const survivor = await this.#writer.aliases.survivorOf(row.recordId);
      if (survivor !== row.recordId)
        return this.#refuse(row, null, `it has been merged into person ${survivor} since; undo that first`);
    }
    if (row.operation === 'created') await this.#undoCreated(row);
    else if (row.operation === 'updated') await this.#undoUpdated(row);
    else await this.#undoRemoved(row);
  }

  async finish(): Promise<void> {
    await this.#removeCreated();
  }

  async #removeCreated(): Promise<void> {
    const [members, persons] = [this.#createdMembers, this.#createdPersons];
    this.#createdMembers = [];
    this.#createdPersons = [];
    if (members.length > 0) this.undone += await this.#writer.memberships.remove(members);
    for (const id of members) this.#members.delete(id);
    if (persons.length === 0) return;
    this.undone += await this.#writer.persons.remove(persons);
    const left = await this.#writer.persons.findMany(persons);
    for (const id of persons) {
      const reason = 'the person has a membership or a role that has been added since';
      if (left.has(id)) this.#refuse({ kind: 'person', recordId: id }, null, reason);
      else this.removedPersonIds.push(id);
    }
  }

  async #undoCreated(row: JournalRow): Promise<void> {
    if (!this.#isForced(row) && (await this.#refuseChanged(row))) {
      const kept = row.kind === 'membership' ? this.#members.get(row.recordId) : undefined;
      if (kept !== undefined) this.#keptPersons.add(kept.person.id);
      return;
    }
    if (row.kind === 'membership') {
      if (this.#members.has(row.recordId)) this.#createdMembers.push(row.recordId);
      return;
    }
    if (row.kind === 'person') {
      if (!this.#keptPersons.has(row.recordId)) this.#createdPersons.push(row.recordId);
      return;
    }
    try {
      // `whyNeverUndone` refuses the kinds whose records an undo never removes.
      if ((await this.#records[row.kind].remove?.(row.recordId)) === true) this.undone += 1;
    } catch (error) {
      if (!(error instanceof InUseError)) throw error;
      this.#refuse(row, null, error.message);
    }
  }

  /** Removing a record would lose its later changes. */
  async #refuseChanged(row: JournalRow): Promise<boolean> {
    const now = await this.#current(row.kind, row.recordId);
    const fields = now === null ? [] : this.#later.changedFields(row, now);
    for (const field of fields) this.#refuse(row, field, 'it has changed since');
    return fields.length > 0;
  }

  async #undoUpdated(row: JournalRow): Promise<void> {
    const now = await this.#current(row.kind, row.recordId);
    if (now === null) return this.#refuse(row, null, 'it has been removed since');
    const restored: FlatRecord = { ...now };
    for (const [field, change] of Object.entries(row.changes ?? {})) {
      const [before, after] = Array.isArray(change) ? [change[0] ?? null, change[1] ?? null] : [null, null];
      if (!this.#isForced(row) && !isDeepStrictEqual(lookUp(now, field) ?? null, after)) {
        this.#refuse(row, field, 'it has changed since');
      } else restored[field] = before;
    }
    if (isDeepStrictEqual(restored, now)) return;
    await this.#restore(row, restored);
  }

  async #undoRemoved(row: JournalRow): Promise<void> {
    const isBack = (await this.#current(row.kind, row.recordId)) !== null;
    if (isBack && row.kind !== 'committee' && !this.#isForced(row))
      return this.#refuse(row, null, 'it has been added again since');
    const isDone = await this.#restore(row, row.changes ?? {});
    if (isDone && (row.kind === 'membership' || row.kind === 'person'))
      await this.#putExternalIds(row.kind, row);
  }

  /** @returns false if the record is refused */
  async #restore({ kind, recordId }: JournalRow, flat: FlatRecord): Promise<boolean> {
    const refused = this.conflicts.length;
    const isOfPerson = kindOf(kind).idOf === 'person' && kind !== 'person' && kind !== 'alias';
    if (
      isOfPerson &&
      (await this.#writer.persons.find(await this.#writer.aliases.survivorOf(recordId))) === null
    ) {
      this.#refuse({ kind, recordId }, null, 'the person was removed');
      return false;
    }
    await this.#records[kind].put(kindOf(kind).format.fromFlat(recordId, flat));
    const isDone = this.conflicts.length === refused;
    if (isDone) this.undone += 1;
    return isDone;
  }

  /** Restores other systems' IDs of a removed record, unless another record has these IDs now. */
  async #putExternalIds(kind: ExternalKind, { recordId, changes }: JournalRow): Promise<void> {
    for (const { source, externalId } of externalIdsSchema.parse(changes?.[externalIdsName] ?? [])) {
      const holder = await this.#writer.externalIds.find(kind, source, externalId);
      if (holder === null || (kind === 'person' && holder === this.#separated.get(recordId)))
        await this.#writer.externalIds.put(kind, source, externalId, recordId);
    }
  }

  async #current(kind: JournalKind, id: number): Promise<FlatRecord | null> {
    const record = await this.#records[kind].find(id);
    return record === null ? null : kindOf(kind).format.toFlat(record);
  }

  async #putMember(restored: MemberRecord): Promise<void> {
    const { id } = restored.membership;
    const person = await this.#findPerson(restored.person.id);
    if (person === null) {
      return this.#refuse(
        { kind: 'membership', recordId: id },
        null,
        `its person ${restored.person.id} was removed`,
      );
    }
    const record = { person, membership: restored.membership };
    try {
      await this.#writer.memberships.put(record);
      this.#members.set(id, record);
    } catch (error) {
      if (!(error instanceof MissingReferenceError)) throw error;
      this.#refuse({ kind: 'membership', recordId: id }, null, `it ${error.reason}`);
    }
  }

  /** If the person was merged, finds the surviving person. */
  async #findPerson(id: number): Promise<PersonRecord | null> {
    return this.#persons.get(await this.#writer.aliases.survivorOf(id)) ?? null;
  }

  async #putPerson(person: PersonRecord): Promise<void> {
    this.#persons.set(person.id, person);
    await this.#writer.persons.put(person);
  }

  /**
   * Puts the alias of a merged person back to its earlier state. `personId` null: the merge is undone, so the alias is
   * removed. Otherwise, a later merge changed the alias, and this later merge is undone. The alias then names
   * `personId` again.
   */
  async #putAlias({ id, personId }: { id: number; personId: number | null }): Promise<void> {
    const row = { kind: 'alias' as const, recordId: id };
    if (personId !== null && this.#persons.has(id))
      return this.#refuse(row, null, 'the person exists again; merge them again instead');
    const survivor = await this.#writer.aliases.survivorOf(id);
    await this.#writer.aliases.put(id, personId);
    if (personId !== null || survivor === id) return;
    this.#separated.set(id, survivor);
    const move = { from: id, into: survivor, emails: [], endsGrants: true };
    this.#writer.accountMoves.add({ operation: 'separate', ...move });
  }

  async #putRole(restored: RoleRecord): Promise<void> {
    const row = { kind: 'role' as const, recordId: restored.id };
    const removed = restored.chapterIds.find((id) => this.#writer.structure.find('chapter', id) === null);
    if (removed !== undefined) return this.#refuse(row, null, `chapter ${removed} was removed`);
    await this.#writer.roles.put(restored);
  }

  #refuse({ kind, recordId }: Pick<JournalRow, 'kind' | 'recordId'>, field: string | null, reason: string) {
    this.conflicts.push({ kind, recordId, field, reason });
  }
}
