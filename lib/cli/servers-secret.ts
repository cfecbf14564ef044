import { findServers } from '@/lib/membership-store/servers';
import { openSecrets, secretMark } from '@/lib/server/secrets';
import { CommandError, type Session } from './session';

export function secretOf({ config }: Session): string {
  return config.authSecret ?? openSecrets(config.dataDir).authSecret;
}

/**
 * Returns the secret that encrypts what the command stores.
 * @param what the name of the stored data in the error message
 * @throws CommandError if a running server could not decrypt the data
 */
export async function serversSecret(session: Session, what: string): Promise<string> {
  const authSecret = secretOf(session);
  const mark = secretMark(authSecret);
  if ((await findServers(session.store)).some((server) => server.secretMark !== mark)) {
    throw new CommandError(
      `A server on this database has another AUTH_SECRET and could not read ${what}. Run the command with the AUTH_SECRET or the DATA_DIR of the server.`,
    );
  }
  return authSecret;
}
