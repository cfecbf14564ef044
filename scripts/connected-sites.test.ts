/**
 * Sites of other software in a browser, with the settings that the office and docs/connect.md show. Not all of it is in
 * Debian: a test is skipped unless TEST_SITE_PLUGINS names a folder with the rest (docs/contributors.md).
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { runIssuer, type TestClient } from '@/lib/service/issuer-over-http.fixture';
import { findSoftware, settingsOf, valuesFor } from '@/lib/office-pages/site-settings';
import { findSites } from './debian-software.mjs';
import { freePort } from './start-postgres.mjs';
import { inBrowser, signInOnPage } from '@/lib/sign-in/openid/browser-page.fixture';
import { blocksOf } from '@/lib/sign-in/openid/connect-page.fixture';
import { runPrograms } from '@/lib/sign-in/openid/programs.fixture';

const found = findSites(process.env.TEST_SITE_PLUGINS ?? '');

/** A site as it runs in a test. */
interface RunningSite {
  address: string;
  /** Goes to the service's page that asks for a password. */
  open: (page: Page) => Promise<void>;
  /** Returns what the site shows of the person who has signed in. */
  readPerson: (page: Page) => Promise<string>;
  signOut: (page: Page) => Promise<void>;
}

interface Connected {
  address: string;
  root: string;
  client: TestClient;
  /** What the office shows. */
  settings: Record<string, string>;
}

describe('sites of other software', () => {
  const issuer = runIssuer();
  const programs = runPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-sites-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Registers the site as the office does. */
  async function connect(id: string, isForAll: boolean): Promise<Connected> {
    const software = findSoftware(id);
    if (software === null) throw new Error(`The office does not know ${id}`);
    const port = await freePort();
    const address = `http://localhost:${port}`;
    const values = valuesFor(software, address);
    const [callback = '', logout = ''] = [values.redirects, values.logout];
    const client = await issuer.register(callback, {
      isForAll,
      homeUrl: values.home,
      hasIdTokenClaims: values.idTokenClaims,
      postLogoutUris: [values.postLogout ?? ''].filter((one) => one !== ''),
      postLogoutPrefixes: [values.postLogoutPrefixes ?? ''].filter((one) => one !== ''),
      ...(logout !== '' && { backchannelLogoutUri: logout, allowsPrivateLogout: true }),
    });
    const root = join(folder, String(port));
    mkdirSync(root);
    const connection = {
      issuer: issuer.issuer(),
      clientId: client.id,
      secret: client.secret,
      redirectUris: [callback],
    };
    return { address, root, client, settings: Object.fromEntries(settingsOf(software, connection, '')) };
  }
  const php = (args: string[], env: Record<string, string> = {}) =>
    execFileSync(found?.php ?? '', args, { env: { NODE_ENV: 'test', ...env }, encoding: 'utf8' });
  const serve = (address: string, root: string, env: Record<string, string> = {}) =>
    programs.start(found?.php ?? '', ['-S', address.replace('http://', ''), '-t', root], /started/, {
      PHP_CLI_SERVER_WORKERS: '4',
      ...env,
    });

  async function startWordpress({ address, root, settings }: Connected): Promise<RunningSite> {
    const { data, socket } = await startMariaDb(root);
    const site = join(root, 'site');
    cpSync(found?.wordpress ?? '', site, { recursive: true, dereference: true });
    cpSync(join(found?.plugins ?? '', wordpressPlugin), join(site, 'wp-content/plugins', wordpressPlugin), {
      recursive: true,
    });
    writeFileSync(join(site, 'wp-config.php'), wordpressConfig(address, socket));
    const options = {
      client_id: settings['Client ID'],
      client_secret: settings['Client Secret Key'],
      scope: settings['OpenID Scope'],
      endpoint_login: settings['Login Endpoint URL'],
      endpoint_userinfo: settings['Userinfo Endpoint URL'],
      endpoint_token: settings['Token Validation Endpoint URL'],
      endpoint_end_session: settings['End Session Endpoint URL'],
      identity_key: settings['Identity Key'],
      nickname_key: settings['Nickname Key'],
      displayname_format: settings['Display Name Formatting'],
      state_time_limit: settings['State time limit'],
      link_existing_users: settings['Link Existing Users'] === 'off' ? 0 : 1,
      create_if_does_not_exist: 1,
      login_type: 'button',
    };
    writeFileSync(join(data, 'options.json'), JSON.stringify(options));
    php(['-r', installWordpress], { SITE: site, OPTIONS: join(data, 'options.json') });
    await serve(address, site);
    return {
      address,
      async open(page) {
        await page.goto(`${address}/wp-login.php`);
        await page.getByRole('link', { name: 'Login with OpenID Connect' }).click();
      },
      async readPerson(page) {
        await page.goto(`${address}/wp-admin/profile.php`);
        const [name, email] = [page.locator('#display_name'), page.locator('#email')];
        return `${await name.inputValue()} ${await email.inputValue()}`;
      },
      async signOut(page) {
        await page.goto(`${address}/wp-login.php?action=logout`);
        await page.getByRole('link', { name: 'log out' }).click();
      },
    };
  }

  async function startMariaDb(root: string): Promise<{ data: string; socket: string }> {
    const data = join(root, 'data');
    const socket = join(root, 'mariadb.sock');
    const own = ['--no-defaults', '--user=root', `--datadir=${data}`];
    execFileSync(found?.mariadb.install ?? '', [
      ...own,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ]);
    const server = [...own, `--socket=${socket}`, '--skip-networking', `--pid-file=${root}/mariadb.pid`];
    await programs.start(found?.mariadb.server ?? '', server, /ready for connections/);
    execFileSync(found?.mariadb.client ?? '', [
      '--no-defaults',
      `--socket=${socket}`,
      '-e',
      'create database site',
    ]);
    return { data, socket };
  }

  async function startMediawiki({ address, root, settings }: Connected): Promise<RunningSite> {
    const maintenance = (script: string) => join(found?.mediawiki ?? '', 'maintenance', script);
    const admin = ['--pass', 'a long enough password', 'Wiki', 'Admin'];
    const place = ['--dbtype', 'sqlite', '--dbpath', root, '--confpath', root];
    php([maintenance('install.php'), ...place, '--server', address, '--scriptpath', '', ...admin]);
    const config = join(root, 'LocalSettings.php');
    appendFileSync(config, mediawikiConfig(settings));
    symlinkSync(found?.plugins ?? '', join(root, 'plugins'));
    php([maintenance('update.php'), '--quick'], { MW_CONFIG_FILE: config });
    await serve(address, found?.mediawiki ?? '', { MW_CONFIG_FILE: config });
    return {
      address,
      // The wiki has no other way to sign in, so it shows no page of its own.
      open: async (page) => void (await page.goto(`${address}/index.php?title=Special:UserLogin`)),
      async readPerson(page) {
        await page.goto(`${address}/index.php?title=Special:Preferences`);
        return await page.locator('body').innerText();
      },
      async signOut(page) {
        await page.goto(`${address}/index.php?title=Special:UserLogout`);
        await page.getByRole('button', { name: /submit|log out/i }).click();
      },
    };
  }

  async function startDokuwiki({ address, root, settings }: Connected): Promise<RunningSite> {
    cpSync(found?.dokuwiki ?? '', root, { recursive: true });
    writeFileSync(join(root, 'conf/local.php'), dokuwikiConfig(settings));
    writeFileSync(join(root, 'conf/acl.auth.php'), '* @ALL 1\n* @user 8\n');
    writeFileSync(join(root, 'conf/users.auth.php'), '');
    await serve(address, root);
    return {
      address,
      async open(page) {
        await page.goto(`${address}/doku.php?do=login`);
        await page.getByRole('link', { name: settings.label }).click();
      },
      async readPerson(page) {
        await page.goto(`${address}/doku.php?do=profile`);
        const [name, email] = [page.locator('[name=fullname]'), page.locator('[name=email]')];
        return `${await name.inputValue()} ${await email.inputValue()}`;
      },
      signOut: async (page) => await page.getByRole('link', { name: 'Log Out' }).first().click(),
    };
  }

  async function startDjango({ address, root, client }: Connected): Promise<RunningSite> {
    const place = { issuer: issuer.issuer(), site: address, client };
    const [backend = '', settings = ''] = blocksOf('Django', place);
    writeFileSync(join(root, 'members.py'), backend);
    writeFileSync(join(root, 'settings.py'), djangoSettings(root) + settings);
    writeFileSync(join(root, 'urls.py'), djangoUrls);
    const env = {
      PYTHONPATH: `${root}:${found?.plugins}`,
      DJANGO_SETTINGS_MODULE: 'settings',
      PYTHONUNBUFFERED: '1',
    };
    const python = found?.django ?? '';
    execFileSync(python, ['-m', 'django', 'migrate'], { env: { NODE_ENV: 'test', ...env } });
    const server = ['-m', 'django', 'runserver', '--noreload', address.replace('http://', '')];
    await programs.start(python, server, /Quit the server/, env);
    return {
      address,
      open: async (page) => void (await page.goto(`${address}/oidc/authenticate/`)),
      readPerson: async (page) => await page.locator('body').innerText(),
      signOut: async (page) => await page.getByRole('button', { name: 'Sign out' }).click(),
    };
  }

  async function startRuby({ address, root, client }: Connected): Promise<RunningSite> {
    const [site = ''] = blocksOf('Ruby', { issuer: issuer.issuer(), site: address, client });
    writeFileSync(join(root, 'members_site.rb'), site);
    // Usually, the library reads the discovery document only over https.
    writeFileSync(join(root, 'over_http.rb'), 'require "swd"\nSWD.url_builder = URI::HTTP\n');
    const server = ['-r', join(root, 'over_http.rb'), join(root, 'members_site.rb')];
    await programs.start(found?.ruby ?? '', [...server, '-p', new URL(address).port], /Listening on/, {
      SESSION_KEY: 'a secret of the tests '.repeat(3),
    });
    return {
      address,
      async open(page) {
        await page.goto(address);
        await page.getByRole('button', { name: 'Sign in' }).click();
      },
      readPerson: async (page) => await page.locator('body').innerText(),
      signOut: async (page) => await page.getByRole('link', { name: 'Sign out' }).click(),
    };
  }

  const sites = [
    { id: 'wordpress', isHere: found?.wordpress, start: startWordpress },
    { id: 'mediawiki', isHere: found?.mediawiki, start: startMediawiki },
    { id: 'dokuwiki', isHere: found?.dokuwiki, start: startDokuwiki },
    { id: 'django', isHere: found?.django, start: startDjango },
    { id: 'ruby', isHere: found?.ruby, start: startRuby },
  ];
  describe.each(sites)('$id', ({ id, isHere, start }) => {
    beforeEach(({ skip }) => skip(isHere == null, 'it, or its folder in TEST_SITE_PLUGINS, is not here'));

    test('a member signs in with name and email, and signs out at the site and here', async () => {
      const site = await start(await connect(id, true));
      await inBrowser(async (page) => {
        await site.open(page);
        await signInOnPage(page);
        await page.waitForURL(`${site.address}/**`);
        const person = await site.readPerson(page);
        expect(person).toContain('Ada Byron');
        expect(person.toLowerCase()).toContain('ada@example.org');
        await site.signOut(page);
        await page.waitForURL(`${site.address}/**`);
        await site.open(page);
        await page.locator('input[name=password]').waitFor();
      });
    });

    test('a refused member sees why, and a link back to the site', async () => {
      const site = await start(await connect(id, false));
      await inBrowser(async (page) => {
        await site.open(page);
        await signInOnPage(page);
        await page.waitForURL(/\/members-only\?/);
        await page.getByRole('link', { name: 'Back to Site' }).click();
        await page.waitForURL(`${site.address}/**`);
      });
    });
  });
});

const wordpressPlugin = 'openid-connect-generic';

const wordpressConfig = (address: string, socket: string) => `<?php
define( 'DB_NAME', 'site' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'WP_HOME', '${address}' );
define( 'WP_SITEURL', '${address}' );
define( 'DISABLE_WP_CRON', true );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', 'localhost' );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
foreach ( [ 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ] as $name ) {
  define( $name . '_KEY', $name );
  define( $name . '_SALT', $name );
}
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) define( 'ABSPATH', __DIR__ . '/' );
require_once ABSPATH . 'wp-settings.php';
`;

const installWordpress = `
define( 'WP_INSTALLING', true );
$_SERVER['HTTP_HOST'] = 'localhost';
require getenv( 'SITE' ) . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
function wp_mail() { return true; }
wp_install( 'Site', 'admin', 'admin@example.org', false, '', 'a long enough password' );
update_option( 'openid_connect_generic_settings', json_decode( file_get_contents( getenv( 'OPTIONS' ) ), true ) );
update_option( 'active_plugins', [ '${wordpressPlugin}/${wordpressPlugin}.php' ] );
`;

const mediawikiConfig = (settings: Record<string, string>) => `
$wgExtensionDirectory = __DIR__ . '/plugins';
$wgGroupPermissions['*']['autocreateaccount'] = true;
$wgGroupPermissions['*']['createaccount'] = false;
wfLoadExtension( 'PluggableAuth' );
wfLoadExtension( 'OpenIDConnect' );
$wgOpenIDConnect_SingleLogout = ${settings.$wgOpenIDConnect_SingleLogout ?? ''};
$wgPluggableAuth_Config['Members'] = [
  'plugin' => 'OpenIDConnect',
  'data' => [
    'providerURL' => '${settings.providerURL ?? ''}',
    'clientID' => '${settings.clientID ?? ''}',
    'clientsecret' => '${settings.clientsecret ?? ''}',
    'scope' => ${settings.scope ?? ''},
  ],
];
`;

const dokuwikiConfig = (settings: Record<string, string>) => `<?php
$conf['useacl'] = 1;
$conf['superuser'] = '@admin';
$conf['authtype'] = 'oauth';
$conf['plugin']['oauth']['register-on-auth'] = 1;
${Object.entries(settings)
  .map(([name, value]) => `$conf['plugin']['oauthgeneric']['${name}'] = ${dokuwikiValue(name, value)};`)
  .join('\n')}
`;

/** What DokuWiki's page of settings stores. */
function dokuwikiValue(name: string, value: string): string {
  if (name === 'scopes') return `['${value.split(', ').join("', '")}']`;
  return { on: '1', 'Bearer Header': '1' }[value] ?? `'${value}'`;
}

const djangoSettings = (root: string) => `
SECRET_KEY = "a secret of the tests"
DEBUG = True
ALLOWED_HOSTS = ["localhost"]
ROOT_URLCONF = "urls"
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates"}]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "${root}/site.db"}}
`;

const djangoUrls = `
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.urls import include, path

def home(request):
    user = request.user
    if not user.is_authenticated:
        return HttpResponse("for everybody")
    form = '<form method="post" action="/oidc/logout/"><input type="hidden" name="csrfmiddlewaretoken" value="{}">'
    form = form.format(get_token(request)) + "<button>Sign out</button></form>"
    return HttpResponse("{} {} {} ".format(user.username, user.get_full_name(), user.email) + form)

urlpatterns = [path("", home), path("oidc/", include("mozilla_django_oidc.urls"))]
`;
