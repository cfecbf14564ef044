import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { chmodSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Command } from 'commander';
import { readConfig } from '@/lib/config';
import { gazetteerFolder } from '@/lib/geo/places';
import { markerFile } from '@/lib/membership-store/earlier-organisation';
import { sqliteDialect } from '@/lib/sql/sqlite';
import { CommandError, pathFrom, createPrint, UsageError, type Terminal } from './session';

/**
 * Copied unchanged: each is only ever replaced whole or extended at its end. The directory's snapshot is not copied,
 * because the server creates it again.
 */
const plainFiles = [
  'secrets.json',
  'card-key.json',
  'revoked-cards.jsonl',
  markerFile,
  'demo-credentials.json',
];

/** `backup`: a copy of everything in DATA_DIR that cannot be made again, while the server runs. */
export function addBackupCommand(program: Command, terminal: Terminal): void {
  program
    .command('backup')
    .argument('<folder>', 'a new folder; it must not exist yet')
    .description('copy databases, secrets and added places into a folder; the server may be running')
    .option('--json', 'one JSON document on standard output: folder, files')
    .addHelpText('after', '\nTo restore, start the server with a copy of the folder as DATA_DIR.')
    .action(async (folder: string, options: { json?: boolean }) => {
      const { dataDir, postgresUrl } = readConfig();
      if (postgresUrl !== null) throw new UsageError(adviceForPostgres(dataDir));
      const target = pathFrom(terminal, folder);
      const files = await backUp(dataDir, target);
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
      createPrint(terminal, options)(
        { folder: target, files },
        `Backed up ${files.length} files, ${size}: ${target}`,
      );
    });
}

interface BackedUpFile {
  name: string;
  bytes: number;
}

/** Written to a temporary name and renamed: half a backup never looks like a whole one. */
async function backUp(dataDir: string, target: string): Promise<BackedUpFile[]> {
  const databases = ['members.db', 'auth.db'];
  for (const name of databases) {
    if (!existsSync(join(dataDir, name))) {
      throw new CommandError(`There is no ${name} in ${dataDir}: DATA_DIR must name the server's folder`);
    }
  }
  if (existsSync(target)) throw new CommandError(`${target} exists already; choose a new folder`);
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  for (const name of databases) await copyDatabase(join(dataDir, name), join(unfinished, name));
  // After the databases: a client that has a secret but is not in the database is created again at the start.
  for (const name of plainFiles) copyIfThere(join(dataDir, name), join(unfinished, name));
  copyFolderIfThere(gazetteerFolder(dataDir), gazetteerFolder(unfinished));
  const files = namesUnder(unfinished).map((name) => ({ name, bytes: flushed(join(unfinished, name)) }));
  mkdirSync(dirname(target), { recursive: true });
  renameSync(unfinished, target);
  return files;
}

/** One consistent state of a database that others may be writing to; they do not have to wait. */
async function copyDatabase(from: string, to: string): Promise<void> {
  // SQLite fills an empty file and keeps its mode. The database is not migrated: a backup comes before an upgrade.
  closeSync(openSync(to, 'wx', 0o600));
  const source = new Kysely<unknown>({ dialect: sqliteDialect(from, { busyTimeoutMs: 30_000 }) });
  try {
    await sql`vacuum into ${to}`.execute(source);
  } finally {
    await source.destroy();
  }
}

function copyIfThere(from: string, to: string): void {
  if (!existsSync(from)) return;
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

function copyFolderIfThere(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { mode: 0o700 });
  for (const name of readdirSync(from)) copyIfThere(join(from, name), join(to, name));
}

function namesUnder(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(folder, name)).isFile()).sort();
}

/** Makes sure that a file is on the disk, and returns its length in bytes. */
function flushed(file: string): number {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return statSync(file).size;
}

function adviceForPostgres(dataDir: string): string {
  return [
    'The database is PostgreSQL (DATABASE_URL). Back it up with its own tool:',
    '  pg_dump --format=custom --file=chapterhouse.dump "$DATABASE_URL"',
    `and copy ${plainFiles.slice(0, 4).join(', ')} and the folder gazetteer from ${dataDir}, if they exist.`,
  ].join('\n');
}
