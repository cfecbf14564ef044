import { Command, CommanderError } from 'commander';
import { ConfigError } from '@/lib/config';
import { PostalFileError } from '@/lib/geo/postal-file';
import { ApiRequestError } from '@/lib/membership-api/client';
import { InvitationError } from '@/lib/membership-service/accounts/password-links';
import { PasswordError } from '@/lib/membership-service/accounts/passwords';
import { ImportError } from '@/lib/membership-service/import/import-error';
import { SecondMembershipError } from '@/lib/membership-service/store/one-membership';
import { ClientSettingsError } from '@/lib/membership-service/oauth/clients';
import { addAccountCommands } from './account';
import { addBackupCommand } from './backup';
import { addClientCommands } from './client';
import { addDemoCommand } from './demo';
import { addDoctorCommand } from './doctor';
import { addExportCommand } from './export';
import { explainFullDisk } from './full-disk';
import { addGazetteerCommands } from './gazetteer';
import { addImportCommand } from './import';
import { addOrganisationCommands } from './organisation';
import { CommandError, UsageError, type Terminal } from './session';

/**
 * Runs one command; `args` without the names of node and of the script.
 * Returns the exit code: 0 done, 1 failed, 2 called wrongly.
 */
export async function runChapterhouse(
  args: string[],
  { calledFrom, terminal = processTerminal(calledFrom) }: { calledFrom: string; terminal?: Terminal },
): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return tellFailure(error, { terminal, isJson: args.includes('--json') });
  }
}

function createProgram(terminal: Terminal): Command {
  const program = new Command('chapterhouse')
    .description('Member directory, single sign-on and membership API of an association')
    .addHelpText(
      'after',
      '\nSettings such as DATA_DIR and DATABASE_URL are read from the environment and .env.',
    )
    // Before any sub-command is made: they take these settings over.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    });
  addDemoCommand(program, terminal);
  addImportCommand(program, terminal);
  addExportCommand(program, terminal);
  addOrganisationCommands(program, terminal);
  addClientCommands(program, terminal);
  addAccountCommands(program, terminal);
  addGazetteerCommands(program, terminal);
  addBackupCommand(program, terminal);
  addDoctorCommand(program, terminal);
  return program;
}

function tellFailure(error: unknown, { terminal, isJson }: { terminal: Terminal; isJson: boolean }): number {
  const fullDisk = explainFullDisk(error);
  const isExpected = fullDisk !== null || expectedErrors.some((type) => error instanceof type);
  const message = fullDisk ?? (error instanceof Error ? error.message : String(error));
  const isTold = error instanceof CommandError && error.isTold;
  if (isJson && !isTold) terminal.out(JSON.stringify({ error: message }));
  // What nobody foresaw is told with where it happened.
  terminal.err(isExpected || !(error instanceof Error) ? message : (error.stack ?? message));
  return error instanceof UsageError ? 2 : 1;
}

const expectedErrors = [
  ApiRequestError,
  CommandError,
  UsageError,
  ConfigError,
  ImportError,
  InvitationError,
  ClientSettingsError,
  PasswordError,
  PostalFileError,
  SecondMembershipError,
];

function processTerminal(calledFrom: string): Terminal {
  return {
    calledFrom,
    out: (text) => process.stdout.write(`${text}\n`),
    err: (text) => process.stderr.write(`${text}\n`),
    // Back to the start of the line, and clear to its end.
    rewrite: (text) => process.stderr.write(`\r\u001b[K${text}`),
    isInteractive: process.stderr.isTTY === true,
    async readInput() {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks)
        .toString('utf8')
        .replace(/\r?\n$/, '');
    },
  };
}
