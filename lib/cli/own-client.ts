import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@/lib/base/config';
import { listClients, type Client } from '@/lib/sign-in/oauth/clients';
import { openSecrets, ownClient } from '@/lib/server/secrets';
import { CommandError, type Session } from './session';

const ownRedirectPath = '/api/auth/callback/membership';

/**
 * The directory's own client cannot be revoked or rotated. The directory and the next start of the server need this
 * client and its secret, which is derived from AUTH_SECRET.
 * @throws CommandError if `id` is the directory's own client
 */
export async function refuseOwnClient({ store, config }: Session, id: string): Promise<void> {
  const client = (await listClients(store, null)).find((one) => one.id === id);
  if (client === undefined || !isOwn(client, authSecretOf(config))) return;
  throw new CommandError(
    `Client ${id} is the directory's own: without it the directory cannot be refreshed, nobody can sign in, and the ` +
      'server does not start again. Its secret is derived from AUTH_SECRET. To replace the client, set a new AUTH_SECRET. ' +
      'If you have not set AUTH_SECRET, move secrets.json out of DATA_DIR instead. Then run ./chapterhouse installation accept --yes, and start the server again: ' +
      'everybody has to sign in again. After that you can revoke the old client.',
  );
}

export async function findOwnClients(
  { store, config }: Session,
  organisationId: number,
): Promise<ReadonlySet<string>> {
  const authSecret = authSecretOf(config);
  const clients = await listClients(store, organisationId);
  return new Set(clients.filter((client) => isOwn(client, authSecret)).map(({ id }) => id));
}

/**
 * The client's ID is derived from the secret. Without the secret, the client is recognised by settings that only the
 * web app's client has.
 */
function isOwn(client: Client, authSecret: string | null): boolean {
  if (authSecret !== null) return ownClient(authSecret, client.organisationId).id === client.id;
  return client.isFirstParty && client.redirectUris.some((uri) => uri.endsWith(ownRedirectPath));
}

function authSecretOf({ authSecret, dataDir }: Config): string | null {
  if (authSecret !== null) return authSecret;
  return existsSync(join(dataDir, 'secrets.json')) ? openSecrets(dataDir).authSecret : null;
}
