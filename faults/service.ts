/**
 * The membership service in its own process, without the pages: the tests of faults kill it or cut off its disk or
 * database. It reads the settings that server.ts reads, sends `ready` to its parent, and stops as server.ts does.
 */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createClock } from '@/lib/base/clock';
import { readConfig } from '@/lib/base/config';
import { createDemonstrationLoader } from '@/lib/demonstration/load';
import { credentialIssuer } from '@/lib/service/credential-issuer';
import { startEmbeddedService } from '@/lib/service/embedded';
import { closeAfterResponse, drain } from '@/lib/server/drain';
import { createHealthResponses } from '@/lib/server/health';
import { createLog } from '@/lib/server/log';
import { listenForSignals } from '@/lib/server/stop-on-signal';
import { openSecrets, ownClient, secretMark } from '@/lib/server/secrets';
import { version } from '@/lib/base/version';

const config = readConfig();
const { baseUrl, dataDir } = config;
const clock = createClock(config.now);
const authSecret = config.authSecret ?? openSecrets(dataDir).authSecret;
const service = await startEmbeddedService({
  config,
  clock,
  authSecret,
  clientOf: (organisationId) => ownClient(authSecret, organisationId),
  redirectUri: `${baseUrl}/api/auth/callback/membership`,
  demonstration: createDemonstrationLoader({ clock, baseUrl, dataDir, issuer: credentialIssuer }),
  about: { version, secretMark: secretMark(authSecret) },
  log: createLog('warn'),
  projectDir: '.',
  neighbours: null,
  forgetErased: async () => undefined,
});
const listener = getRequestListener(service.fetch, { overrideGlobalObjects: false });
const respondHealth = createHealthResponses({
  databaseState: service.databaseState,
  hasDirectory: () => true,
  isDraining: () => false,
  now: () => performance.now(),
});
const server = createServer((request, response) => {
  if (!respondHealth(request, response)) void listener(request, response);
});
const stop = async () => {
  closeAfterResponse(server);
  await drain(server, 10_000);
  await service.stop();
};
listenForSignals().runOnSignal({ stop, deadlineMs: 12_000 });
// If the test ends early, this process also ends.
process.once('disconnect', () => process.exit(1));
server.listen(config.port, '127.0.0.1', () => process.send?.('ready'));
