import type { Command } from 'commander';
import { createAreaCentre } from '@/lib/membership-service/import/area-centre';
import { withMembersWriter } from '@/lib/membership-service/store/write';
import { readOrganisation } from '@/lib/membership-service/store/structure';
import { collectPairs, parseId } from './arguments';
import { applySetting, settingNames } from './organisation-settings';
import { CommandError, withSession, type Session, type Terminal } from './session';

/** `organisation set|list`: the associations in this database and how they present themselves. */
export function addOrganisationCommands(program: Command, terminal: Terminal): void {
  const organisation = program.command('organisation').description('the associations in this database');
  organisation
    .command('list')
    .description('list organisations with the number of their memberships')
    .option('--json', 'one JSON document on standard output')
    .action((options: { json?: boolean }) => withSession(terminal, options, listOrganisations));
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

async function listOrganisations({ store, tell }: Session): Promise<void> {
  const rows = await store.members
    .selectFrom('organisation')
    .leftJoin('membership', 'membership.organisation_id', 'organisation.id')
    .select(({ fn }) => [
      'organisation.id',
      'organisation.name',
      fn.count<number>('membership.id').as('memberships'),
    ])
    .groupBy(['organisation.id', 'organisation.name'])
    .orderBy('organisation.id')
    .execute();
  const organisations = rows.map((row) => ({ ...row, memberships: Number(row.memberships) }));
  const lines = organisations.map(
    ({ id, name, memberships }) => `${id}  ${name}  (${memberships} memberships)`,
  );
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
