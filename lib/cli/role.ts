import { InvalidArgumentError, type Command } from 'commander';
import { officeRoles, type OfficeRole } from '@/lib/contract/fields/role';
import { findPeople } from '@/lib/sign-in/accounts/people';
import { grantRole, revokeRole, withArticle } from '@/lib/changes/roles';
import { byCommand } from '@/lib/store/journal';
import type { RoleRecord, Structure } from '@/lib/store/schema/records';
import { readRoleHolders } from '@/lib/store/roles';
import { textKey } from '@/lib/base/text-key';
import { collect } from './arguments';
import { chooseOrganisation, withOrganisation } from './choose-organisation';
import { findPersonId, withWho, type WhoOptions } from './find-person';
import type { Terminal } from './terminal';
import { CommandError, withSession, type Session } from './session';

interface RoleOptions extends WhoOptions {
  organisation?: number;
  role: OfficeRole;
  chapter?: string[];
  force?: boolean;
  reason?: string;
  json?: boolean;
}

/** `role grant|list|revoke` decides who may use the office. */
export function addRoleCommands(program: Command, terminal: Terminal): void {
  const role = program.command('role').description('who may use the office, and for what');
  addChange(role, 'grant')
    .description(
      'give a person a role, which replaces the one they have; an officer keeps the chapters they have',
    )
    .action((options: RoleOptions) =>
      withSession(terminal, options, (session) => change(session, 'grant', options)),
    );
  addChange(role, 'revoke')
    .description("remove a person's role, or some of an officer's chapters")
    .action((options: RoleOptions) =>
      withSession(terminal, options, (session) => change(session, 'revoke', options)),
    );
  withOrganisation(role.command('list'))
    .description('list the people who have a role')
    .option('--json', 'one JSON document on standard output: a list of personId, name, role, chapters')
    .action((options: { organisation?: number; json?: boolean }) =>
      withSession(terminal, options, (session) => list(session, options.organisation ?? null)),
    );
}

function addChange(role: Command, name: string): Command {
  return withWho(withOrganisation(role.command(name)))
    .requiredOption('--role <role>', officeRoles.join(', '), parseRole)
    .option('--chapter <chapter>', "an officer's chapter, by name or ID; may be repeated", collect)
    .option('--force', 'even if this leaves the association without an owner')
    .option('--reason <text>', 'the reason, for the journal')
    .option('--json', 'one JSON document on standard output: personId, role, chapters');
}

async function change(
  { store, write, print }: Session,
  verb: 'grant' | 'revoke',
  options: RoleOptions,
): Promise<void> {
  const organisationId = await chooseOrganisation(store, options.organisation ?? null);
  const personId = await findPersonId(store, organisationId, options);
  const cause = byCommand(`role ${verb}`, options.reason ?? null);
  const now = await write({ organisationId, cause }, async (writer) => {
    if (writer.structure.current === null)
      throw new CommandError(`There is no organisation ${organisationId}`);
    const chapters = writer.structure.current.chapters;
    const chapterIds = (options.chapter ?? []).map((text) => requireChapter(chapters, text));
    const asked = { personId, role: options.role, chapterIds, isForced: options.force ?? false };
    return verb === 'grant' ? grantRole(writer, asked) : revokeRole(writer, asked);
  });
  print({ personId, role: now.role, chapters: now.chapterIds }, `Person ${personId} ${describe(now)}.`);
}

async function list({ store, print }: Session, named: number | null): Promise<void> {
  const organisationId = await chooseOrganisation(store, named);
  const holders = await readRoleHolders(store.members, organisationId);
  const people = await findPeople(store, { organisationId, ids: holders.map(({ id }) => id) });
  const rows = holders.map(({ id, role, chapterIds }) => ({
    personId: id,
    name: people.find((one) => one.id === id)?.name ?? '',
    role,
    chapters: chapterIds,
  }));
  const lines = rows.map(({ personId, name, role, chapters }) => {
    const record = { id: personId, role, chapterIds: chapters };
    return `${personId}  ${name} ${describe(record)}`;
  });
  print(
    rows,
    lines.length > 0
      ? lines
      : 'Nobody has a role. To add an owner: ./chapterhouse role grant --role owner --email ADDRESS',
  );
}

function describe({ role, chapterIds }: RoleRecord): string {
  if (role === null) return 'has no role';
  const of = chapterIds.length === 0 ? '' : ` of chapter ${chapterIds.join(', ')}`;
  return `is ${withArticle(role)}${of}`;
}

function parseRole(text: string): OfficeRole {
  const role = officeRoles.find((one) => one === text);
  if (role === undefined) throw new InvalidArgumentError(`It must be one of ${officeRoles.join(', ')}.`);
  return role;
}

/** Finds the chapter by its name, ignoring case and accents. If no chapter has that name, the text may be an ID. */
function requireChapter(chapters: Structure['chapters'], text: string): number {
  const named = [...chapters.values()].filter(({ name }) => textKey(name) === textKey(text));
  const [found] = named.length > 0 ? named : [...chapters.values()].filter(({ id }) => String(id) === text);
  if (named.length > 1) throw new CommandError(`Several chapters are called "${text}": give the ID`);
  if (found === undefined) throw new CommandError(`There is no chapter "${text}"`);
  return found.id;
}
