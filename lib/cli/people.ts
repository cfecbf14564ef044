import type { Command } from 'commander';
import { removeAccounts } from '@/lib/sign-in/accounts/remove-accounts';
import { byCommand } from '@/lib/store/journal';
import { parseId } from './arguments';
import type { Terminal } from './terminal';
import { CommandError, withSession, type Session } from './session';

interface PeopleOptions {
  organisation: number;
  withoutMembership: boolean;
  json?: boolean;
}

export function addPeopleCommands(program: Command, terminal: Terminal): void {
  program
    .command('people')
    .description('the people of an organisation')
    .command('remove')
    .description(
      'remove the people who have no membership, no role, and no current or future committee seat; their passwords and sessions are removed too',
    )
    .requiredOption('--organisation <id>', 'whose', parseId)
    .requiredOption('--without-membership', 'people without a membership')
    .option('--json', 'one JSON document on standard output: removed')
    .action((options: PeopleOptions) =>
      withSession(terminal, options, (session) => removePeople(session, options)),
    );
}

async function removePeople(
  { store, clock, write, print }: Session,
  { organisation: organisationId }: PeopleOptions,
): Promise<void> {
  const cause = byCommand('people remove');
  const personIds = await write({ organisationId, cause }, async (writer) => {
    if (writer.structure.current === null)
      throw new CommandError(`There is no organisation ${organisationId}`);
    const ids = await writer.peopleWithoutMembership();
    await writer.persons.remove(ids);
    return ids;
  });
  await removeAccounts(store, { organisationId, personIds }, { cause, now: clock() });
  print({ removed: personIds.length }, `Removed ${personIds.length} people without a membership.`);
}
