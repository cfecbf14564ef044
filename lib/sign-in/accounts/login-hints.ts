import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import { emailKey } from '@/lib/store/email-key';

/** Deletes the sign-in requests in which a client named this email address. */
export async function dropRequestsWithHint(
  auth: Kysely<AuthDatabase>,
  organisationId: number,
  key: string,
): Promise<void> {
  const rows = await auth
    .selectFrom('authorize_request')
    .select(['request_hash', 'parameters'])
    .where('organisation_id', '=', organisationId)
    .where('client_id', 'is not', null)
    .where('parameters', 'like', '%"loginHint":"%')
    .execute();
  for (const { request_hash, parameters } of rows) {
    const hint = hintSchema.parse(JSON.parse(parameters)).loginHint ?? '';
    if (emailKey(hint) !== key) continue;
    await auth.deleteFrom('authorize_request').where('request_hash', '=', request_hash).execute();
  }
}

const hintSchema = z.object({ loginHint: z.string().nullish() });
