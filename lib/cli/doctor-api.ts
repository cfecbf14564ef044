import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createClock } from '@/lib/clock';
import type { Config } from '@/lib/config';
import {
  ApiRequestError,
  createMembershipApiClient,
  type MembershipApiClient,
} from '@/lib/membership-api/client';
import type { Store } from '@/lib/membership-service/store/database';
import { openSecrets, ownClient } from '@/lib/server/secrets';
import { fine, note, wrong, type Finding } from './finding';
import { watchRemoteClock } from './remote-clock';

/** How long a server may take to say who it is. */
const answerTimeoutMs = 5000;

/** Whether the API that the directory asks answers as the document says: another site's, or our own if a server runs. */
export async function checkApi(config: Config, store: Store | null): Promise<Finding[]> {
  if (config.remoteApiUrl !== null) return checkRemote(config, config.remoteApiUrl);
  if (store === null) return [];
  const apiUrl = `http://127.0.0.1:${config.port}`;
  const organisationId = config.organisationId ?? (await onlyOrganisation(store));
  if (organisationId === null) return [];
  if (!(await answers(apiUrl))) {
    const fix = 'Start it with npm start, or check the port; a running server is asked for more.';
    return [note('API', `no server answers on port ${config.port} of this machine`, fix)];
  }
  const secret = config.authSecret ?? keptSecret(config.dataDir);
  if (secret === null) {
    const text = `the server on port ${config.port} works with another DATA_DIR`;
    return [wrong('API', text, 'Give this command the same environment as the server.')];
  }
  return checkLists(config, { apiUrl, organisationId, client: ownClient(secret, organisationId) });
}

function keptSecret(dataDir: string): string | null {
  return existsSync(join(dataDir, 'secrets.json')) ? openSecrets(dataDir).authSecret : null;
}

async function checkRemote(config: Config, apiUrl: string): Promise<Finding[]> {
  const { organisationId, client } = config;
  if (organisationId === null || client === null) throw new Error('readConfig requires both');
  return checkLists(config, { apiUrl, organisationId, client });
}

async function checkLists(
  config: Config,
  site: { apiUrl: string; organisationId: number; client: { id: string; secret: string } },
): Promise<Finding[]> {
  const remoteClock = watchRemoteClock(fetch);
  const settings = { ...site, clock: createClock(config.now), fetch: remoteClock.fetch };
  const api = createMembershipApiClient(settings);
  try {
    const members = await readLists(api);
    const answers = fine('API', `${site.apiUrl} answers: ${members} members are inside their term`);
    return [answers, ...driftOf(api), ...remoteClock.findings()];
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
    return [wrong('API', error.message, fixOf(error)), ...remoteClock.findings()];
  }
}

/** The number of members that the lists have by default. */
async function readLists(api: MembershipApiClient): Promise<number> {
  const each = () => undefined;
  await api.membershipTypes({ each });
  await api.categories({ each });
  await api.extras({ each });
  await api.locations({ each });
  const result = await api.members({ each });
  return result.status === 'loaded' ? result.count : 0;
}

function driftOf(api: MembershipApiClient): Finding[] {
  return api
    .drift()
    .map(({ where, what, count }) =>
      note(
        'schema',
        `${where} ${what} (${count} times)`,
        'The site differs from the document there; such values are read as absent. Tell who runs it.',
      ),
    );
}

function fixOf({ details }: ApiRequestError): string {
  if (details.kind === 'refused' && (details.status === 401 || details.status === 403)) {
    return 'Check client ID, secret, organisation and that the client has the scopes basic and members.';
  }
  if (details.kind === 'unreadable') return 'Check that the address is the root of a site with this API.';
  return 'Check the address, and that the site is up and lets this machine in.';
}

async function onlyOrganisation(store: Store): Promise<number | null> {
  const rows = await store.members.selectFrom('organisation').select('id').limit(2).execute();
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(answerTimeoutMs) });
    return true;
  } catch {
    // Whatever keeps it from answering, it does not answer.
    return false;
  }
}
