import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { aptInstall, canUseApt, findOwnShell, onPath } from './find-chromium.mjs';
import { hasPostgres } from './start-postgres.mjs';

/** Debian's packages for tests, and how to find out whether their programs are installed. */
const software = [
  {
    packages: ['chromium', 'chromium-headless-shell'],
    isHere: () => findOwnShell() !== null,
  },
  { packages: ['postgresql'], isHere: () => Boolean(process.env.TEST_POSTGRES_URL) || hasPostgres() },
  ...['curl', 'nginx', 'caddy', 'haproxy', 'pgbouncer', 'sqlite3'].map((name) => ({
    packages: [name],
    isHere: () => onPath([name]) !== null,
  })),
  { packages: ['apache2', 'libapache2-mod-auth-openidc'], isHere: () => findApache() !== null },
  {
    packages: ['python3-authlib', 'python3-flask', 'python3-requests'],
    isHere: () => findPythonWith(['authlib', 'flask', 'requests']) !== null,
  },
  {
    packages: ['dovecot-imapd', 'php-cli', 'php-curl', 'php-sqlite3', 'roundcube-core', 'roundcube-sqlite3'],
    isHere: () => findWebmail() !== null,
  },
  {
    packages: [
      'wordpress',
      'mediawiki',
      'mariadb-server',
      'php-mysql',
      'php-sqlite3',
      'php-intl',
      'php-xml',
      'python3-django',
      'ruby-omniauth-openid-connect',
      'ruby-sinatra',
      'puma',
    ],
    isHere: () => !process.env.TEST_SITE_PLUGINS || hasSites(process.env.TEST_SITE_PLUGINS),
  },
  { packages: ['firefox-esr'], isHere: () => findFirefox() !== null },
];

/**
 * Installs the missing software if the user is root on Debian. Otherwise, nothing is installed, and tests that need
 * missing software are skipped.
 */
export function installDebianSoftware() {
  if (!canUseApt()) return;
  const missing = software.filter(({ isHere }) => !isHere()).map(({ packages }) => packages);
  if (missing.length === 0) return;
  console.log(`Installing ${missing.flat().join(', ')} …`);
  if (aptInstall(missing.flat())) return;
  // If this release of Debian does not have one of the packages, the others are still installed.
  for (const packages of missing) aptInstall(packages);
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

/** Roundcube with PHP and SQLite, and Dovecot, or null. Only root can start Dovecot with the users that it needs. */
export function findWebmail() {
  const php = onPath(['php']);
  const dovecot = ['/usr/sbin/dovecot', onPath(['dovecot'])].find((path) => path && existsSync(path));
  const roundcube = '/var/lib/roundcube';
  if (process.getuid?.() !== 0 || !php || !dovecot || !existsSync(`${roundcube}/index.php`)) return null;
  const modules = spawnSync(php, ['-m'], { encoding: 'utf8' }).stdout;
  return modules.includes('pdo_sqlite') ? { php, dovecot, roundcube } : null;
}

/**
 * What the tests of connected sites need, or null if there is no PHP. A site that is missing is null. MariaDB, which
 * WordPress needs, is started as root.
 * @param {string} plugins the folder with what is not in Debian
 */
export function findSites(plugins) {
  const php = onPath(['php']);
  const mariadb = {
    install: onPath(['mariadb-install-db']),
    server: ['/usr/sbin/mariadbd', onPath(['mariadbd'])].find((path) => path && existsSync(path)),
    client: onPath(['mariadb']),
  };
  const pluginOf = (name) => plugins !== '' && existsSync(`${plugins}/${name}`);
  const siteAt = (path, names) => (existsSync(`${path}/index.php`) && names.every(pluginOf) ? path : null);
  const hasMariaDb = process.getuid?.() === 0 && Object.values(mariadb).every(Boolean);
  if (!php) return null;
  return {
    php,
    mariadb,
    plugins,
    wordpress: hasMariaDb ? siteAt('/usr/share/wordpress', ['openid-connect-generic']) : null,
    mediawiki: siteAt('/usr/share/mediawiki', ['PluggableAuth', 'OpenIDConnect']),
    dokuwiki: siteAt(`${plugins}/dokuwiki`, ['dokuwiki/lib/plugins/oauthgeneric']),
    django: pluginOf('mozilla_django_oidc') ? findPythonWith(['django', 'jwt', 'requests']) : null,
    ruby: plugins === '' ? null : findRubyWith(['sinatra/base', 'puma', 'omniauth_openid_connect']),
  };
}

/** Ruby, or null if it cannot load these libraries. */
function findRubyWith(names) {
  const ruby = onPath(['ruby']);
  if (!ruby) return null;
  const needs = names.flatMap((name) => ['-r', name]);
  return spawnSync(ruby, [...needs, '-e', ''], { stdio: 'ignore' }).status === 0 ? ruby : null;
}

/** Debian's packages of the sites are installed. */
function hasSites(plugins) {
  const found = findSites(plugins);
  return found !== null && Boolean(found.wordpress ?? found.mediawiki);
}

/** The first Python that can import these modules, or null. Debian's packages work only with Debian's own Python. */
export function findPythonWith(names) {
  const found = ['/usr/bin/python3', onPath(['python3'])].find(
    (path) => path && spawnSync(path, ['-c', `import ${names.join(', ')}`], { stdio: 'ignore' }).status === 0,
  );
  return found ?? null;
}

export function findFirefox() {
  return onPath(['firefox-esr', 'firefox']);
}
