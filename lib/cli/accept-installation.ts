import type { Command } from 'commander';
import { readConfig } from '@/lib/base/config';
import { openStore } from '@/lib/store/database';
import { acceptInstallation, findMismatches, type Mismatch } from '@/lib/store/installation/marks';
import { openSecrets, secretMark } from '@/lib/server/secrets';
import { storedSecret } from './doctor-api';
import { CommandError, createPrint, UsageError } from './session';
import type { Terminal } from './terminal';

export function addInstallationCommands(program: Command, terminal: Terminal): void {
  program
    .command('installation')
    .description('whether the databases, DATA_DIR and the secret belong together')
    .command('accept')
    .description('continue although a database or the secret was lost or replaced')
    .option('--yes', 'confirm; without --yes, the command only says what is lost')
    .option('--json', 'one JSON document on standard output: accepted')
    .action(async (options: { yes?: boolean; json?: boolean }) => {
      const config = readConfig();
      if (config.remoteApiUrl !== null)
        throw new UsageError('MEMBERSHIP_API_URL is set: there is no database');
      const { dataDir } = config;
      let accepted: Mismatch[] = [];
      const store = await openStore(config, {
        check: async (_, marks) => {
          const secret = config.authSecret ?? storedSecret(dataDir);
          const own = { dataDir, secretMark: secret === null ? null : secretMark(secret) };
          accepted = findMismatches(marks, own);
          if (accepted.length === 0)
            throw new CommandError(
              'There is nothing to confirm: the databases, DATA_DIR and the secret belong together.',
            );
          if (!options.yes)
            throw new CommandError(
              [...describe(accepted), 'Nothing was changed. To confirm this, add --yes'].join('\n'),
            );
        },
      });
      try {
        const authSecret = config.authSecret ?? openSecrets(dataDir).authSecret;
        await acceptInstallation(store, { dataDir, secretMark: secretMark(authSecret) });
      } finally {
        await store.close();
      }
      createPrint(terminal, options)({ accepted }, [
        ...describe(accepted),
        'Confirmed. The server can start.',
      ]);
    });
}

function describe(mismatches: readonly Mismatch[]): string[] {
  return mismatches.flatMap(({ what, todo, lost }) => [
    what,
    `  To keep everything: ${todo}`,
    `  Lost if you continue: ${lost}`,
  ]);
}
