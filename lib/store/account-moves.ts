import type { Kysely } from 'kysely';
import type { AccountMoveTable, MembersDatabase } from '@/lib/store/schema/members-schema';
import type { Cause } from './journal';
import { upsertRows } from './upsert';

/** Something in members.db that ends sign-ins in auth.db. */
interface AccountMove {
  operation: AccountMoveTable['operation'];
  from: number;
  into: number;
  /** The addresses that get an email. */
  emails: readonly string[];
  /** Whether the lasting access of sites ends too. */
  endsGrants: boolean;
}

/** The transaction records what auth.db must do. It is then done even after a crash. */
export class AccountMoves {
  hasAny = false;
  readonly #db: Kysely<MembersDatabase>;
  readonly #organisationId: number;
  readonly #cause: Cause;
  #waiting: AccountMove[] = [];

  constructor(db: Kysely<MembersDatabase>, organisationId: number, cause: Cause) {
    this.#db = db;
    this.#organisationId = organisationId;
    this.#cause = cause;
  }

  add(move: AccountMove): void {
    this.hasAny = true;
    this.#waiting.push(move);
  }

  async flush(): Promise<void> {
    const moves = this.#waiting;
    if (moves.length === 0) return;
    this.#waiting = [];
    const { actor, reason, isQuiet = false } = this.#cause;
    const last = await this.#db
      .selectFrom('account_move')
      .select((eb) => eb.fn.max('position').as('position'))
      .where('organisation_id', '=', this.#organisationId)
      .executeTakeFirst();
    const rows = moves.map(({ operation, from, into, emails, endsGrants }, index): AccountMoveTable => ({
      organisation_id: this.#organisationId,
      position: Number(last?.position ?? 0) + 1 + index,
      operation,
      from_id: from,
      into_id: into,
      emails: isQuiet || emails.length === 0 ? null : JSON.stringify(emails),
      ends_grants: endsGrants ? 1 : 0,
      actor_kind: actor.kind,
      actor: actor.id,
      // The journal of the members has the reason of the other changes.
      reason: operation === 'merge' || operation === 'separate' ? reason : null,
    }));
    await upsertRows(this.#db, 'account_move', ['organisation_id', 'position'], rows);
  }
}
