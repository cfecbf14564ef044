import type { MemberRecord, PersonRecord } from './records';

/** More than an import reads at once. A transaction that reads everybody must not keep everybody in memory. */
const maxRecords = 2000;

/**
 * Records that this transaction has read, until they are written. The journal compares with them without another read.
 */
export class ReadRecords {
  readonly #members = new Map<number, MemberRecord>();
  readonly #persons = new Map<number, PersonRecord>();

  note(records: readonly MemberRecord[]): void {
    if (this.#members.size > maxRecords) this.clear();
    for (const record of records) {
      this.#members.set(record.membership.id, record);
      this.#persons.set(record.person.id, record.person);
    }
  }

  takeMember(membershipId: number): MemberRecord | null {
    const record = this.#members.get(membershipId) ?? null;
    this.#members.delete(membershipId);
    return record;
  }

  takePerson(personId: number): PersonRecord | null {
    const person = this.#persons.get(personId) ?? null;
    this.#persons.delete(personId);
    return person;
  }

  clear(): void {
    this.#members.clear();
    this.#persons.clear();
  }
}
