import type { Command } from 'commander';
import { findWaitingLapse, recordLapses } from '@/lib/changes/journal/lapses';
import { chooseOrganisation, withOrganisation } from './choose-organisation';
import type { Terminal } from './terminal';
import { CommandError, withSession } from './session';

export function addClockCommands(program: Command, terminal: Terminal): void {
  const clock = program.command('clock').description('the date that decides which memberships have ended');
  withOrganisation(clock.command('accept'))
    .description('confirm the new date, if the date has jumped by more than 31 days')
    .option('--json', 'one JSON document: lapsed')
    .action((options: { organisation?: number; json?: boolean }) =>
      withSession(terminal, options, async ({ store, clock, print }) => {
        const organisationId = await chooseOrganisation(store, options.organisation ?? null);
        const now = clock();
        const waiting = await findWaitingLapse(store, { organisationId, now });
        if (waiting?.needsConfirmation !== true) {
          throw new CommandError(
            `There is nothing to confirm: the date did not jump since the last check of organisation ${organisationId}.`,
          );
        }
        const lapsed = await recordLapses(store, { organisationId, now, isConfirmed: true });
        print({ lapsed }, `The date is confirmed. Memberships newly recorded as ended: ${lapsed}.`);
      }),
    );
}
