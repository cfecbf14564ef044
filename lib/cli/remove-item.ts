import type { Command } from 'commander';
import { removeItem } from '@/lib/changes/remove-item';
import type { MembersWriter } from '@/lib/store/members-writer';
import { itemsOf, type RemovableItem } from '@/lib/store/remove-items';
import { byCommand } from '@/lib/store/journal';
import { textKey } from '@/lib/base/text-key';
import { plural } from '@/lib/base/plural';
import { parseId } from './arguments';
import type { Terminal } from './terminal';
import { CommandError, UsageError, withSession, type Session } from './session';

interface RemoveOptions {
  organisation: number;
  unused?: boolean;
  yes?: boolean;
  replaceWith?: string;
  json?: boolean;
}

interface NamedItem {
  id: number;
  name: string;
}

/** `type|category|chapter|addon remove`: removes items that members refer to. */
export function addRemoveItemCommands(program: Command, terminal: Terminal): void {
  addRemove(program, terminal, 'type', 'membership types');
  addRemove(program, terminal, 'category', 'categories of members');
  addRemove(program, terminal, 'chapter', 'chapters and their committees');
  addRemove(program, terminal, 'addon', 'addons to memberships');
}

function addRemove(program: Command, terminal: Terminal, item: RemovableItem, what: string): void {
  const remove = program
    .command(item)
    .description(what)
    .command('remove')
    .argument('[name...]', 'by name or ID')
    .description(`remove ${what}`)
    .requiredOption('--organisation <id>', 'whose', parseId)
    .option('--unused', 'all that no membership uses')
    .option('--json', 'one JSON document on standard output: removed, memberships');
  if (item === 'type')
    remove.option('--replace-with <name>', 'the new type for the memberships that have it');
  else remove.option('--yes', 'also remove it from the memberships, committees and officers that have it');
  remove.action((names: string[], options: RemoveOptions) =>
    withSession(terminal, options, (session) => removeItems(session, item, names, options)),
  );
}

async function removeItems(
  { write, print }: Session,
  item: RemovableItem,
  names: readonly string[],
  options: RemoveOptions,
): Promise<void> {
  const { unused = false } = options;
  if (names.length === 0 && !unused) throw new UsageError('Give names or IDs, or --unused');
  if (names.length > 0 && unused) throw new UsageError('Give names or --unused, not both');
  const { organisation: organisationId } = options;
  const cause = byCommand(`${item} remove`);
  const done = await write({ organisationId, cause }, async (writer) => {
    const known = requireItems(writer, item, organisationId);
    if (unused) {
      const removed: string[] = [];
      for (const { id, name } of [...known.values()]) {
        const { isRemoved } = await removeItem(writer, { item, id, replaceWith: null, takesAway: false });
        if (isRemoved) removed.push(name);
      }
      return { removed, memberships: 0 };
    }
    const chosen = names.map((name) => requireItem(known, item, name));
    let memberships = 0;
    for (const one of chosen) memberships += await removeOne(writer, item, one, { known, options });
    return { removed: chosen.map(({ name }) => name), memberships };
  });
  const changed = done.memberships === 0 ? '' : `; ${plural(done.memberships, 'membership')} changed`;
  print(
    done,
    done.removed.length === 0 ? 'Nothing was removed.' : `Removed ${done.removed.join(', ')}${changed}.`,
  );
}

async function removeOne(
  writer: MembersWriter,
  item: RemovableItem,
  { id, name }: NamedItem,
  { known, options }: { known: Map<number, NamedItem>; options: RemoveOptions },
): Promise<number> {
  const other = options.replaceWith === undefined ? null : requireItem(known, item, options.replaceWith);
  if (other?.id === id) throw new UsageError('--replace-with must name another type');
  const removal = { item, id, replaceWith: other?.id ?? null, takesAway: options.yes ?? false };
  const removed = await removeItem(writer, removal);
  if (removed.isRemoved) return removed.memberships;
  const how =
    item === 'type'
      ? 'give them another type with --replace-with NAME'
      : 'add --yes to remove it from them too';
  throw new CommandError(`The ${item} "${name}" is in use (${removed.uses}): ${how}`);
}

function requireItems(
  writer: MembersWriter,
  item: RemovableItem,
  organisationId: number,
): Map<number, NamedItem> {
  if (writer.structure.current === null) throw new CommandError(`There is no organisation ${organisationId}`);
  return itemsOf(writer.structure.current, item);
}

/** Finds the item by its name, ignoring case and accents. If no item has that name, the text may be an ID. */
function requireItem(known: Map<number, NamedItem>, item: RemovableItem, text: string): NamedItem {
  const named = [...known.values()].filter(({ name }) => textKey(name) === textKey(text));
  if (named.length > 1) {
    throw new CommandError(
      `Several have the name "${text}"; give the ID of one: ${named.map(({ id }) => id).join(', ')}`,
    );
  }
  const found = named[0] ?? (/^\d+$/.test(text) ? known.get(Number(text)) : undefined);
  if (found !== undefined) return found;
  const names = [...known.values()].map(({ id, name }) => `${name} (${id})`).join(', ');
  throw new CommandError(`There is no ${item} "${text}"; there are ${names === '' ? 'none' : names}`);
}
