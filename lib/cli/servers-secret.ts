import { hasOtherSecret, readMarks } from '@/lib/store/installation/marks';
import { openSecrets, secretMark } from '@/lib/server/secrets';
import { storedSecret } from './doctor-api';
import { CommandError, type Session } from './session';

export function secretOf({ config }: Session): string {
  return config.authSecret ?? openSecrets(config.dataDir).authSecret;
}

/**
 * Returns the secret that encrypts what the command stores.
 * @param what the name of the stored data in the error message
 * @throws CommandError if the servers could not decrypt the data
 */
export async function serversSecret(session: Session, what: string): Promise<string> {
  const { config, store } = session;
  const stored = config.authSecret ?? storedSecret(config.dataDir);
  if (hasOtherSecret(await readMarks(store), stored === null ? null : secretMark(stored))) {
    throw new CommandError(
      `The servers on this database have another AUTH_SECRET and could not read ${what}. Run the command with the AUTH_SECRET or the DATA_DIR of the server.`,
    );
  }
  return secretOf(session);
}
