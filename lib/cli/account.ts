import { Option, type Command } from 'commander';
import { hasCode } from '@/lib/base/error-code';
import { findPeople } from '@/lib/sign-in/accounts/people';
import { findUninvited, invite, InvitationError } from '@/lib/sign-in/accounts/password-links';
import { makePasskeyMail } from '@/lib/sign-in/accounts/passkey-mail';
import { removePasskeys } from '@/lib/sign-in/accounts/passkeys';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { unlockSignIn } from '@/lib/sign-in/accounts/sign-in-lock';
import { undelivered } from '@/lib/mail/mailer';
import { byCommand } from '@/lib/store/journal';
import { readOrganisation } from '@/lib/store/structure';
import { plural } from '@/lib/base/plural';
import { parseId } from './arguments';
import { requireCompleteImport } from './complete-import';
import { findPersonId, withWho, type WhoOptions } from './find-person';
import { createProgress } from './progress';
import type { Terminal } from './terminal';
import { CommandError, withSession, type Session } from './session';

interface AccountOptions extends WhoOptions {
  organisation: number;
  all?: boolean;
  json?: boolean;
}

export function addAccountCommands(program: Command, terminal: Terminal): void {
  const account = program.command('account').description("members' passwords and passkeys");
  withMember(account.command('invite').description('send a link to set a password by email'))
    .addOption(
      new Option('--all', 'everyone with an email address but no password and no valid invitation').conflicts(
        ['email', 'person', 'number'],
      ),
    )
    .action((options: AccountOptions) =>
      withSession(terminal, options, (session) => inviteMembers(session, options)),
    );
  withMember(
    account
      .command('set-password')
      .description('set a password: type it when asked (it is not shown), or send it on standard input'),
  ).action((options: AccountOptions) =>
    withSession(terminal, options, (session) => setMemberPassword(session, options)),
  );
  withMember(
    account.command('unlock').description('let a member sign in again after too many wrong passwords'),
  ).action((options: AccountOptions) =>
    withSession(terminal, options, (session) => unlockMember(session, options)),
  );
  withMember(
    account
      .command('remove-passkeys')
      .description('remove all passkeys of a member, who gets an email about it'),
  ).action((options: AccountOptions) =>
    withSession(terminal, options, (session) => removeMemberPasskeys(session, options)),
  );
}

function withMember(command: Command): Command {
  return withWho(command.requiredOption('--organisation <id>', 'the organisation', parseId)).option(
    '--json',
    'one JSON document on standard output',
  );
}

async function inviteMembers(session: Session, options: AccountOptions): Promise<void> {
  const { config, store, clock, print } = session;
  const { organisation: organisationId } = options;
  await requireOrganisation(session, organisationId);
  // While the import of an archive is not finished, the archive's accounts are missing. Everyone then seems to have no
  // password, so `--all` would email everyone.
  await requireCompleteImport(store, organisationId);
  const ids = options.all
    ? await findUninvited(store, { organisationId, now: clock() })
    : [await findPersonId(store, organisationId, options)];
  const refused = await sendInvitations(session, { organisationId, ids });
  const invited = ids.length - refused.length;
  const text =
    config.smtpUrl === null
      ? `This site cannot send email yet (no SMTP_URL is set): ${plural(invited, 'invitation')} waiting in ${config.dataDir}/outbox.`
      : `Invited ${plural(invited, 'member')}.`;
  print({ invited, refused }, text);
  if (refused.length > 0) {
    const who = refused.join(', ');
    throw new CommandError(
      `The mail server refused the email addresses of the people with these IDs: ${who}`,
      true,
    );
  }
}

/**
 * @returns IDs of members whose address the mail server refused. Any other failure would affect all members, so it is
 * thrown.
 */
async function sendInvitations(
  { store, config, clock, terminal, mailer }: Session,
  { organisationId, ids }: { organisationId: number; ids: readonly number[] },
): Promise<number[]> {
  const links = { store, baseUrl: config.baseUrl, mailer, now: clock() };
  const progress = createProgress(terminal);
  const total = ids.length;
  const refused: number[] = [];
  try {
    for (const [done, personId] of ids.entries()) {
      progress.show({ text: `Inviting: ${done} of ${plural(total, 'member')}`, done, total });
      await invite(links, { organisationId, personId }).catch((error: unknown) => {
        if (error instanceof InvitationError) throw error;
        if (!hasCode(error, 'EENVELOPE')) throw stoppedAfter(done - refused.length, error);
        refused.push(personId);
      });
    }
  } finally {
    progress.end();
  }
  return refused;
}

function stoppedAfter(invited: number, error: unknown): CommandError {
  const { message } = undelivered('The email', error);
  return new CommandError(
    `${message}: check SMTP_URL. Invited so far: ${invited}. Run the command with --all again to invite the others.`,
  );
}

async function setMemberPassword(session: Session, options: AccountOptions): Promise<void> {
  const { store, clock, print, terminal } = session;
  const { organisation: organisationId } = options;
  await requireOrganisation(session, organisationId);
  const personId = await findPersonId(store, organisationId, options);
  const password = await terminal.readSecret('New password: ');
  await setPassword(
    store,
    { organisationId, personId, password, cause: byCommand('account set-password') },
    clock(),
  );
  print({ personId }, `The password of person ${personId} is set; their sessions have ended.`);
}

async function unlockMember(session: Session, options: AccountOptions): Promise<void> {
  const { store, clock, print } = session;
  const { organisation: organisationId } = options;
  await requireOrganisation(session, organisationId);
  const personId = await findPersonId(store, organisationId, options);
  const [person] = await findPeople(store, { organisationId, ids: [personId] });
  const owner = { organisationId, personId, email: person?.email ?? '' };
  await unlockSignIn(store, owner, { cause: byCommand('account unlock'), now: clock() });
  print({ personId }, `Person ${personId} can sign in again.`);
}

async function removeMemberPasskeys(session: Session, options: AccountOptions): Promise<void> {
  const { config, store, clock, print } = session;
  const { organisation: organisationId } = options;
  await requireOrganisation(session, organisationId);
  const owner = { organisationId, personId: await findPersonId(store, organisationId, options) };
  const cause = byCommand('account remove-passkeys');
  const names = await removePasskeys(store, owner, { id: null, cause, now: clock() });
  print(
    { personId: owner.personId, removed: names },
    `Removed ${plural(names.length, 'passkey')} of person ${owner.personId}.`,
  );
  if (names.length === 0) return;
  const mail = await makePasskeyMail({ store, baseUrl: config.baseUrl }, owner, { kind: 'removed', names });
  if (mail === null) return;
  await session.mailer(mail).catch((error: unknown) => {
    const { message } = undelivered('The email to the member', error);
    throw new CommandError(`${message}. The passkeys are removed.`, true);
  });
}

async function requireOrganisation({ store }: Session, id: number): Promise<void> {
  if ((await readOrganisation(store.members, id)) !== null) return;
  throw new CommandError(`There is no organisation ${id}`);
}
