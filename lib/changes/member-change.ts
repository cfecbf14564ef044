import type { subMembersValues } from '@/lib/contract/batch';

/** `body`: the JSON that was sent, not checked yet. */
export type MemberChange =
  | { operation: 'create'; body: unknown }
  | { operation: 'change'; membershipId: number | null; ifMatch: string | null; body: unknown }
  | {
      operation: 'remove';
      membershipId: number | null;
      /** The entity tag that the record must have. null: a record in any state may be removed. */
      ifMatch: string | null;
      subMembers: SubMembers | null;
    };

/** What happens to the sub-memberships of a corporate membership that is removed. */
export type SubMembers = (typeof subMembersValues)[number];
