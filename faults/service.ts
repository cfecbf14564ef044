/**
 * The membership service in a process of its own, without the pages: what the tests of faults kill, starve and cut off.
 * It reads the settings that server.ts reads, says `ready` to its parent, and stops as server.ts does.
 */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createClock } from '@/lib/clock';
import { readConfig } from '@/lib/config';
import { startEmbeddedService } from '@/lib/membership-service/embedded';
import { closeAfterAnswer, drain } from '@/lib/server/drain';
import { createLog } from '@/lib/server/log';
import { openSecrets, ownClient } from '@/lib/server/secrets';

const config = readConfig();
const authSecret = config.authSecret ?? openSecrets(config.dataDir).authSecret;
const service = await startEmbeddedService({
  config,
  clock: createClock(config.now),
  clientOf: (organisationId) => ownClient(authSecret, organisationId),
  redirectUri: `${config.baseUrl}/api/auth/callback/membership`,
  log: createLog('warn'),
});
const server = createServer(getRequestListener(service.fetch, { overrideGlobalObjects: false }));
process.once('SIGTERM', () => {
  closeAfterAnswer(server);
  void drain(server, 10_000)
    .then(service.stop)
    .then(() => process.exit(0));
});
// A test that was itself ended leaves nothing running.
process.once('disconnect', () => process.exit(1));
server.listen(config.port, '127.0.0.1', () => process.send?.('ready'));
