import type { Command } from 'commander';
import { createClock } from '@/lib/base/clock';
import { readConfig } from '@/lib/base/config';
import { backUp } from '@/lib/transfer/backup/back-up';
import { plainFiles } from '@/lib/transfer/backup/backup-files';
import { erasuresFile } from '@/lib/privacy/erasure/erasures-file';
import { plural } from '@/lib/base/plural';
import type { Terminal } from './terminal';
import { pathFrom, createPrint, UsageError } from './session';

/** `backup`: copies everything in DATA_DIR that cannot be made again. The server may run at the same time. */
export function addBackupCommand(program: Command, terminal: Terminal): void {
  program
    .command('backup')
    .argument('<folder>', 'a new folder; it must not exist yet')
    .description('copy databases, secrets and added places into a folder; the server may be running')
    .option('--json', 'one JSON document on standard output: folder, files')
    .addHelpText('after', '\nTo restore, stop the server and run: ./chapterhouse restore FOLDER')
    .action(async (folder: string, options: { json?: boolean }) => {
      const { dataDir, postgresUrl, now } = readConfig();
      if (postgresUrl !== null) throw new UsageError(adviceForPostgres(dataDir));
      const target = pathFrom(terminal, folder);
      const files = await backUp(dataDir, target, createClock(now)());
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
      createPrint(terminal, options)(
        { folder: target, files },
        `Backed up ${plural(files.length, 'file')}, ${size}: ${target}`,
      );
    });
}

function adviceForPostgres(dataDir: string): string {
  const names = [...plainFiles.filter((name) => name !== 'demo-credentials.json'), erasuresFile];
  return [
    'The database is PostgreSQL (DATABASE_URL). Back it up with pg_dump:',
    '  pg_dump --format=custom --file=chapterhouse.dump "$DATABASE_URL"',
    `and copy ${names.join(', ')} and the folder gazetteer from ${dataDir}, if they exist.`,
  ].join('\n');
}
