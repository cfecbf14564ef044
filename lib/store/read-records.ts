import type { MembershipDocumentTable } from '@/lib/store/schema/members-schema';
import type { StoredMember } from './member-records';
import type { PersonRecord } from '@/lib/store/schema/records';

/**
 * The maximum number of records in memory, for a transaction that reads all members. An import reads fewer records at a
 * time. The maps are not LRUCaches, because an LRUCache reserves room for all its entries, and each write has these maps.
 */
const maxRecords = 2000;
/**
 * The number of written records that stay in memory. A request reads the records that it has written, so they should
 * stay. An import writes many more records and does not read them again. If all of them stayed in memory, garbage
 * collection would be slow.
 */
const maxKeptWrites = 1000;

/** `document` null: this transaction has neither written nor read it yet. */
export interface KnownMember extends StoredMember {
  document: MembershipDocumentTable | null;
}

/** Stores the records that this transaction has read or written, so that nothing is read twice. */
export class ReadRecords {
  #writes = 0;
  readonly #members = new Map<number, KnownMember>();
  readonly #persons = new Map<number, PersonRecord>();

  note(members: readonly StoredMember[]): void {
    for (const member of members) {
      this.#set(member.membership.id, { ...member, document: null });
      this.#persons.set(member.record.person.id, member.record.person);
    }
  }

  addWritten(member: KnownMember): void {
    const { id } = member.membership;
    this.#writes += 1;
    if (this.#writes <= maxKeptWrites) this.#set(id, member);
    else this.#members.delete(id);
  }

  addWrittenPerson(person: PersonRecord): void {
    if (this.#writes < maxKeptWrites) this.#persons.set(person.id, person);
    else this.#persons.delete(person.id);
  }

  findMember(membershipId: number): KnownMember | null {
    return this.#members.get(membershipId) ?? null;
  }

  findPerson(personId: number): PersonRecord | null {
    return this.#persons.get(personId) ?? null;
  }

  clear(): void {
    this.#members.clear();
    this.#persons.clear();
  }

  #set(id: number, member: KnownMember): void {
    if (Math.max(this.#members.size, this.#persons.size) > maxRecords) this.clear();
    this.#members.set(id, member);
  }
}
