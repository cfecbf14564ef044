import { findOwnField, readInput, toPatch } from '@/lib/membership-api/fields/office-fields';
import type { BulkAction, BulkField } from '@/lib/membership-api/office-bulk';
import type { MemberRecord } from '@/lib/membership-schema/records';
import { placeByTown, type PlacingContext } from './place-by-town';

type Patch = Readonly<Record<string, unknown>>;

/**
 * A JSON Merge Patch for one member. null: the member has the value already.
 * @throws ApiError if the member cannot have the value
 */
export function toBulkPatch(action: BulkAction, member: MemberRecord, context: PlacingContext): Patch | null {
  const { membership } = member;
  switch (action.Do) {
    case 'approve':
      return membership.isApproved ? null : { Checked: true };
    case 'end': {
      const { expiryDate } = membership;
      return expiryDate !== null && expiryDate <= action.Date ? null : { ExpiryDate: action.Date };
    }
    case 'chapter':
      return { Chapter: action.Chapter === null ? null : { ID: action.Chapter } };
    case 'set':
      return toFieldPatch(action.Field, action.Value, membership);
    case 'place':
      return placeByTown(member, context);
    case 'invite':
      return null;
  }
}

function toFieldPatch(field: BulkField, value: string, membership: MemberRecord['membership']): Patch | null {
  const { categoryIds } = membership;
  const id = Number(value);
  switch (field) {
    case 'MembershipType':
      return { MembershipType: { ID: value } };
    case 'ExpiryDate':
    case 'JoiningDate':
      return { [field]: value === '' ? null : value };
    case 'AmountOutstanding':
      return { AmountOutstanding: value };
    case 'Listed':
      return { Directory: { Listed: value === 'true' ? true : value === 'false' ? false : value } };
    case 'AddCategory':
      return categoryIds.includes(id) ? null : { Categories: [...categoryIds, id] };
    case 'RemoveCategory':
      return categoryIds.includes(id) ? { Categories: categoryIds.filter((one) => one !== id) } : null;
    case 'State':
    case 'Country':
      return { User: { Address: { [field]: value } } };
    default: {
      const own = findOwnField(field);
      return own === undefined ? null : toPatch(own, readInput(own.field.kind, value));
    }
  }
}
