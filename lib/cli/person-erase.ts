import type { Command } from 'commander';
import { removeFromSnapshot } from '@/lib/directory/model/snapshot-file';
import { findReplaced } from '@/lib/store/data-folder/replace-data';
import {
  completeErasure,
  erasePerson,
  planErasure,
  type ErasurePlan,
} from '@/lib/privacy/erasure/erase-person';
import {
  findOpenErasures,
  type ErasureServices,
  type SettledErasure,
} from '@/lib/privacy/erasure/settle-erasures';
import type { Store } from '@/lib/store/database';
import { readErasureSubject } from '@/lib/store/erasure-subject';
import { byCommand } from '@/lib/store/journal';
import { findSurvivor } from '@/lib/store/person-aliases';
import type { MemberRecord, PersonRecord } from '@/lib/store/schema/records';
import { erasedOn, findTombstone, type Tombstone } from '@/lib/store/tombstone';
import { parseId } from './arguments';
import { chooseOrganisation, withOrganisation } from './choose-organisation';
import { findPersonId, withWho, type WhoOptions } from './find-person';
import { oneLine } from './printable';
import type { Terminal } from './terminal';
import { CommandError, UsageError, withSession, type Session } from './session';

interface EraseOptions extends WhoOptions {
  organisation?: number;
  newContact?: number;
  withCompany?: boolean;
  yes?: boolean;
  reason?: string;
  json?: boolean;
}

/** `person erase` deletes everything about a person (docs/decisions.md, J19 to J21). */
export function addErase(person: Command, terminal: Terminal): void {
  withWho(withOrganisation(person.command('erase')).description('erase a person everywhere, permanently'))
    .option('--new-contact <id>', "the person who becomes the contact of the person's company", parseId)
    .option('--with-company', "erase the person's company too; its members stay without it")
    .option('--yes', 'erase without asking')
    .option('--reason <text>', 'the reason, stored in the journal permanently; do not include the name')
    .option('--json', 'one JSON document: personId, erasedAt, memberships, kept, detached, complete')
    .addHelpText(
      'after',
      '\nBackups, exports and .bad.csv files are not changed. An erasure cannot be undone.',
    )
    .action((options: EraseOptions) => withSession(terminal, options, (session) => erase(session, options)));
}

async function erase(session: Session, options: EraseOptions): Promise<void> {
  const { store, config, clock, print } = session;
  if (options.newContact !== undefined && options.withCompany)
    throw new UsageError('Give --new-contact or --with-company, not both');
  const organisationId = await chooseOrganisation(store, options.organisation ?? null);
  const personId = await findErasable(store, organisationId, options);
  const { dataDir } = config;
  const services: ErasureServices = {
    dataDir,
    clock,
    forgetErased: (erased) => removeFromSnapshot(dataDir, erased),
  };
  const erasure = {
    organisationId,
    personId,
    newContactId: options.newContact ?? null,
    withCompany: options.withCompany ?? false,
    cause: byCommand('person erase', options.reason ?? null),
  };
  const plan = await planErasure(store, erasure, services);
  if (plan === null) return completeEarlier(session, { organisationId, personId }, services);
  if (!options.yes) await confirm(session, plan);
  const settled = await erasePerson(store, erasure, services);
  const tombstone = requireTombstone(settled);
  const { kept, detached } = plan;
  print({ ...toDocument(tombstone), kept, detached, complete: settled.isComplete }, [
    `Person ${personId} is erased.`,
    ...describeEffects(plan),
    ...(await describeOutside(store, { organisationId, dataDir: config.dataDir })),
  ]);
  requireComplete(settled);
}

/** Also finds somebody who was erased, or who was removed and is only in the journal. */
async function findErasable(store: Store, organisationId: number, options: EraseOptions): Promise<number> {
  const { person, email, number } = options;
  if (person !== undefined && email === undefined && number === undefined) {
    if ((await findSurvivor(store.members, organisationId, person)) === null) {
      const tombstone = await findTombstone(store.members, organisationId, person);
      if (tombstone !== null) return tombstone.personId;
      if ((await readErasureSubject(store.members, organisationId, [person])) !== null) return person;
    }
  }
  return findPersonId(store, organisationId, options);
}

/** The person was erased before this command. A process that was killed may have left some steps. */
async function completeEarlier(
  { store, print }: Session,
  erased: { organisationId: number; personId: number },
  services: ErasureServices,
): Promise<void> {
  const open = await findOpenErasures(store, erased.organisationId);
  const settled = await completeErasure(store, erased, services);
  const tombstone = requireTombstone(settled);
  const { timeZone } = await readOrganisation(store, erased.organisationId);
  const isOpen = open.some(({ personId }) => personId === erased.personId);
  print({ ...toDocument(tombstone), kept: [], detached: [], complete: settled.isComplete }, [
    `Person ${erased.personId} was ${erasedOn(tombstone, timeZone)}.`,
    ...(isOpen ? [] : ['Nothing was changed.']),
    ...(isOpen && settled.isComplete ? ['The erasure had been interrupted. It is complete now.'] : []),
  ]);
  requireComplete(settled);
}

/** @throws CommandError if the erasure could not continue */
function requireTombstone({ personId, tombstone, problem }: SettledErasure): Tombstone {
  if (tombstone === null) throw new CommandError(problem ?? `Person ${personId} was not erased`);
  return tombstone;
}

/** @throws CommandError if a later run must finish the erasure */
function requireComplete({ isComplete, problem }: SettledErasure): void {
  if (isComplete) return;
  throw new CommandError(
    `The erasure is not complete: deleted data may still be in the database files, because ${problem}. A running server tries again every 30 seconds. You can also run this command again.`,
    true,
  );
}

function toDocument({ personId, erasedAt, membershipIds }: Tombstone) {
  return { personId, erasedAt: new Date(erasedAt).toISOString(), memberships: membershipIds };
}

/**
 * Asks whether to erase this person.
 * @throws UsageError if there is no terminal to ask on
 * @throws CommandError if the answer is not yes
 */
async function confirm({ terminal }: Session, plan: ErasurePlan): Promise<void> {
  const { subject, tombstone } = plan;
  const what = [...subject.persons.map(describePerson), ...subject.members.map(describeMembership)];
  if (what.length === 0)
    what.push(`Person ${tombstone.personId} was removed, but their data is still in the journal`);
  if (terminal.ask === null) {
    throw new UsageError([...what, 'An erasure cannot be undone: add --yes to erase this person'].join('\n'));
  }
  terminal.err([...what, ...describeEffects(plan)].join('\n'));
  const answer = await terminal.ask('An erasure cannot be undone. Erase this person? [y/N] ');
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.');
}

function describePerson({ id, firstName, lastName, email, organisation }: PersonRecord): string {
  const parts = [`${firstName} ${lastName}`.trim(), organisation, email].filter((part) => part !== '');
  return `Person ${id}: ${parts.map(oneLine).join(', ')}`;
}

function describeMembership({ membership }: MemberRecord): string {
  const { id, kind, membershipNumber } = membership;
  return `  ${kind} membership ${id}${membershipNumber === '' ? '' : `, number ${oneLine(membershipNumber)}`}`;
}

function describeEffects({ tombstone, kept, detached }: ErasurePlan): string[] {
  const { membershipIds, contactId } = tombstone;
  return [
    `  memberships to erase, including earlier ones: ${membershipIds.join(', ') || 'none'}`,
    ...(kept.length === 0 ? [] : [`  new contact of membership ${kept.join(', ')}: person ${contactId}`]),
    ...(detached.length === 0 ? [] : [`  memberships that lose their company: ${detached.join(', ')}`]),
  ];
}

/**
 * Describes files that may contain the person's data. The command does not change these files (docs/decisions.md, J21).
 */
async function describeOutside(
  store: Store,
  { organisationId, dataDir }: { organisationId: number; dataDir: string },
): Promise<string[]> {
  const rows = await store.members
    .selectFrom('import_run')
    .select('source')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where('file_hash', 'is not', null)
    .orderBy('source')
    .execute();
  const replaced = findReplaced(dataDir);
  const files = rows.map(({ source }) => oneLine(source));
  return [
    'This command does not change backups, exports or copies of them. If you restore an older backup, the person is erased again.',
    ...(replaced.length === 0
      ? []
      : [
          `Delete the folders with data from before a restore that you no longer need: ${replaced.join(', ')}`,
        ]),
    ...(files.length === 0
      ? []
      : [
          `Delete the imported files that you no longer need, and the .bad.csv files beside them: ${files.join(', ')}`,
        ]),
  ];
}

async function readOrganisation(store: Store, organisationId: number): Promise<{ timeZone: string }> {
  const row = await store.members
    .selectFrom('organisation')
    .select('time_zone as timeZone')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  if (row === undefined) throw new CommandError(`There is no organisation ${organisationId}`);
  return row;
}
