import type { Command } from 'commander';
import { readConfig } from '@/lib/base/config';
import {
  confirmHeldResponse,
  describeHeld,
  howToAccept,
  readHeldResponse,
} from '@/lib/directory/model/held-response';
import { parseId } from './arguments';
import type { Terminal } from './terminal';
import { CommandError, createPrint } from './session';

export function addDirectoryCommands(program: Command, terminal: Terminal): void {
  program
    .command('directory')
    .description('the members that the directory reads from another site (MEMBERSHIP_API_URL)')
    .command('accept')
    .description(
      'remove the many members that the site no longer sends; until you confirm this, the directory still shows them',
    )
    .option(
      '--remove <number>',
      'how many members to remove: the number that the log, doctor and /readyz report',
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
