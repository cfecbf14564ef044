import { Command, CommanderError } from 'commander';
import { ConfigError, readConfig } from '@/lib/base/config';
import { PostalFileError } from '@/lib/map/geo/postal-file';
import { ApiRequestError } from '@/lib/contract/client';
import { InvitationError } from '@/lib/sign-in/accounts/password-links';
import { PasswordError } from '@/lib/sign-in/accounts/passwords';
import { ErasureError } from '@/lib/privacy/erasure/erasure-error';
import { ImportError } from '@/lib/transfer/import/import-error';
import { BackupError } from '@/lib/transfer/backup/backup-files';
import { MergeError } from '@/lib/changes/merge-persons';
import { RoleError } from '@/lib/changes/roles';
import { SecondMembershipError } from '@/lib/store/one-membership';
import { ClientSettingsError } from '@/lib/sign-in/oauth/clients';
import { PrivateFileError } from '@/lib/base/private-file';
import { version } from '@/lib/base/version';
import { WebhookSettingsError } from '@/lib/notify/webhooks/webhook-url';
import { StartupError } from '@/lib/base/startup-error';
import { explainStartup } from '@/lib/base/startup-problems';
import { addInstallationCommands } from './accept-installation';
import { addAccountCommands } from './account';
import { toPrintableJson, withoutControls } from './printable';
import { prompt } from './prompt';
import { promptHidden } from './prompt-hidden';
import { addBackupCommand } from './backup';
import { addClientCommands } from './client';
import { addClockCommands } from './clock';
import { addDemoCommand } from './demo';
import { addDirectoryCommands } from './directory';
import { addDoctorCommand } from './doctor';
import { addExportCommand } from './export';
import { explainFullDisk } from './full-disk';
import { addGazetteerCommands } from './gazetteer';
import { addImportCommand } from './import';
import { addImportJobCommand } from './import-job';
import { addKeysCommands } from './keys';
import { addJournalCommands } from './journal';
import { addMemberCommands } from './member';
import { addOrganisationCommands } from './organisation';
import { addPeopleCommands } from './people';
import { addPersonCommands } from './person';
import { addRemoveItemCommands } from './remove-item';
import { addRestoreCommand } from './restore';
import { addNoticeCommands } from './notice';
import { addRoleCommands } from './role';
import type { Terminal } from './terminal';
import { CommandError, UsageError } from './session';
import { addStreetsCommands } from './streets';
import { addWebhookCommands } from './webhook';

/**
 * @param args without the names of node and of the script
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function runChapterhouse(
  args: string[],
  { calledFrom, terminal: given }: { calledFrom: string; terminal?: Terminal },
): Promise<number> {
  const terminal = withoutControls(given ?? processTerminal(calledFrom));
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return printFailure(error, { terminal, isJson: args.includes('--json') });
  }
}

function createProgram(terminal: Terminal): Command {
  const program = new Command('chapterhouse')
    .description('Member directory, single sign-on and membership API of an association')
    .version(version, '--version', 'show the version')
    .addHelpText(
      'after',
      '\nSettings such as DATA_DIR and DATABASE_URL are read from the environment and .env.',
    )
    // These settings come before the sub-commands, because the sub-commands inherit the settings when they are created.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    });
  addDemoCommand(program, terminal);
  addImportCommand(program, terminal);
  addImportJobCommand(program, terminal);
  addExportCommand(program, terminal);
  addJournalCommands(program, terminal);
  addOrganisationCommands(program, terminal);
  addRemoveItemCommands(program, terminal);
  addMemberCommands(program, terminal);
  addPeopleCommands(program, terminal);
  addPersonCommands(program, terminal);
  addRoleCommands(program, terminal);
  addNoticeCommands(program, terminal);
  addClientCommands(program, terminal);
  addKeysCommands(program, terminal);
  addWebhookCommands(program, terminal);
  addAccountCommands(program, terminal);
  addGazetteerCommands(program, terminal);
  addStreetsCommands(program, terminal);
  addDirectoryCommands(program, terminal);
  addClockCommands(program, terminal);
  addBackupCommand(program, terminal);
  addRestoreCommand(program, terminal);
  addInstallationCommands(program, terminal);
  addDoctorCommand(program, terminal);
  return program;
}

function printFailure(error: unknown, { terminal, isJson }: { terminal: Terminal; isJson: boolean }): number {
  const explained = explainFullDisk(error) ?? explainSystem(error);
  const isExpected = explained !== null || expectedErrors.some((type) => error instanceof type);
  const message = explained ?? (error instanceof Error ? error.message : String(error));
  const isPrinted = error instanceof CommandError && error.isPrinted;
  if (isJson && !isPrinted) terminal.out(toPrintableJson({ error: message }));
  terminal.err(isExpected || !(error instanceof Error) ? message : (error.stack ?? message));
  return error instanceof UsageError ? 2 : 1;
}

/** Explains errors of the system, such as a folder that belongs to another user, or an unreachable database. */
function explainSystem(error: unknown): string | null {
  if (expectedErrors.some((type) => error instanceof type)) return null;
  try {
    return explainStartup(error, readConfig());
  } catch {
    // Without valid settings, the error cannot be explained, so only the error itself is shown.
    return null;
  }
}

const expectedErrors = [
  ApiRequestError,
  BackupError,
  CommandError,
  UsageError,
  ConfigError,
  ErasureError,
  ImportError,
  InvitationError,
  MergeError,
  ClientSettingsError,
  PasswordError,
  PostalFileError,
  PrivateFileError,
  RoleError,
  SecondMembershipError,
  StartupError,
  WebhookSettingsError,
];

function processTerminal(calledFrom: string): Terminal {
  return {
    calledFrom,
    out: (text) => process.stdout.write(`${text}\n`),
    err: (text) => process.stderr.write(`${text}\n`),
    // Moves to the start of the line, and clears it.
    rewrite: (text) => process.stderr.write(`\r\u001b[K${text}`),
    isInteractive: process.stderr.isTTY === true,
    readInput,
    readSecret: (question) =>
      process.stdin.isTTY
        ? promptHidden(question, { input: process.stdin, output: process.stderr })
        : readInput(),
    ask: process.stdin.isTTY
      ? (question) => prompt(question, { input: process.stdin, output: process.stderr })
      : null,
  };
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
