import { emailKey } from './email-key';
import { findSeated, type CommitteesWriter } from './committee';
import { withExternalIds } from './external-ids';
import { inChunks } from '@/lib/store/sql/in-chunks';
import { toFlat } from './record-kinds';
import { readPersonRows, readPersons, toPerson } from './member-records';
import { DistinctPersonsWriter } from './distinct-persons';
import type { NotesWriter } from './notes';
import { toPersonRow } from './member-rows';
import type { PersonTable } from '@/lib/store/schema/members-schema';
import type { PersonRecord } from '@/lib/store/schema/records';
import { findHolders } from './references-to';
import { findWithRole } from './roles';
import { removePersonRows } from './remove';
import { RefusedWrite } from './write-rights';
import type { WriteState } from './write-state';

export class PersonsWriter {
  readonly #state: WriteState;
  readonly #committees: CommitteesWriter;
  readonly #notes: NotesWriter;

  constructor(state: WriteState, committees: CommitteesWriter, notes: NotesWriter) {
    this.#state = state;
    this.#committees = committees;
    this.#notes = notes;
  }

  /**
   * The person's memberships show the new values at the end of the transaction.
   * @throws RefusedWrite if the author may not change the person's email address
   */
  async put(person: PersonRecord): Promise<PersonTable> {
    const { persons, batch, read, changed, organisationId } = this.#state;
    const row = toPersonRow(organisationId, person);
    const known = await persons.find(row.id);
    if (known?.fingerprint === row.fingerprint) return row;
    if (known !== null) await this.#followAddress(person);
    batch.putPerson(row, person, { isNew: known === null, before: read.findPerson(row.id) });
    read.addWrittenPerson(person);
    persons.set(row.id, { fingerprint: row.fingerprint, modifiedAt: 0 });
    if (known !== null) changed.personIds.add(row.id);
    this.#state.hasChanged = true;
    return row;
  }

  /**
   * If somebody else changes the email address, the person's sign-ins end, and both addresses get an email. The same
   * happens if the person has confirmed a new address, except that only the old one gets an email.
   * @throws RefusedWrite
   */
  async #followAddress({ id, email }: PersonRecord): Promise<void> {
    const { db, organisationId, read, rights, cause, accountMoves } = this.#state;
    const before = read.findPerson(id) ?? (await readPersons(db, organisationId, [id])).get(id);
    if (before === undefined || before.email === email) return;
    const { address, hasRole } = await rights.read();
    const refusal = address(id);
    if (refusal !== null) throw new RefusedWrite(refusal, { kind: 'person', recordId: id, field: 'Email' });
    const isOwn = cause.actor.kind === 'person' && Number(cause.actor.id) === id;
    const isLeftAlone = isOwn && cause.endsOwnSignIns !== true;
    if (isLeftAlone || emailKey(before.email) === emailKey(email)) return;
    // Whoever changes their own address has just used a link that was sent to the new one.
    const emails = isOwn ? [before.email] : [before.email, email];
    accountMoves.add({ operation: 'address', from: id, into: id, emails, endsGrants: hasRole(id) });
  }

  async find(personId: number): Promise<PersonRecord | null> {
    return (await this.findMany([personId])).get(personId) ?? null;
  }

  async findMany(personIds: readonly number[]): Promise<Map<number, PersonRecord>> {
    const { db, organisationId, batch, persons } = this.#state;
    await batch.flush();
    const found = new Map<number, PersonRecord>();
    for (const ids of inChunks(personIds)) {
      for (const row of await readPersonRows(db, organisationId, ids)) {
        persons.set(row.id, { fingerprint: row.fingerprint, modifiedAt: 0 });
        found.set(row.id, toPerson(row));
      }
    }
    return found;
  }

  /** Returns the given person or, after a merge, the surviving person as stored. */
  async merged(person: PersonRecord): Promise<PersonRecord> {
    const { persons, aliases } = this.#state;
    if ((await persons.find(person.id)) !== null) return person;
    const survivor = await aliases.find(person.id);
    return survivor === null ? person : ((await this.find(survivor)) ?? person);
  }

  /**
   * Removes only persons without a membership or a role. Their committee seats and notes are removed too.
   * @returns how many were removed
   */
  async remove(personIds: readonly number[]): Promise<number> {
    await this.#state.batch.flush();
    let count = 0;
    for (const some of inChunks(personIds)) count += await this.#removeSome(some);
    return count;
  }

  async #removeSome(personIds: readonly number[]): Promise<number> {
    const { db, organisationId, journal, externalIds, aliases, index } = this.#state;
    const holders = await findHolders(db, organisationId, personIds);
    const withRole = await findWithRole(db, organisationId, personIds);
    const free = personIds.filter((id) => !holders.has(id) && !withRole.has(id));
    const removed = await readPersons(db, organisationId, free);
    if (removed.size === 0) return 0;
    const ids = [...removed.keys()];
    for (const id of await findSeated(db, organisationId, ids)) await this.#committees.put(id, []);
    await this.#notes.removeOf(ids);
    await new DistinctPersonsWriter(this.#state).removeOf(ids);
    await aliases.repoint(ids, null);
    const others = await externalIds.read('person', ids);
    await journal.add(
      [...removed.values()].map((person) => ({
        kind: 'person',
        recordId: person.id,
        operation: 'removed',
        changes: withExternalIds(toFlat('person', person), others.get(person.id)),
      })),
    );
    await removePersonRows(db, organisationId, ids);
    await externalIds.remove('person', ids);
    for (const id of ids) this.#state.persons.forget(id);
    index.removePersons(new Set(ids));
    this.#state.hasChanged = true;
    return ids.length;
  }
}
