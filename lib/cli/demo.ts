import { join } from 'node:path';
import type { Command } from 'commander';
import { loadDemonstration } from '@/lib/membership-service/demo/load';
import { withSession, type Terminal } from './session';

export function addDemoCommand(program: Command, terminal: Terminal): void {
  program
    .command('demo')
    .description('load the demonstration organisation (ID 100), with passwords and an API client of its own')
    .option('--json', 'one JSON document on standard output')
    .action((options: { json?: boolean }) =>
      withSession(terminal, options, async ({ store, clock, config, tell, path }) => {
        const { baseUrl, dataDir } = config;
        const credentials = await loadDemonstration({ store, clock, baseUrl, dataDir });
        const file = path(join(dataDir, 'demo-credentials.json'));
        // Secrets are in the file alone: a terminal's output is kept in logs.
        const members = credentials.members.map(({ email, description }) => ({ email, description }));
        tell({ organisationId: credentials.organisationId, credentialsFile: file, members }, [
          `Loaded the demonstration, organisation ${credentials.organisationId}. Passwords and an API client are in ${file}:`,
          ...members.map(({ email, description }) => `  ${email.padEnd(32)} ${description}`),
        ]);
      }),
    );
}
