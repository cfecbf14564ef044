/** Undo: a new change restores the old values (docs/decisions.md, J12). */
import { isDeepStrictEqual } from 'node:util';
import { lookUp } from '@/lib/look-up';
import { fromFlat, toFlat, type FlatRecord } from '@/lib/membership-store/journal-fields';
import type { JournalRow } from '@/lib/membership-store/journal-read';
import type { JournalKind } from '@/lib/membership-store/members-schema';
import type { MembersWriter } from '@/lib/membership-store/members-writer';
import type { MemberRecord } from '@/lib/membership-store/records';
import { InUseError } from '@/lib/membership-store/references-to';
import type { StructureTable } from '@/lib/membership-store/remove';

/** A change that cannot be undone without losing a later change. */
export interface UndoConflict {
  kind: JournalKind;
  recordId: number;
  /** The field that was changed since. null: the whole record. */
  field: string | null;
  reason: string;
}

export interface UndoResult {
  /** Records that have their earlier values again. */
  undone: number;
  conflicts: UndoConflict[];
}

/** Rows undone together: the same number as an import writes. */
export const undoAtOnce = 500;

/**
 * Undoes journal rows, newest first. Without `isForced`, a field whose value has changed since is a conflict and stays.
 * The caller rolls back if there are any.
 * @param rows at most `undoAtOnce`, from the newest to the oldest
 */
export async function undoRows(
  writer: MembersWriter,
  rows: readonly JournalRow[],
  { isForced }: { isForced: boolean },
): Promise<UndoResult> {
  const undo = new Undo(writer, isForced);
  await undo.read(rows);
  for (const row of rows) await undo.row(row);
  await undo.finish();
  return { undone: undo.undone, conflicts: undo.conflicts };
}

class Undo {
  undone = 0;
  readonly conflicts: UndoConflict[] = [];
  readonly #writer: MembersWriter;
  readonly #isForced: boolean;
  #members = new Map<number, MemberRecord>();
  #createdMembers: number[] = [];
  #createdPersons: number[] = [];

  constructor(writer: MembersWriter, isForced: boolean) {
    this.#writer = writer;
    this.#isForced = isForced;
  }

  async read(rows: readonly JournalRow[]): Promise<void> {
    const ids = rows.filter(({ kind }) => kind === 'membership').map(({ recordId }) => recordId);
    this.#members = await this.#writer.findMembers([...new Set(ids)]);
  }

  async row(row: JournalRow): Promise<void> {
    const isMember = row.kind === 'membership' || row.kind === 'person';
    // Records that an import created are removed together, persons after their memberships.
    if (row.operation !== 'created' || !isMember) await this.#removeCreated();
    if (row.operation === 'created') await this.#undoCreated(row);
    else if (row.operation === 'updated') await this.#undoUpdated(row);
    else if (row.operation === 'removed') await this.#undoRemoved(row);
    else this.#refuse(row, null, `"${row.operation}" cannot be undone`);
  }

  async finish(): Promise<void> {
    await this.#removeCreated();
  }

  async #removeCreated(): Promise<void> {
    const [members, persons] = [this.#createdMembers, this.#createdPersons];
    this.#createdMembers = [];
    this.#createdPersons = [];
    if (members.length > 0) this.undone += await this.#writer.removeMemberships(members);
    for (const id of members) this.#members.delete(id);
    const removed = persons.length > 0 ? await this.#writer.removePersons(persons) : 0;
    this.undone += removed;
    if (removed === persons.length) return;
    for (const id of persons) {
      if ((await this.#writer.findPerson(id)) === null) continue;
      this.#refuse(
        { kind: 'person', recordId: id },
        null,
        'the person has a membership that was added since',
      );
    }
  }

  async #undoCreated(row: JournalRow): Promise<void> {
    if (row.kind === 'membership') {
      if (this.#members.has(row.recordId)) this.#createdMembers.push(row.recordId);
      return;
    }
    if (row.kind === 'person') return void this.#createdPersons.push(row.recordId);
    if (row.kind === 'organisation' || row.kind === 'committee')
      return this.#refuse(row, null, 'an organisation is removed with `organisation remove`');
    try {
      if (await this.#writer.removeStructure(row.kind, row.recordId)) this.undone += 1;
    } catch (error) {
      if (!(error instanceof InUseError)) throw error;
      this.#refuse(row, null, error.message);
    }
  }

  async #undoUpdated(row: JournalRow): Promise<void> {
    const now = await this.#current(row.kind, row.recordId);
    if (now === null) return this.#refuse(row, null, 'it was removed since');
    const restored: FlatRecord = { ...now };
    for (const [field, change] of Object.entries(row.changes ?? {})) {
      const [before, after] = Array.isArray(change) ? [change[0] ?? null, change[1] ?? null] : [null, null];
      if (!this.#isForced && !isDeepStrictEqual(lookUp(now, field) ?? null, after)) {
        this.#refuse(row, field, 'it was changed since');
      } else restored[field] = before;
    }
    if (isDeepStrictEqual(restored, now)) return;
    await this.#put(row.kind, row.recordId, restored);
    this.undone += 1;
  }

  async #undoRemoved(row: JournalRow): Promise<void> {
    const isBack = (await this.#current(row.kind, row.recordId)) !== null;
    if (isBack && row.kind !== 'committee' && !this.#isForced)
      return this.#refuse(row, null, 'it was added again since');
    await this.#put(row.kind, row.recordId, row.changes ?? {});
    this.undone += 1;
  }

  async #current(kind: JournalKind, id: number): Promise<FlatRecord | null> {
    const { structure } = this.#writer;
    if (kind === 'membership') {
      const record = this.#members.get(id);
      return record === undefined ? null : toFlat('membership', record);
    }
    if (kind === 'person') {
      const person = await this.#writer.findPerson(id);
      return person === null ? null : toFlat('person', person);
    }
    if (kind === 'committee') {
      return toFlat('committee', { id, seats: await this.#writer.committeeSeats(id) });
    }
    if (structure === null) return null;
    if (kind === 'organisation') return toFlat('organisation', structure.organisation);
    const record = this.#writer.structureRecord(kind, id);
    return record === null ? null : toFlat(kind, record);
  }

  async #put(kind: JournalKind, id: number, flat: FlatRecord): Promise<void> {
    if (kind === 'membership') return this.#putMember(id, flat);
    if (kind === 'person') return this.#writer.putPerson(fromFlat('person', id, flat));
    if (kind === 'committee')
      return this.#writer.putCommitteeSeats(id, fromFlat('committee', id, flat).seats);
    if (kind === 'organisation') return this.#writer.putOrganisation(fromFlat('organisation', id, flat));
    await putStructure(this.#writer, kind, { id, flat });
  }

  async #putMember(id: number, flat: FlatRecord): Promise<void> {
    const restored = fromFlat('membership', id, flat);
    const person = await this.#writer.findPerson(restored.person.id);
    if (person === null) {
      return this.#refuse(
        { kind: 'membership', recordId: id },
        null,
        `its person ${restored.person.id} was removed`,
      );
    }
    const record = { person, membership: restored.membership };
    await this.#writer.putMember(record);
    this.#members.set(id, record);
  }

  #refuse({ kind, recordId }: Pick<JournalRow, 'kind' | 'recordId'>, field: string | null, reason: string) {
    this.conflicts.push({ kind, recordId, field, reason });
  }
}

async function putStructure(
  writer: MembersWriter,
  kind: StructureTable,
  { id, flat }: { id: number; flat: FlatRecord },
): Promise<void> {
  if (kind === 'membership_type') return writer.putMembershipTypes([fromFlat(kind, id, flat)]);
  if (kind === 'category') return writer.putCategories([fromFlat(kind, id, flat)]);
  if (kind === 'chapter') return writer.putChapters([fromFlat(kind, id, flat)]);
  if (kind === 'addon') return writer.putAddons([fromFlat(kind, id, flat)]);
  return writer.putExtras([fromFlat(kind, id, flat)]);
}
