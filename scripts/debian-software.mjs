import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { aptInstall, canUseApt, onPath } from './find-chromium.mjs';

const packages = [
  'apache2',
  'libapache2-mod-auth-openidc',
  'python3-authlib',
  'python3-flask',
  'python3-requests',
  'dovecot-imapd',
  'php-cli',
  'php-sqlite3',
  'roundcube-core',
  'roundcube-sqlite3',
  'firefox-esr',
];

/** Installs the sites of the tests in lib/openid, and Firefox, for root on Debian. Elsewhere those that are missing are skipped. */
export function installDebianSoftware() {
  const hasPython = findPythonWith(['authlib', 'flask', 'requests']) !== null;
  if (findApache() !== null && hasPython && findWebmail() !== null && findFirefox() !== null) return;
  if (!canUseApt()) return;
  console.log(`Installing ${packages.join(', ')} …`);
  aptInstall(['--no-install-recommends', ...packages]);
}

/** Apache with mod_auth_openidc, or null. */
export function findApache() {
  const program = ['/usr/sbin/apache2', onPath(['apache2', 'httpd'])].find(
    (path) => path && existsSync(path),
  );
  const modules = ['/usr/lib/apache2/modules', '/usr/lib64/httpd/modules'].find((path) =>
    existsSync(`${path}/mod_auth_openidc.so`),
  );
  return program && modules ? { program, modules } : null;
}

/** Roundcube with PHP and SQLite, and Dovecot, or null. Only root can start Dovecot with its own users. */
export function findWebmail() {
  const php = onPath(['php']);
  const dovecot = ['/usr/sbin/dovecot', onPath(['dovecot'])].find((path) => path && existsSync(path));
  const roundcube = '/var/lib/roundcube';
  if (process.getuid?.() !== 0 || !php || !dovecot || !existsSync(`${roundcube}/index.php`)) return null;
  const modules = spawnSync(php, ['-m'], { encoding: 'utf8' }).stdout;
  return modules.includes('pdo_sqlite') ? { php, dovecot, roundcube } : null;
}

/** The first Python that can import these modules, or null. Debian's packages work only with Debian's own Python. */
export function findPythonWith(names) {
  const found = ['/usr/bin/python3', onPath(['python3'])].find(
    (path) => path && spawnSync(path, ['-c', `import ${names.join(', ')}`], { stdio: 'ignore' }).status === 0,
  );
  return found ?? null;
}

/** A Firefox, or null. */
export function findFirefox() {
  return onPath(['firefox-esr', 'firefox']);
}
