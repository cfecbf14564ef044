import { lookUp } from '@/lib/look-up';
import { namedPerson } from '@/lib/membership-changes/read-change';
import { noSuchMembership } from '@/lib/membership-changes/refusals';
import type { MembersWriter } from '@/lib/membership-store/members-writer';
import { noRole, type OfficeAccess } from './office-check';

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

/**
 * A person who changes an owner's address can sign in as that owner, with a code that is sent to the new address. So
 * only owners may change the address of another person with a role.
 * @param body the change to these members, or a new membership, which may belong to an existing person
 * @throws ApiError 403
 */
export async function requireSameAddress(
  writer: MembersWriter,
  { personId, role }: OfficeAccess,
  { ids, body }: { ids: readonly number[]; body: unknown },
): Promise<void> {
  const email: unknown = lookUp(Object(lookUp(Object(body), 'User')), 'Email');
  if (role === 'owner' || email === undefined) return;
  const named = namedPerson(body);
  const known = named === null ? null : await writer.findPerson(await writer.aliases.survivorOf(named));
  const members = [...(await writer.findMembers(ids)).values()];
  for (const person of [...members.map((one) => one.person), ...(known === null ? [] : [known])]) {
    if (person.id === personId || person.email === email) continue;
    if ((await writer.roles.of(person.id)).role !== null) throw noRole();
  }
}
