import type { Cause } from '@/lib/membership-store/journal';
import type { MembersWriter } from '@/lib/membership-store/members-writer';
import { ImportError } from './import-error';

/**
 * The import may not change the email addresses of these persons. Somebody who changes an owner's address can sign in
 * as that owner, with a code that is sent to the new address. So only owners may change the addresses of other people
 * with a role.
 * @throws ImportError if the role of the person who imports does not allow imports (any more)
 */
export async function protectedPersons(
  writer: MembersWriter,
  { actor }: Pick<Cause, 'actor'>,
): Promise<ReadonlySet<number>> {
  if (actor.kind !== 'person') return new Set();
  const personId = Number(actor.id);
  const { role } = await writer.roles.of(personId);
  if (role === 'owner') return new Set();
  if (role !== 'secretary') throw new ImportError('Your role in the office does not allow this', 'no-role');
  return new Set((await writer.roles.all()).map(({ id }) => id).filter((id) => id !== personId));
}
