import type { Command } from 'commander';
import { userFields } from '@/lib/membership-api/fields/person';
import { createAreaCentre } from '@/lib/membership-store/area-centre';
import { byCommand } from '@/lib/membership-store/journal';
import { findNameProblem } from '@/lib/membership-store/name-problem';
import { withMembersWriter } from '@/lib/membership-store/write';
import { collectPairs, parseId } from './arguments';
import { chooseOrganisation } from './choose-organisation';
import { fieldNames, setFields } from './field-values';
import { requirePersonId, withWho, type WhoOptions } from './find-person';
import { showPerson } from './person-show';
import { CommandError, UsageError, withSession, type Session, type Terminal } from './session';

/** `person show|set`: one person of an organisation. */
export function addPersonCommands(program: Command, terminal: Terminal): void {
  const person = program.command('person').description('one person of an organisation');
  addShow(person, terminal);
  addSet(person, terminal);
}

export interface PersonOptions extends WhoOptions {
  organisation?: number;
  reason?: string;
  json?: boolean;
}

function addShow(person: Command, terminal: Terminal): void {
  withWho(person.command('show').description('show a person, their memberships, account and last changes'))
    .option('--organisation <id>', 'which one; needed when there are several', parseId)
    .option('--json', 'one JSON document on standard output')
    .action((options: PersonOptions) =>
      withSession(terminal, options, (session) => showPerson(session, options)),
    );
}

function addSet(person: Command, terminal: Terminal): void {
  person
    .command('set')
    .argument('<id>', "the person's ID", parseId)
    .argument(
      '<field...>',
      `Field=value; an empty value clears the field. The fields are ${fieldNames(userFields).join(', ')}`,
      (text, previous?: [string, string][]) => collectPairs(text, previous),
    )
    .description('change a person, in all their memberships')
    .option('--reason <text>', 'the reason, for the journal')
    .option('--organisation <id>', 'which one; needed when there are several', parseId)
    .option('--json', 'one JSON document on standard output: personId, changed')
    .action((id: number, pairs: [string, string][], options: PersonOptions) =>
      withSession(terminal, options, (session) => setPerson(session, { id, pairs, options })),
    );
}

async function setPerson(
  { store, clock, config, tell }: Session,
  { id, pairs, options }: { id: number; pairs: [string, string][]; options: PersonOptions },
): Promise<void> {
  const organisationId = await chooseOrganisation(store, options.organisation ?? null);
  const personId = await requirePersonId(store, organisationId, id);
  const cause = byCommand('person set', options.reason ?? null);
  const areaCentre = createAreaCentre(config.dataDir);
  const changed = await withMembersWriter(
    store,
    { organisationId, clock, areaCentre, cause },
    async (writer) => {
      const before = await writer.findPerson(personId);
      if (before === null) throw new CommandError(`Person ${personId} was removed`);
      const after = { ...setFields(userFields, before, pairs), id: personId };
      const isContact = await writer.hasCorporateMembership(personId);
      const unnamed = findNameProblem(after, { isContact });
      if (unnamed !== null) throw new UsageError(`"${unnamed.field ?? 'LastName'}" ${unnamed.reason}`);
      await writer.putPerson(after);
      return writer.hasChanged;
    },
  );
  tell({ personId, changed }, changed ? `Person ${personId} is changed.` : 'Nothing differs.');
}
