import type { Command } from 'commander';
import { readConfig } from '@/lib/config';
import {
  confirmHeldResponse,
  describeHeld,
  howToAccept,
  readHeldResponse,
} from '@/lib/directory-model/held-response';
import { parseId } from './arguments';
import type { Terminal } from './terminal';
import { CommandError, createPrint } from './session';

export function addDirectoryCommands(program: Command, terminal: Terminal): void {
  program
    .command('directory')
    .description('the directory of another site (MEMBERSHIP_API_URL)')
    .command('accept')
    .description(
      'accept a response of the site that would remove many members and that the server did not apply',
    )
    .option(
      '--remove <number>',
      'how many members it removes, as reported by the log, doctor and /readyz',
      parseId,
    )
    .option('--json', 'one JSON document on standard output: known, removed')
    .action((options: { remove?: number; json?: boolean }) => accept(terminal, options));
}

async function accept(terminal: Terminal, options: { remove?: number; json?: boolean }): Promise<void> {
  const { dataDir } = readConfig();
  const held = await readHeldResponse(dataDir);
  if (held === null) throw new CommandError(`There is nothing to confirm in ${dataDir}.`);
  if (options.remove !== held.removed) throw new CommandError(`${describeHeld(held)} ${howToAccept(held)}`);
  await confirmHeldResponse(dataDir, held);
  const { known, removed } = held;
  createPrint(terminal, options)(
    { known, removed },
    `The running server will remove ${removed} of ${known} members within seconds, if the site still sends the same members. ` +
      'The confirmation is valid for one hour.',
  );
}
