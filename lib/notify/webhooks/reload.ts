import type { Kysely } from 'kysely';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';

/** No journal has this position. The receiver of a webhook at this position is told to load everything. */
export const unknownPosition = -1;

/** Tells all receivers to load everything, because the members' database is from a backup. */
export async function reloadWebhooks(auth: Kysely<AuthDatabase>): Promise<void> {
  await auth.deleteFrom('webhook_waiting').execute();
  await auth
    .updateTable('webhook')
    .set((eb) => ({
      position: unknownPosition,
      revision: eb('revision', '+', 1),
      replays: eb('replays', '+', 1),
      leased_by: null,
      leased_until: 0,
    }))
    .execute();
}
