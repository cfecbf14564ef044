import type { Command } from 'commander';
import { invite } from '@/lib/membership-service/accounts/password-links';
import { setPassword } from '@/lib/membership-service/accounts/passwords';
import { findPeopleByEmail } from '@/lib/membership-service/accounts/people';
import { createMailer } from '@/lib/membership-service/mail';
import { parseId } from './arguments';
import { CommandError, UsageError, withSession, type Session, type Terminal } from './session';

interface WhoOptions {
  organisation: number;
  email?: string;
  person?: number;
  all?: boolean;
  json?: boolean;
}

/** `account invite|set-password`: how members come to a password. */
export function addAccountCommands(program: Command, terminal: Terminal): void {
  const account = program.command('account').description("members' passwords");
  withWho(account.command('invite').description('mail a link to set a password'))
    .option('--all', 'everyone with an e-mail address who has no password yet')
    .action((options: WhoOptions) =>
      withSession(terminal, options, (session) => inviteMembers(session, options)),
    );
  withWho(account.command('set-password').description('set the password that standard input holds')).action(
    (options: WhoOptions) => withSession(terminal, options, (session) => setMemberPassword(session, options)),
  );
}

function withWho(command: Command): Command {
  return command
    .requiredOption('--organisation <id>', 'whose member', parseId)
    .option('--email <address>', 'the member by e-mail address')
    .option('--person <id>', "the member by the person's ID", parseId)
    .option('--json', 'one JSON document on standard output');
}

async function inviteMembers(session: Session, options: WhoOptions): Promise<void> {
  const { config, store, clock, tell } = session;
  const { organisation: organisationId } = options;
  const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataDir: config.dataDir });
  const ids = options.all
    ? await findWithoutPassword(session, organisationId)
    : [await findPersonId(session, options)];
  const links = { store, baseUrl: config.baseUrl, mailer, now: clock() };
  for (const personId of ids) await invite(links, { organisationId, personId });
  const where =
    config.smtpUrl === null ? ` (no SMTP_URL is set: the mail is in ${config.dataDir}/outbox)` : '';
  tell({ invited: ids.length }, `Invited ${ids.length} ${ids.length === 1 ? 'member' : 'members'}${where}.`);
}

async function setMemberPassword(session: Session, options: WhoOptions): Promise<void> {
  const { store, clock, tell, terminal } = session;
  const personId = await findPersonId(session, options);
  const password = await terminal.readInput();
  await setPassword(store, { organisationId: options.organisation, personId, password }, clock());
  tell({ personId }, `The password of person ${personId} is set; their sessions have ended.`);
}

async function findPersonId({ store }: Session, options: WhoOptions): Promise<number> {
  if (options.person !== undefined) return options.person;
  if (options.email === undefined) throw new UsageError('Say who: --email ADDRESS or --person ID');
  const found = await findPeopleByEmail(store, {
    organisationId: options.organisation,
    email: options.email,
  });
  const [person] = found;
  if (person === undefined) {
    throw new CommandError(
      `Nobody in organisation ${options.organisation} has the e-mail address ${options.email}`,
    );
  }
  if (found.length > 1) {
    const who = found.map(({ id, name }) => `  --person ${id}  ${name}`).join('\n');
    throw new CommandError(`Several people share ${options.email}; say which:\n${who}`);
  }
  return person.id;
}

async function findWithoutPassword({ store }: Session, organisationId: number): Promise<number[]> {
  const people = await store.members
    .selectFrom('person')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('email', '!=', '')
    .orderBy('id')
    .execute();
  const accounts = await store.auth
    .selectFrom('account')
    .select('person_id')
    .where('organisation_id', '=', organisationId)
    .where('password_hash', 'is not', null)
    .execute();
  const have = new Set(accounts.map(({ person_id }) => person_id));
  return people.map(({ id }) => id).filter((id) => !have.has(id));
}
