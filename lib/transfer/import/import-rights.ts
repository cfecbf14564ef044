import type { Cause } from '@/lib/store/journal';
import type { MembersWriter } from '@/lib/store/members-writer';
import { ImportError } from './import-error';

/** @throws ImportError if the role of the person who imports does not allow imports (any more) */
export async function requireRole(writer: MembersWriter, { actor }: Pick<Cause, 'actor'>): Promise<void> {
  if (actor.kind !== 'person') return;
  const { role } = await writer.roles.of(Number(actor.id));
  if (role !== 'owner' && role !== 'secretary')
    throw new ImportError('Your role in the office does not allow this', 'no-role');
}
