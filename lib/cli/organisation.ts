import type { Command } from 'commander';
import { createAreaCentre } from '@/lib/membership-service/import/area-centre';
import { withMembersWriter } from '@/lib/membership-service/store/write';
import type { OrganisationRecord } from '@/lib/membership-service/store/records';
import { readOrganisation } from '@/lib/membership-service/store/structure';
import { collectPairs, parseId } from './arguments';
import { applyOrganisation } from './apply-organisation';
import { readOrganisationFile } from './organisation-file';
import { applySetting, settingNames } from './organisation-settings';
import { CommandError, withSession, type Session, type Terminal } from './session';

/** `organisation apply|set|list`: the associations in this database and how they present themselves. */
export function addOrganisationCommands(program: Command, terminal: Terminal): void {
  const organisation = program.command('organisation').description('the associations in this database');
  organisation
    .command('list')
    .description('list organisations with their settings and the number of their memberships')
    .option('--json', 'one JSON document on standard output')
    .action((options: { json?: boolean }) => withSession(terminal, options, listOrganisations));
  addApply(organisation, terminal);
  organisation
    .command('set')
    .argument(
      '<setting...>',
      `key=value; keys are ${settingNames.join(', ')}`,
      (text, previous?: [string, string][]) => collectPairs(text, previous),
    )
    .description('change settings of an organisation')
    .requiredOption('--organisation <id>', 'which one', parseId)
    .option('--json', 'one JSON document on standard output')
    .action((settings: [string, string][], options: { organisation: number; json?: boolean }) =>
      withSession(terminal, options, (session) => setOrganisation(session, options.organisation, settings)),
    );
}

function addApply(organisation: Command, terminal: Terminal): void {
  organisation
    .command('apply')
    .argument('<file>', 'a JSON file of settings, types, categories, chapters, addons and extras')
    .description('make settings and structure as a file has them; what it leaves out stays')
    .requiredOption('--organisation <id>', 'which one; made when it does not exist', parseId)
    .option('--json', 'one JSON document on standard output: created, updated, unchanged')
    .addHelpText('after', '\ndocs/operators.md shows such a file.')
    .action(
      (file: string, { organisation: organisationId, json }: { organisation: number; json?: boolean }) =>
        withSession(terminal, { json: json ?? false }, async ({ store, clock, config, path, tell }) => {
          const wanted = readOrganisationFile(path(file));
          const areaCentre = createAreaCentre(config.dataDir);
          const counts = await withMembersWriter(store, { organisationId, clock, areaCentre }, (writer) =>
            applyOrganisation(writer, organisationId, wanted),
          );
          const { created, updated, unchanged } = counts;
          tell(
            counts,
            `Organisation ${organisationId}: ${created} created, ${updated} updated, ${unchanged} unchanged.`,
          );
        }),
    );
}

async function listOrganisations({ store, tell }: Session): Promise<void> {
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
    `${one.id}  ${one.name}  (${one.memberships} memberships)`,
    ...Object.entries(one)
      .filter(([key]) => settingNames.includes(key) && key !== 'name')
      .map(([key, value]) => `     ${key.padEnd(19)} ${value ?? '-'}`),
  ]);
  tell(organisations, lines.length > 0 ? lines : 'There are no organisations yet.');
}

async function setOrganisation(
  session: Session,
  organisationId: number,
  settings: [string, string][],
): Promise<void> {
  const { store, clock, config, tell } = session;
  const before = await readOrganisation(store.members, organisationId);
  if (before === null) throw new CommandError(`There is no organisation ${organisationId}`);
  const organisation = settings.reduce(applySetting, before);
  const areaCentre = createAreaCentre(config.dataDir);
  await withMembersWriter(store, { organisationId, clock, areaCentre }, (writer) =>
    writer.putOrganisation(organisation),
  );
  tell(
    organisation,
    `${organisation.name} (${organisationId}): ${settings.map(([key]) => key).join(', ')} set.`,
  );
}
