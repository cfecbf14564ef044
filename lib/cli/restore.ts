import type { Command } from 'commander';
import { createClock } from '@/lib/base/clock';
import { readConfig, type Config } from '@/lib/base/config';
import { restoreBackup, type Restored, type RestoreResult } from '@/lib/transfer/backup/restore';
import { plural } from '@/lib/base/plural';
import type { Terminal } from './terminal';
import { CommandError, pathFrom, createPrint, UsageError } from './session';

export function addRestoreCommand(program: Command, terminal: Terminal): void {
  program
    .command('restore')
    .argument('<backup>', 'the folder that `backup` made')
    .description('check a backup and put it in place of the data; the server must be stopped')
    .option('--yes', 'restore the backup; without --yes, the command only checks it')
    .option(
      '--json',
      'one JSON document on standard output: backup, madeAt, version, organisations, ended, erased, problems, replacedFolder, isFinished',
    )
    .addHelpText('after', '\nThe replaced data stays in a folder in DATA_DIR until you delete it.')
    .action(async (backup: string, options: { yes?: boolean; json?: boolean }) => {
      const config = readConfig();
      refuseOtherDatabases(config);
      const result = await restoreBackup({
        dataDir: config.dataDir,
        backup: pathFrom(terminal, backup),
        authSecret: config.authSecret,
        now: createClock(config.now)(),
        isConfirmed: options.yes ?? false,
      });
      if (!options.yes) {
        const lines = [...describe(result), 'Nothing was changed. To restore the backup, add --yes'];
        throw new CommandError(lines.join('\n'));
      }
      createPrint(terminal, options)(result, describeDone(result));
    });
}

/** @throws UsageError if the data is not in SQLite files here */
function refuseOtherDatabases({ postgresUrl, remoteApiUrl, dataDir }: Config): void {
  if (remoteApiUrl !== null) {
    throw new UsageError(
      'MEMBERSHIP_API_URL is set: the data is stored at another site, so there is nothing to restore here.',
    );
  }
  if (postgresUrl === null) return;
  throw new UsageError(
    [
      'The database is PostgreSQL (DATABASE_URL). Stop all servers, and restore it with pg_restore:',
      '  pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" chapterhouse.dump',
      `Put the files of the backup into ${dataDir}, except erasures.jsonl: do not replace that one, because it has`,
      'the persons erased since the backup. The next start erases them again.',
    ].join('\n'),
  );
}

function describe({
  backup,
  madeAt,
  version,
  organisations,
}: Pick<Restored, 'backup' | 'madeAt' | 'version' | 'organisations'>): string[] {
  const made = madeAt === null ? 'by an earlier release' : `on ${madeAt} by release ${version}`;
  return [
    `The backup ${backup} is complete. It was made ${made}:`,
    ...organisations.map(({ id, name, members, membersBefore }) => {
      const before = membersBefore === null ? '' : `; the current data has ${membersBefore}`;
      return `  ${name} (organisation ${id}): ${plural(members, 'membership')}${before}`;
    }),
  ];
}

function describeDone({
  replacedFolder,
  isFinished,
  ended,
  erased,
  problems,
  ...restored
}: RestoreResult): string[] {
  return [
    ...describe(restored),
    isFinished ? 'An interrupted restore of this backup has now been completed.' : 'It has been restored.',
    ...(erased === 0
      ? []
      : [`Persons who were erased after the backup was made, and have been erased again: ${erased}.`]),
    ...problems,
    `Everybody has to sign in again: ${plural(ended.sessions, 'session')} and ${plural(ended.tokens, 'token')} of the backup have ended.`,
    'Passwords and API clients are now as they were when the backup was made, even if they were changed or revoked later.',
    ...(replacedFolder === null
      ? []
      : [`The replaced data is in ${replacedFolder}. Delete that folder when you no longer need it.`]),
  ];
}
