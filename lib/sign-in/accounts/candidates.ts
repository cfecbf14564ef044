/** If a password or code matches several people, the person who signs in chooses one of them. */
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';

/** Removes a person from every open choice, because the password or code that started the choice is no longer valid. */
export async function dropCandidate(
  auth: Kysely<AuthDatabase>,
  { organisationId, personId }: { organisationId: number; personId: number },
): Promise<void> {
  const open = await auth
    .selectFrom('authorize_request')
    .select(['request_hash', 'candidates'])
    .where('organisation_id', '=', organisationId)
    .where('candidates', 'is not', null)
    .execute();
  for (const { request_hash, candidates } of open) {
    const ids = parseCandidates(candidates);
    if (!ids.includes(personId)) continue;
    const rest = ids.filter((id) => id !== personId);
    await auth
      .updateTable('authorize_request')
      .set({ candidates: formatCandidates(rest) })
      .where('request_hash', '=', request_hash)
      .execute();
  }
}

export function formatCandidates(ids: readonly number[]): string | null {
  return ids.length === 0 ? null : JSON.stringify(ids);
}

export function parseCandidates(text: string | null): number[] {
  // The cast is safe: `formatCandidates` wrote the JSON.
  return text === null ? [] : (JSON.parse(text) as number[]);
}
