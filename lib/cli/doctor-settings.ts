import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '@/lib/base/config';
import { findReplaced } from '@/lib/store/data-folder/replace-data';
import { readLastBackup } from '@/lib/transfer/backup/last-backup';
import { databaseProblems, hasFreeSpace } from '@/lib/service/database-state';
import { openSecrets } from '@/lib/server/secrets';
import { findStartupProblem } from '@/lib/base/startup-problems';
import { fine, note, wrong, type Finding } from './finding';

const mailTimeoutMs = 5000;
/** A correct clock cannot show a time before this software was written. */
const earliestYear = 2026;

export function checkSettings(config: Config): Finding[] {
  return [...checkAddress(config), ...checkClock(config), ...checkSecrets(config), ...checkTiles(config)];
}

export async function checkSpace({ dataDir }: Config): Promise<Finding[]> {
  if (await hasFreeSpace(dataDir)) return [];
  const { what, todo } = databaseProblems.space;
  return [wrong('disk', what, todo)];
}

/** Finds the data that a restore has replaced. An erasure does not remove a person from that data. */
export function checkReplaced({ dataDir }: Config): Finding[] {
  return findReplaced(dataDir).map((folder) =>
    note(
      'data',
      `${folder} has the data from before a restore`,
      'Delete the folder when you no longer need it.',
    ),
  );
}

/** Checks only backups of SQLite, because PostgreSQL's own backup tool does not record when a backup was made. */
export async function checkBackup({ dataDir, postgresUrl, remoteApiUrl }: Config): Promise<Finding[]> {
  if (postgresUrl !== null || remoteApiUrl !== null) return [];
  const last = await readLastBackup(dataDir);
  if (last === null) return [];
  return [fine('backup', `the last one was made at ${last.madeAt.toISOString()}: ${last.folder}`)];
}

function checkAddress({ baseUrl, trustProxy }: Config): Finding[] {
  const { protocol, hostname } = new URL(baseUrl);
  if (isLoopback(hostname)) {
    const fix = 'Set BASE_URL to the public https address before other people use the site.';
    return [note('address', `BASE_URL is ${baseUrl}, which only this machine can reach`, fix)];
  }
  if (protocol === 'http:') {
    const fix = 'Put the server behind a proxy with a certificate and set BASE_URL to the https address.';
    return [wrong('address', `BASE_URL ${baseUrl} is not https: passwords would be sent unencrypted`, fix)];
  }
  if (trustProxy === 0) {
    const fix = 'Set TRUST_PROXY to the number of proxies in front of the server: 1 for one nginx or Caddy.';
    const text = 'BASE_URL is https and TRUST_PROXY is 0: the limits count all visitors as one address';
    return [wrong('address', text, fix)];
  }
  return [fine('address', baseUrl)];
}

function checkClock({ now }: Config): Finding[] {
  if (now !== null) {
    const text = `CHAPTERHOUSE_NOW is set: memberships expire as of ${now.toISOString()}`;
    return [note('clock', text, 'Remove this setting, unless this is a test or a demonstration.')];
  }
  const time = new Date();
  if (time.getFullYear() >= earliestYear) return [fine('clock', time.toISOString())];
  return [
    wrong(
      'clock',
      `this machine's time is ${time.toISOString()}`,
      'Correct the clock of this machine and synchronise it with NTP.',
    ),
  ];
}

function checkSecrets(config: Config): Finding[] {
  const { dataDir } = config;
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) return [];
  try {
    openSecrets(dataDir);
  } catch (error) {
    const problem = findStartupProblem(error, config);
    if (problem !== null) return [wrong('secrets', problem.what, problem.todo)];
    const text = error instanceof Error ? error.message : String(error);
    return [wrong('secrets', text, 'Restore secrets.json from a backup.')];
  }
  const names = ['secrets.json', 'card-key.json', 'members.db', 'auth.db', 'demo-credentials.json'];
  const open = names.filter((name) => isReadByOthers(join(dataDir, name)));
  if (open.length === 0) return [fine('secrets', `only their owner can read the files in ${dataDir}`)];
  const paths = open.map((name) => join(dataDir, name)).join(' ');
  return [wrong('secrets', `others on this machine can read ${open.join(', ')}`, `Run: chmod 600 ${paths}`)];
}

function isReadByOthers(file: string): boolean {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return (mode & 0o077) !== 0;
}

function checkTiles({ mapTiles }: Config): Finding[] {
  if (mapTiles === null)
    return [fine('map', 'this server draws the map: pages load nothing from third parties')];
  if (mapTiles.attribution === '') {
    const text = 'MAP_TILES_URL is set without MAP_TILES_ATTRIBUTION';
    return [
      wrong('map', text, 'Set MAP_TILES_ATTRIBUTION to the attribution that the tile server requires.'),
    ];
  }
  const text = `tiles come from ${new URL(mapTiles.url.replace('{s}', 'a')).hostname}, which sees visitors' addresses and the places they view`;
  return [
    note(
      'map',
      text,
      'Check that the tile server’s policy allows your use, and name the tile server in your privacy notice.',
    ),
  ];
}

/** Whether the mail server accepts a connection and sends its greeting. */
export async function checkMail({ smtpUrl, mailFrom, dataDir }: Config): Promise<Finding[]> {
  if (smtpUrl === null) {
    const text = `no SMTP_URL is set: emails wait in ${join(dataDir, 'outbox')}`;
    return [
      note('mail', text, 'Set SMTP_URL and MAIL_FROM. Emails that have waited at most 7 days are then sent.'),
    ];
  }
  const findings = /@localhost\b/.test(mailFrom)
    ? [wrong('mail', `MAIL_FROM is ${mailFrom}`, 'Set MAIL_FROM to an address of your domain.')]
    : [];
  const timeouts = {
    connectionTimeout: mailTimeoutMs,
    greetingTimeout: mailTimeoutMs,
    socketTimeout: mailTimeoutMs,
  };
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  try {
    await transport.verify();
    return [...findings, fine('mail', 'the mail server responds')];
  } catch (error) {
    // Only the host is shown, because the address may contain a password.
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'no response';
    const text = `the mail server ${new URL(smtpUrl).host} cannot be used (${reason})`;
    return [...findings, wrong('mail', text, 'Correct SMTP_URL: smtp://USER:PASSWORD@HOST:PORT.')];
  } finally {
    transport.close();
  }
}

export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost');
}
