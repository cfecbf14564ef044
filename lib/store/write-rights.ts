/**
 * Codes and links that sign somebody in are sent to an email address. Whoever changes the address of a person with a
 * role can therefore act as that person. The writers check these rules, so that they hold for every way of writing: the
 * office, the API, a batch, an import, an undo and a merge (docs/decisions.md, S2).
 */
import type { Kysely } from 'kysely';
import { managesMembers, type OfficeRole } from '@/lib/contract/fields/role';
import type { JournalKind, MembersDatabase } from '@/lib/store/schema/members-schema';
import type { MemberRecord } from '@/lib/store/schema/records';
import type { Cause } from './journal';

/** How recent the sign-in must be for a sensitive action. */
export const recentSignInSeconds = 600;

/** @param signedInAt null or absent: unknown, so not recent */
export function isRecentSignIn(signedInAt: Date | null | undefined, now: number): boolean {
  return signedInAt != null && now < signedInAt.getTime() + recentSignInSeconds * 1000;
}

/**
 * `client`: no client of the API may do it. `role`: only an owner may. `manager`: only an owner or a secretary may.
 * `sign-in`: the last sign-in is too long ago.
 */
export type Refusal = 'client' | 'role' | 'manager' | 'sign-in';

export const refusalTexts: Record<Refusal, string> = {
  client: 'can be changed only in the office: this person has a role there',
  role: 'can be changed only by an owner: this person has a role in the office',
  manager: 'can be changed only by an owner or a secretary',
  'sign-in': 'can be changed only within 10 minutes after a sign-in',
};

/** A writer refuses a change. Whoever plans changes asks `WriteRights` first, and names all wrong fields. */
export class RefusedWrite extends Error {
  override name = 'RefusedWrite';
  constructor(
    readonly refusal: Refusal,
    readonly of: { kind: JournalKind; recordId: number; field: string },
  ) {
    super(`${of.field} of ${of.kind} ${of.recordId} ${refusalTexts[refusal]}`);
  }
}

/** Why the author of a transaction may not make a change. null: the author may make it. */
export interface WriteRights {
  /** The change of an email address. */
  address(personId: number): Refusal | null;
  /** The change of an address to which a member's payments or invoices go. */
  payment(): Refusal | null;
  /** Changes that need a recent sign-in and nothing else: settings, new roles. */
  sensitive(): Refusal | null;
  hasRole(personId: number): boolean;
}

/** The rights of the author of one transaction. */
export class RightsOfAuthor {
  readonly #read: () => Promise<Map<number, OfficeRole>>;
  readonly #cause: Cause;
  readonly #now: number;
  #roles: Promise<Map<number, OfficeRole>> | null = null;

  constructor(
    db: Kysely<MembersDatabase>,
    { organisationId, cause, now }: { organisationId: number; cause: Cause; now: number },
  ) {
    this.#read = () => readRoles(db, organisationId);
    this.#cause = cause;
    this.#now = now;
  }

  async read(): Promise<WriteRights> {
    const { actor, signedInAt } = this.#cause;
    const isRecent = isRecentSignIn(signedInAt, this.#now);
    const sensitive = () => (actor.kind === 'person' && !isRecent ? 'sign-in' : null);
    this.#roles ??= this.#read();
    const roles = await this.#roles;
    const address = (personId: number): Refusal | null => {
      // The operator may change everything. Nothing that the clock writes is about an address.
      if (actor.kind === 'command' || actor.kind === 'clock' || !roles.has(personId)) return null;
      if (actor.kind === 'client') return 'client';
      const own = Number(actor.id);
      return personId === own || roles.get(own) === 'owner' ? sensitive() : 'role';
    };
    const payment = (): Refusal | null => {
      const role = actor.kind === 'person' ? roles.get(Number(actor.id)) : 'owner';
      return role !== undefined && managesMembers(role) ? sensitive() : 'manager';
    };
    return { address, payment, sensitive, hasRole: (personId) => roles.has(personId) };
  }

  /** A role has changed. */
  forget(): void {
    this.#roles = null;
  }
}

type PaymentAddresses = Pick<MemberRecord['membership'], 'paymentUrl' | 'invoiceUrl'>;

/** The name of the changed address to which a member's payments or invoices go. null: neither is changed. */
export function findPaymentField(
  after: PaymentAddresses,
  before: PaymentAddresses | null,
): 'PaymentURL' | 'InvoiceURL' | null {
  if (after.paymentUrl !== (before?.paymentUrl ?? null)) return 'PaymentURL';
  return after.invoiceUrl !== (before?.invoiceUrl ?? null) ? 'InvoiceURL' : null;
}

async function readRoles(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<Map<number, OfficeRole>> {
  const rows = await db
    .selectFrom('role')
    .select(['person_id', 'role'])
    .where('organisation_id', '=', organisationId)
    .execute();
  return new Map(rows.map((row) => [row.person_id, row.role]));
}
