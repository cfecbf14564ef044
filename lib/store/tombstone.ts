/** The record of an erased person (docs/decisions.md, J20): IDs and keyed hashes, but no personal data. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { dateInZone } from '@/lib/base/clock';
import { formatDay } from '@/lib/messages/format';
import { emailKey } from './email-key';
import type { ExternalKind } from './external-ids';
import { wholeKey } from './member-rows';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';

const id = z.number().int().positive();

export const tombstoneSchema = z.object({
  organisationId: id,
  personId: id,
  erasedAt: z.number().int(),
  /** The person, and the persons who were merged into them. */
  personIds: z.array(id),
  /**
   * The memberships that were erased with the person. Includes earlier memberships of the person that nobody holds now.
   */
  membershipIds: z.array(id),
  /** The highest ID of all locations that were ever removed. */
  lastLocationId: z.number().int(),
  /** The new contact of the erased person's companies. null: none. */
  contactId: id.nullable(),
  /** Only with this key can anybody test whether a guessed value is in a tombstone. */
  key: z.string().min(1),
  /** Hashes of all values by which a file or a backup may identify the person. */
  hashes: z.array(z.string()),
});

export type Tombstone = z.infer<typeof tombstoneSchema>;

export type Identifier =
  | { kind: 'number'; number: string }
  | { kind: 'external'; of: ExternalKind; source: string; externalId: string }
  | { kind: 'person'; email: string; firstName: string; lastName: string }
  /** A name alone identifies nobody, so the person's ID is included. */
  | { kind: 'name'; personId: number; firstName: string; lastName: string };

/** For example "erased on 3 May 2026". */
export function erasedOn({ erasedAt }: Tombstone, timeZone: string): string {
  return `erased on ${formatDay(dateInZone(new Date(erasedAt), timeZone))}`;
}

export function newHashKey(): string {
  return randomBytes(32).toString('base64url');
}

/** null: the identifier is empty. */
export function hashIdentifier(key: string, organisationId: number, one: Identifier): string | null {
  const parts = partsOf(one);
  if (parts === null) return null;
  return createHmac('sha256', key)
    .update(JSON.stringify([organisationId, ...parts]))
    .digest('base64url');
}

/** The values of an identifier, in the forms that an import compares. */
function partsOf(one: Identifier): (string | number)[] | null {
  if (one.kind === 'number') return one.number === '' ? null : ['number', one.number];
  if (one.kind === 'external')
    return one.externalId === '' ? null : ['external', one.of, one.source, one.externalId];
  const names = [wholeKey(one.firstName), wholeKey(one.lastName)];
  if (names.join('') === '') return null;
  if (one.kind === 'name') return ['name', one.personId, ...names];
  const email = emailKey(one.email);
  return email === '' ? null : ['person', email, ...names];
}

/** true if one of the identifiers belongs to the erased person. */
export function matchesTombstone(
  { organisationId, key, hashes }: Tombstone,
  identifiers: readonly Identifier[],
): boolean {
  return identifiers.some((one) => {
    const hash = hashIdentifier(key, organisationId, one);
    return hash !== null && hashes.includes(hash);
  });
}

/**
 * Sorted by the ID of the organisation, then of the person. `organisationId` null: the tombstones of all organisations.
 */
export async function readTombstones(
  db: Kysely<MembersDatabase>,
  organisationId: number | null = null,
): Promise<Tombstone[]> {
  let query = db.selectFrom('erasure').select('tombstone');
  if (organisationId !== null) query = query.where('organisation_id', '=', organisationId);
  const rows = await query.orderBy('organisation_id').orderBy('person_id').execute();
  return rows.map((row) => tombstoneSchema.parse(JSON.parse(row.tombstone)));
}

/** The tombstone of the person, or of the person into whom they were merged. */
export async function findTombstone(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  personId: number,
): Promise<Tombstone | null> {
  const row = await db
    .selectFrom('erasure')
    .select('tombstone')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (row !== undefined) return tombstoneSchema.parse(JSON.parse(row.tombstone));
  const all = await readTombstones(db, organisationId);
  return all.find(({ personIds }) => personIds.includes(personId)) ?? null;
}

/** An import recognises these persons in a file. */
export class ErasedPersons {
  readonly #organisationId: number;
  readonly #byHash = new Map<string, Tombstone>();
  readonly #byPersonId = new Map<number, Tombstone>();
  readonly #byMembershipId = new Map<number, Tombstone>();
  readonly #keys: ReadonlySet<string>;

  constructor(organisationId: number, tombstones: readonly Tombstone[]) {
    this.#organisationId = organisationId;
    this.#keys = new Set(tombstones.map(({ key }) => key));
    for (const one of tombstones) {
      for (const hash of one.hashes) this.#byHash.set(hash, one);
      for (const personId of one.personIds) this.#byPersonId.set(personId, one);
      for (const membershipId of one.membershipIds) this.#byMembershipId.set(membershipId, one);
    }
  }

  get isEmpty(): boolean {
    return this.#byPersonId.size === 0;
  }

  get size(): number {
    return this.#byPersonId.size;
  }

  findPerson(personId: number): Tombstone | null {
    return this.#byPersonId.get(personId) ?? null;
  }

  findMembership(membershipId: number): Tombstone | null {
    return this.#byMembershipId.get(membershipId) ?? null;
  }

  find(identifiers: readonly Identifier[]): Tombstone | null {
    for (const key of this.#keys) {
      for (const one of identifiers) {
        const hash = hashIdentifier(key, this.#organisationId, one);
        const found = hash === null ? undefined : this.#byHash.get(hash);
        if (found !== undefined) return found;
      }
    }
    return null;
  }
}
