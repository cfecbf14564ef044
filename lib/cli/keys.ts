import type { Command } from 'commander';
import { listSigningKeys, rotateSigningKeys, type SigningKey } from '@/lib/sign-in/openid/signing-keys';
import { serversSecret } from './servers-secret';
import type { Terminal } from './terminal';
import { withSession } from './session';

/** `keys list|rotate`: the keys with which the service signs ID tokens. */
export function addKeysCommands(program: Command, terminal: Terminal): void {
  const keys = program.command('keys').description('the keys that sign ID tokens (OpenID Connect)');
  keys
    .command('list')
    .description('list the published keys, newest first')
    .option('--json', 'one JSON document on standard output')
    .action((options: { json?: boolean }) =>
      withSession(terminal, options, async ({ store, clock, print }) => {
        const published = await listSigningKeys(store, clock());
        const lines = published.map((key) => describe(key, clock()));
        print(published, lines.length > 0 ? lines : 'There are no keys yet. The first sign-in creates them.');
      }),
    );
  keys
    .command('rotate')
    .description('replace the keys; the new ones sign after an hour, the old ones stay valid for a day')
    .option('--now', 'end the old keys immediately: use this if somebody may have copied them')
    .option('--json', 'one JSON document on standard output: the new keys')
    .action((options: { now?: boolean; json?: boolean }) =>
      withSession(terminal, options, async (session) => {
        const { store, clock, print } = session;
        const authSecret = await serversSecret(session, 'the keys');
        const isImmediate = options.now ?? false;
        const created = await rotateSigningKeys({ store, authSecret, now: clock() }, { isImmediate });
        print(
          created,
          created.map((key) => describe(key, clock())),
        );
      }),
    );
}

function describe({ id, algorithm, signsFrom, endsAt }: SigningKey, now: Date): string {
  const start = signsFrom > now ? `  signs from ${signsFrom.toISOString()}` : '';
  const end = endsAt === null ? '' : `  replaced, published until ${endsAt.toISOString()}`;
  return `${id}  ${algorithm}${start}${end}`;
}
