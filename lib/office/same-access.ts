import { noSuchMembership, noRole } from '@/lib/changes/refusals';
import type { MembersWriter } from '@/lib/store/members-writer';
import { type OfficeAccess } from './office-check';

/**
 * Checks the caller's access again in the transaction of a write, because it may have changed since the first check.
 * The caller must still have the same role. For an officer, the settings for officers must be unchanged, and the
 * officer must be allowed to see all the members (J23).
 * @throws ApiError 403 or 404
 */
export async function requireSameAccess(
  writer: MembersWriter,
  { personId, role, officer }: OfficeAccess,
  membershipIds: readonly number[],
): Promise<void> {
  const now = await writer.roles.of(personId);
  if (now.role !== role) throw noRole();
  if (role !== 'officer') return;
  if ((writer.structure?.organisation.officerAccess ?? '') !== officer?.setting) throw noRole();
  for (const member of (await writer.findMembers(membershipIds)).values()) {
    for (const { membership } of await writer.membershipsOf(member.person.id))
      if (membership.chapterId === null || !now.chapterIds.includes(membership.chapterId))
        throw noSuchMembership();
  }
}
