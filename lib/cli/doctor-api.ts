import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createClock } from '@/lib/base/clock';
import { ConfigError, type Config } from '@/lib/base/config';
import { describeHeld, howToAccept, readHeldResponse } from '@/lib/directory/model/held-response';
import { isMissing } from '@/lib/contract/client-request';
import { ApiRequestError, createMembershipApiClient, type MembershipApiClient } from '@/lib/contract/client';
import { findShownOrganisation } from '@/lib/service/read-site';
import type { Store } from '@/lib/store/database';
import { openSecrets, ownClient } from '@/lib/server/secrets';
import { plural } from '@/lib/base/plural';
import { fine, note, wrong, type Finding } from './finding';

const responseTimeoutMs = 5000;

/** Whether the server has refused to use a response, because the response would remove many members. */
export async function checkHeldResponse({ dataDir }: Config): Promise<Finding[]> {
  const held = await readHeldResponse(dataDir);
  return held === null ? [] : [wrong('directory', describeHeld(held), howToAccept(held))];
}

/** Whether the API that the directory uses responds as documented. Our own API is checked only while a server runs. */
export async function checkApi(config: Config, store: Store | null): Promise<Finding[]> {
  if (config.remoteApiUrl !== null) return checkRemote(config, config.remoteApiUrl);
  if (store === null) return [];
  const apiUrl = `http://127.0.0.1:${config.port}`;
  const organisationId = await shownOrganisation(store, config);
  if (organisationId === null) return [];
  if (!(await answers(apiUrl))) {
    const fix = 'Start the server with npm start, or check the port. Then run doctor again for more checks.';
    return [note('API', `no server responds on port ${config.port} of this machine`, fix)];
  }
  const secret = config.authSecret ?? storedSecret(config.dataDir);
  if (secret === null) {
    const text = `the server on port ${config.port} uses another DATA_DIR`;
    return [wrong('API', text, 'Give this command the same environment as the server.')];
  }
  return checkLists(config, { apiUrl, organisationId, client: ownClient(secret, organisationId) });
}

export function storedSecret(dataDir: string): string | null {
  return existsSync(join(dataDir, 'secrets.json')) ? openSecrets(dataDir).authSecret : null;
}

async function checkRemote(config: Config, apiUrl: string): Promise<Finding[]> {
  const { organisationId, client } = config;
  if (organisationId === null || client === null)
    throw new Error('MEMBERSHIP_API_URL is set without an organisation or a client');
  return checkLists(config, { apiUrl, organisationId, client });
}

async function checkLists(
  config: Config,
  site: { apiUrl: string; organisationId: number; client: { id: string; secret: string } },
): Promise<Finding[]> {
  const remoteClock = watchRemoteClock(fetch);
  const settings = { ...site, clock: createClock(config.now) };
  const api = createMembershipApiClient(settings, { fetch: remoteClock.fetch });
  try {
    const { members, unreadable, hasLocations } = await readLists(api);
    const responses = fine(
      'API',
      `${site.apiUrl} responds: it has ${plural(members, 'member')} whose membership has not expired`,
    );
    const lists = [
      ...(unreadable > 0
        ? [wrong('API', `${plural(unreadable, 'record')} of its lists cannot be read`, unreadableFix)]
        : []),
      ...(hasLocations ? [] : [note('API', 'the site has no list of locations', noLocationsFix)]),
    ];
    return [responses, ...lists, ...driftOf(api), ...remoteClock.findings()];
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
    return [wrong('API', error.message, fixOf(error, config)), ...remoteClock.findings()];
  }
}

const unreadableFix =
  'These records are skipped. If more than 10 % of the records in a list cannot be read, the list is not used at all. The wrong fields are listed below: tell the operator of the site.';
const noLocationsFix = 'You do not need to do anything: members are listed without points on the map.';

async function readLists(api: MembershipApiClient) {
  const each = () => undefined;
  const results = [
    await api.membershipTypes({ each }),
    await api.categories({ each }),
    await api.extras({ each }),
  ];
  const locations = await api.locations({ each }).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  const members = await api.members({ each });
  const unreadable = [...results, ...(locations === null ? [] : [locations]), members].reduce(
    (sum, result) => sum + (result.status === 'loaded' ? result.unreadable : 0),
    0,
  );
  const count = members.status === 'loaded' ? members.count : 0;
  return { members: count, unreadable, hasLocations: locations !== null };
}

function driftOf(api: MembershipApiClient): Finding[] {
  return api
    .drift()
    .map(({ where, what, count }) =>
      note(
        'schema',
        `${where} ${what} (${plural(count, 'time')})`,
        'These values do not have the documented form, and are treated as missing. Tell the operator of the site.',
      ),
    );
}

function fixOf({ details }: ApiRequestError, config: Config): string {
  if (details.kind === 'refused' && (details.status === 401 || details.status === 403)) {
    if (config.remoteApiUrl === null) {
      return 'Give this command the same AUTH_SECRET and DATA_DIR as the server, and restart the server after a change.';
    }
    return 'Check the client ID, the secret and the organisation, and that the client has the scopes basic and members.';
  }
  if (details.kind === 'unreadable')
    return 'Check that the address is the root of a site that offers this API.';
  return 'Check the address, and that the site is running and accepts requests from this machine.';
}

/** null: there is none, or the settings do not say which. */
export async function shownOrganisation(store: Store, config: Config): Promise<number | null> {
  return findShownOrganisation(store, config).catch((error: unknown) => {
    if (error instanceof ConfigError) return null;
    throw error;
  });
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(responseTimeoutMs) });
    return true;
  } catch {
    return false;
  }
}

/**
 * With a larger clock difference, tokens and codes end too early or too late. A token is renewed a minute before it
 * expires, and a sign-in code is valid for one minute.
 */
const maxSkewSeconds = 60;

/** The difference between a site's clock and this machine's, read from the `Date` of the site's first response. */
interface RemoteClock {
  /** Called like the global `fetch`. */
  fetch: typeof fetch;
  findings(): Finding[];
}

/** @param send the fetch to use */
function watchRemoteClock(send: typeof fetch): RemoteClock {
  let first: { sentAt: number; receivedAt: number; date: string | null } | null = null;
  return {
    fetch: async (input, init) => {
      const sentAt = Date.now();
      const response = await send(input, init);
      first ??= { sentAt, receivedAt: Date.now(), date: response.headers.get('date') };
      return response;
    },
    findings: () => (first === null ? [] : judge(first)),
  };
}

function judge({ sentAt, receivedAt, date }: { sentAt: number; receivedAt: number; date: string | null }) {
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs)) {
    const fix =
      'You do not need to do anything here. HTTP requires every server with a clock to send this header.';
    return [note('clock', 'the site does not send its time (the header Date)', fix)];
  }
  // The site read its clock at some time between the request and the response. The header has whole seconds, rounded
  // down, so the site's time may be up to 999 ms later. Only a larger difference shows that the clocks differ.
  const ahead = Math.max(0, serverMs - receivedAt);
  const behind = Math.max(0, sentAt - (serverMs + 999));
  const seconds = Math.round(Math.max(ahead, behind) / 1000);
  if (seconds <= maxSkewSeconds) return [];
  const text = `the site’s clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine’s`;
  const fix =
    'Synchronise both clocks with NTP. Otherwise tokens and codes end too early or too late, and memberships may end on the wrong day.';
  return [wrong('clock', text, fix)];
}
