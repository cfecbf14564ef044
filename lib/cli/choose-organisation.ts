import type { Command } from 'commander';
import type { Store } from '@/lib/store/database';
import { parseId } from './arguments';
import { CommandError, UsageError } from './session';

export function withOrganisation(command: Command): Command {
  return command.option('--organisation <id>', 'the organisation; needed if there are several', parseId);
}

/**
 * The ID of the named organisation. If `named` is null, the ID of the only organisation.
 * @throws CommandError if the named ID does not exist
 * @throws UsageError if there are several organisations and none is named
 */
export async function chooseOrganisation(store: Store, named: number | null): Promise<number> {
  let query = store.members.selectFrom('organisation').select('id').orderBy('id').limit(2);
  if (named !== null) query = query.where('id', '=', named);
  const [first, second] = await query.execute();
  if (first === undefined) {
    throw new CommandError(
      named === null ? 'There are no organisations yet.' : `There is no organisation ${named}`,
    );
  }
  if (second !== undefined) throw new UsageError('There are several organisations: add --organisation ID');
  return first.id;
}
