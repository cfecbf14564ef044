import type { Store } from '@/lib/store/database';
import { journalAccounts } from '@/lib/store/account-journal';
import type { Cause } from '@/lib/store/journal';

export interface EndedSignIns {
  sessions: number;
  tokens: number;
}

/**
 * Signs out all people and clients. This ends all sessions, tokens, codes, links and sign-ins in progress. Passwords
 * and client secrets are kept.
 */
export async function endAllSignIns(
  { members, auth }: Store,
  { cause, now }: { cause: Cause; now: Date },
): Promise<EndedSignIns> {
  const organisations = await members.selectFrom('organisation').select('id').orderBy('id').execute();
  return auth.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('mail_code').execute();
    await transaction.deleteFrom('authorize_request').execute();
    await transaction.deleteFrom('refresh_grant').execute();
    await transaction.deleteFrom('session_site').execute();
    await transaction.deleteFrom('logout_notice').execute();
    const total: EndedSignIns = { sessions: 0, tokens: 0 };
    for (const { id: organisationId } of organisations) {
      const sessions = await transaction
        .deleteFrom('session')
        .where('organisation_id', '=', organisationId)
        .executeTakeFirst();
      const tokens = await transaction
        .deleteFrom('access_token')
        .where('organisation_id', '=', organisationId)
        .executeTakeFirst();
      const ended = { Sessions: Number(sessions.numDeletedRows), Tokens: Number(tokens.numDeletedRows) };
      total.sessions += ended.Sessions;
      total.tokens += ended.Tokens;
      if (ended.Sessions + ended.Tokens === 0) continue;
      await journalAccounts(transaction, { organisationId, cause, now }, [
        { kind: 'session', operation: 'ended', changes: ended },
      ]);
    }
    await transaction.deleteFrom('authorization_code').execute();
    return total;
  });
}
