import type { FieldProblem } from '@/lib/contract/fields/field-error';
import { findNameProblem } from '@/lib/changes/name-problem';
import { noHolding, type Holding } from '@/lib/store/one-membership';
import type { MemberRecord } from '@/lib/store/schema/records';

/** Stored records to which the changed members refer. A parent is included only if a change names it. */
export interface Related {
  members: ReadonlyMap<number, MemberRecord>;
  /**
   * The memberships of a person, by the person's ID. The map has each person who gets a membership. It also has each
   * person whose `Organisation` the request empties.
   */
  holdings: ReadonlyMap<number, Holding>;
}

/** @param before null: the record is new */
export function findContradictions(
  record: MemberRecord,
  before: MemberRecord | null,
  related: Related,
): FieldProblem[] {
  const { membership, person } = record;
  const problems: FieldProblem[] = [];
  const refuse = (path: string, reason: string) => problems.push({ path, value: '', reason });
  if (before !== null && before.membership.kind !== membership.kind) refuse('Kind', 'cannot be changed');
  if (before === null) {
    const individual = related.holdings.get(person.id)?.individualId ?? null;
    if (membership.kind === 'individual' && individual !== null) {
      refuse('User.ID', 'already has an individual membership; a person can have only one');
    }
  }
  const unnamed = findNewNameProblem(record, before, related);
  if (unnamed?.field === null) refuse('User', 'must have a FirstName, a LastName or an Organisation');
  else if (unnamed != null) refuse(`User.${unnamed.field}`, unnamed.reason);
  if (membership.isApproved && membership.standing !== 'none')
    refuse('Checked', `cannot be true for a membership that is marked as ${membership.standing}`);
  const parentProblem = refuseParent(record, before, related);
  if (parentProblem !== null) refuse('ParentID', parentProblem);
  else if (membership.parentId !== null) {
    for (const name of findInherited(record, before, related)) refuse(name, inherited[name]);
  }
  return problems;
}

const inherited = {
  ExpiryDate: 'is that of the corporate membership, so it cannot be set for a part of it',
  InvoiceURL: 'cannot be set, because the corporate membership pays',
  PaymentURL: 'cannot be set, because the corporate membership pays',
};

/** A stored record without a name can still be changed. */
function findNewNameProblem(
  { membership, person }: MemberRecord,
  before: MemberRecord | null,
  { holdings }: Related,
): ReturnType<typeof findNameProblem> {
  const { isContact } = holdings.get(person.id) ?? noHolding;
  const kind = { isContact: isContact || membership.kind === 'corporate' };
  if (before !== null && findNameProblem(before.person, kind) !== null) return null;
  return findNameProblem(person, kind);
}

function refuseParent(
  { membership }: MemberRecord,
  before: MemberRecord | null,
  { members }: Related,
): string | null {
  const { id, kind, parentId } = membership;
  if (parentId === null || parentId === before?.membership.parentId) return null;
  if (kind === 'corporate') return 'must be null: a corporate membership cannot be part of another';
  if (parentId === id) return 'must be another membership, which is corporate';
  const parent = members.get(parentId);
  if (parent === undefined) return `there is no membership ${parentId}`;
  return parent.membership.kind === 'corporate' ? null : 'must be a corporate membership';
}

/**
 * The corporate membership decides some fields of its sub-memberships. Returns the fields of this kind that the change
 * sets. A change is allowed to set the expiry date to that of the corporate membership.
 */
function findInherited(
  { membership }: MemberRecord,
  before: MemberRecord | null,
  { members }: Related,
): (keyof typeof inherited)[] {
  const parentDate = members.get(membership.parentId ?? 0)?.membership.expiryDate;
  const isOwnDate =
    membership.expiryDate !== (before?.membership.expiryDate ?? null) && membership.expiryDate !== parentDate;
  const isOwn = (key: 'invoiceUrl' | 'paymentUrl') =>
    membership[key] !== null && membership[key] !== (before?.membership[key] ?? null);
  return [
    ...(isOwnDate ? (['ExpiryDate'] as const) : []),
    ...(isOwn('invoiceUrl') ? (['InvoiceURL'] as const) : []),
    ...(isOwn('paymentUrl') ? (['PaymentURL'] as const) : []),
  ];
}
