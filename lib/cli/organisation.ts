import type { Command } from 'commander';
import { byCommand } from '@/lib/store/journal';
import { appendErasures, readErasures } from '@/lib/privacy/erasure/erasures-file';
import type { OrganisationRecord } from '@/lib/store/schema/records';
import { removeOrganisation } from '@/lib/store/remove-organisation';
import { readOrganisation } from '@/lib/store/structure';
import { readTombstones } from '@/lib/store/tombstone';
import { collectPairs, parseId } from './arguments';
import { applyOrganisation } from './apply-organisation';
import { followCountry } from '@/lib/changes/follow-country';
import { plural } from '@/lib/base/plural';
import { readOrganisationFile } from './organisation-file';
import { applySetting, settingNames } from './organisation-settings';
import type { Terminal } from './terminal';
import { CommandError, withSession, type Session } from './session';

/** `organisation apply|set|list|remove`: the associations in this database, their settings and structure. */
export function addOrganisationCommands(program: Command, terminal: Terminal): void {
  const organisation = program.command('organisation').description('the associations in this database');
  organisation
    .command('list')
    .description('list organisations with their settings and the number of their memberships')
    .option('--json', 'one JSON document on standard output')
    .action((options: { json?: boolean }) => withSession(terminal, options, listOrganisations));
  addApply(organisation, terminal);
  addRemove(organisation, terminal);
  organisation
    .command('set')
    .argument(
      '<setting...>',
      `key=value; keys are ${settingNames.join(', ')}`,
      (text, previous?: [string, string][]) => collectPairs(text, previous),
    )
    .description('change settings of an organisation')
    .requiredOption('--organisation <id>', 'the organisation', parseId)
    .option('--json', 'one JSON document on standard output')
    .action((settings: [string, string][], options: { organisation: number; json?: boolean }) =>
      withSession(terminal, options, (session) => setOrganisation(session, options.organisation, settings)),
    );
}

function addApply(organisation: Command, terminal: Terminal): void {
  organisation
    .command('apply')
    .argument('<file>', 'a JSON file of settings, types, categories, chapters, addons and extras')
    .description('set settings and structure from a file; anything that is not in the file is left unchanged')
    .requiredOption('--organisation <id>', 'the organisation; it is created if it does not exist', parseId)
    .option('--json', 'one JSON document on standard output: created, updated, unchanged')
    .addHelpText('after', '\ndocs/operators.md has an example file.')
    .action(
      (file: string, { organisation: organisationId, json }: { organisation: number; json?: boolean }) =>
        withSession(terminal, { json: json ?? false }, async ({ path, write, print, config }) => {
          const desired = readOrganisationFile(path(file));
          const target = { organisationId, cause: byCommand('organisation apply') };
          const counts = await write(target, async (writer) => {
            if (writer.structure.current === null) await writer.erasures.adopt(readErasures(config.dataDir));
            return applyOrganisation(writer, organisationId, desired);
          });
          const { created, updated, unchanged } = counts;
          print(
            counts,
            `Organisation ${organisationId}: ${created} created, ${updated} updated, ${unchanged} unchanged.`,
          );
        }),
    );
}

function addRemove(organisation: Command, terminal: Terminal): void {
  organisation
    .command('remove')
    .description('remove an organisation with all its members, clients and accounts')
    .requiredOption('--organisation <id>', 'the organisation', parseId)
    .option('--yes', 'remove it even if it has memberships or clients')
    .option('--json', 'one JSON document on standard output: removed, memberships, clients')
    .action((options: { organisation: number; yes?: boolean; json?: boolean }) =>
      withSession(terminal, options, (session) => removeWhole(session, options)),
    );
}

async function removeWhole(
  { store, print, config }: Session,
  { organisation: organisationId, yes = false }: { organisation: number; yes?: boolean },
): Promise<void> {
  const organisation = await readOrganisation(store.members, organisationId);
  if (organisation === null) throw new CommandError(`There is no organisation ${organisationId}`);
  const { memberships } = await store.members
    .selectFrom('membership')
    .select(({ fn }) => fn.countAll<number>().as('memberships'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  const { clients } = await store.auth
    .selectFrom('client')
    .select(({ fn }) => fn.countAll<number>().as('clients'))
    .where('organisation_id', '=', organisationId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  const what = `${plural(Number(memberships), 'membership')} and ${plural(Number(clients), 'client')}`;
  if (Number(memberships) + Number(clients) > 0 && !yes) {
    throw new CommandError(
      `${organisation.name} (${organisationId}) has ${what}. Make a backup, then add --yes to remove them all`,
    );
  }
  // The database also loses the tombstones, so they are first added to the file of erasures. Otherwise, the import of
  // an old file could bring erased persons back.
  appendErasures(config.dataDir, await readTombstones(store.members, organisationId));
  await removeOrganisation(store, organisationId);
  print(
    { removed: organisationId, memberships: Number(memberships), clients: Number(clients) },
    `Removed ${organisation.name} (${organisationId}) with ${what}.`,
  );
}

async function listOrganisations({ store, print }: Session): Promise<void> {
  const rows = await store.members
    .selectFrom('organisation')
    .leftJoin('membership', 'membership.organisation_id', 'organisation.id')
    .select(({ fn }) => ['organisation.id', fn.count<number>('membership.id').as('memberships')])
    .groupBy('organisation.id')
    .orderBy('organisation.id')
    .execute();
  const organisations: (OrganisationRecord & { memberships: number })[] = [];
  for (const { id, memberships } of rows) {
    const record = await readOrganisation(store.members, id);
    if (record !== null) organisations.push({ ...record, memberships: Number(memberships) });
  }
  const lines = organisations.flatMap((one) => [
    `${one.id}  ${one.name}  (${plural(one.memberships, 'membership')})`,
    ...Object.entries(one)
      .filter(([key]) => settingNames.includes(key) && key !== 'name')
      .map(([key, value]) => `     ${key.padEnd(19)} ${value ?? '-'}`),
  ]);
  print(organisations, lines.length > 0 ? lines : 'There are no organisations yet.');
}

async function setOrganisation(
  session: Session,
  organisationId: number,
  settings: [string, string][],
): Promise<void> {
  const { store, write, print } = session;
  const before = await readOrganisation(store.members, organisationId);
  if (before === null) throw new CommandError(`There is no organisation ${organisationId}`);
  const isCurrencyGiven = settings.some(([key]) => key === 'currency');
  const organisation = followCountry(settings.reduce(applySetting, before), { before, isCurrencyGiven });
  const target = { organisationId, cause: byCommand('organisation set') };
  await write(target, (writer) => writer.structure.putOrganisation(organisation));
  const names = settings.map(([key]) => key).join(', ');
  const hasFollowed = !isCurrencyGiven && organisation.currency !== before.currency;
  print(organisation, [
    `Saved settings of ${organisation.name} (${organisationId}): ${names}.`,
    ...(hasFollowed ? [`The currency is now ${organisation.currency}, the default for the country.`] : []),
  ]);
}
