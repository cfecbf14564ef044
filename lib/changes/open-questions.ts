import type { Kysely } from 'kysely';
import { lookUp } from '@/lib/base/look-up';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { ExtraRecord, Structure } from '@/lib/store/schema/records';
import { readRowsOfKind } from '@/lib/store/journal-read';
import { textKey } from '@/lib/base/text-key';

/**
 * Earlier releases imported a column as "a question, for the office only", but let members and connected sites read the
 * answers. Such a question has its own text as the name for searches, is not in the directory, and nobody has decided
 * since who may see the answers.
 */
export async function findOpenQuestions(
  db: Kysely<MembersDatabase>,
  { organisation, extras }: Structure,
): Promise<ExtraRecord[]> {
  const open = [...extras.values()].filter(
    ({ isAdminOnly, isSearchable, searchName, question }) =>
      !isAdminOnly && !isSearchable && textKey(searchName) === textKey(question),
  );
  if (open.length === 0) return [];
  const rows = await readRowsOfKind(db, organisation.id, 'extra');
  const decided = rows.filter(
    ({ operation, changes }) => operation === 'updated' && lookUp(changes ?? {}, 'AdminOnly') !== undefined,
  );
  return open.filter(({ id }) => !decided.some(({ recordId }) => recordId === id));
}
