import { join } from 'node:path';
import type { Command } from 'commander';
import { loadDemonstration } from '@/lib/demonstration/load';
import { demonstrationId } from '@/lib/demonstration/structure';
import { credentialIssuer } from '@/lib/service/credential-issuer';
import type { Store } from '@/lib/store/database';
import { findEarlierOrganisation } from '@/lib/transfer/backup/earlier-organisation';
import type { Terminal } from './terminal';
import { CommandError, withSession } from './session';

export function addDemoCommand(program: Command, terminal: Terminal): void {
  program
    .command('demo')
    .description('load the demonstration organisation (ID 100), with passwords and its own API client')
    .option('--yes', 'load it even if there are or were real members')
    .option('--json', 'one JSON document on standard output')
    .action((options: { json?: boolean; yes?: boolean }) =>
      withSession(terminal, options, async ({ store, clock, config, print, path }) => {
        const { baseUrl, dataDir } = config;
        await refuseRealMembers(store, dataDir, options.yes ?? false);
        const credentials = await loadDemonstration({
          store,
          clock,
          baseUrl,
          dataDir,
          issuer: credentialIssuer,
        });
        const file = path(join(dataDir, 'demo-credentials.json'));
        // Secrets are only in the file, because a terminal's output may be logged.
        const members = credentials.members.map(({ email, description }) => ({ email, description }));
        print({ organisationId: credentials.organisationId, credentialsFile: file, members }, [
          `Loaded the demonstration, organisation ${credentials.organisationId}. Passwords and an API client are in ${file}:`,
          ...members.map(({ email, description }) => `  ${email.padEnd(32)} ${description}`),
        ]);
      }),
    );
}

/**
 * If `isConfirmed` is true, only a real organisation with the demonstration's ID causes an error.
 * @throws CommandError when the database has an organisation that is not the demonstration
 * @throws CommandError when the database is empty, but had an organisation before
 */
async function refuseRealMembers(store: Store, dataDir: string, isConfirmed: boolean): Promise<void> {
  const organisations = await store.members
    .selectFrom('organisation')
    .select(['id', 'name', 'is_demonstration'])
    .orderBy('id')
    .execute();
  const real = organisations.filter((organisation) => organisation.is_demonstration !== 1);
  const named = real.map(({ id, name }) => `${name} (organisation ${id})`).join(', ');
  if (real.some(({ id }) => id === demonstrationId)) {
    throw new CommandError(
      `The database has real members: ${named}. The demonstration needs the ID ${demonstrationId} and would change them.\nNothing was written. Use another DATA_DIR.`,
    );
  }
  if (isConfirmed) return;
  const confirm = 'Nothing was written. Use another DATA_DIR, or confirm with: ./chapterhouse demo --yes';
  if (real.length > 0) {
    throw new CommandError(
      `The database has real members: ${named}. The demonstration would add an organisation of invented members.\n${confirm}`,
    );
  }
  const trace = organisations.length === 0 ? await findEarlierOrganisation(store, dataDir) : null;
  if (trace !== null) {
    throw new CommandError(
      `The database is empty, but there was an organisation: see ${trace}. Its members may have been lost.\n${confirm}`,
    );
  }
}
