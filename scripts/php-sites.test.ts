/**
 * WordPress and MediaWiki in a browser, from Debian's packages and with the settings that the office shows. Their
 * plugins for OpenID Connect are not in Debian: the tests are skipped unless TEST_SITE_PLUGINS names a folder with them
 * (docs/contributors.md).
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, describe, expect, test } from 'vitest';
import { runIssuer } from '@/lib/membership-service/issuer-over-http.fixture';
import { findSoftware } from '@/lib/office/site-settings';
import { findPhpSites } from './debian-software.mjs';
import { freePort } from './start-postgres.mjs';
import { inBrowser, signInOnPage } from '@/lib/openid/browser-page.fixture';
import { runPrograms } from '@/lib/openid/programs.fixture';

const found = findPhpSites(process.env.TEST_SITE_PLUGINS ?? '');

describe('sites in PHP', () => {
  const issuer = runIssuer();
  const programs = runPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-sites-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Registers the site as the office does. @returns its address, its folder, and the settings that the office shows */
  async function connect(id: string, isForAll: boolean) {
    const software = findSoftware(id);
    if (software === null) throw new Error(`The office does not know ${id}`);
    const port = await freePort();
    const address = `http://localhost:${port}`;
    const callback = address + software.callback;
    const client = await issuer.register(callback, {
      isForAll,
      homeUrl: `${address}/`,
      postLogoutPrefixes: [`${address}/`],
    });
    const root = join(folder, String(port));
    mkdirSync(root);
    const shown = {
      issuer: issuer.issuer(),
      discovery: '',
      clientId: client.id,
      secret: client.secret,
      callback,
    };
    return { address, root, settings: Object.fromEntries(software.settings(shown)) };
  }
  const php = (args: string[], env: Record<string, string> = {}) =>
    execFileSync(found?.php ?? '', args, { env: { NODE_ENV: 'test', ...env }, encoding: 'utf8' });
  const serve = (address: string, root: string, env: Record<string, string> = {}) =>
    programs.start(found?.php ?? '', ['-S', address.replace('http://', ''), '-t', root], /started/, {
      PHP_CLI_SERVER_WORKERS: '4',
      ...env,
    });

  describe.skipIf(found?.wordpress == null)('WordPress with OpenID Connect Generic Client', () => {
    async function start(isForAll = true): Promise<string> {
      const { address, root, settings } = await connect('wordpress', isForAll);
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
        scope: settings.Scope,
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
      return address;
    }

    test('a member signs in with name and email, and signs out at the site and here', async () => {
      const address = await start();
      await inBrowser(async (page) => {
        await openWordpress(page, address);
        await signInOnPage(page);
        await page.goto(`${address}/wp-admin/profile.php`);
        expect(await page.locator('#email').inputValue()).toBe('Ada@Example.org');
        expect(await page.locator('#display_name').inputValue()).toBe('Ada Byron');
        await page.goto(`${address}/wp-login.php?action=logout`);
        await page.getByRole('link', { name: 'log out' }).click();
        await page.waitForURL(`${address}/**`);
        await openWordpress(page, address);
        await page.locator('input[name=password]').waitFor();
      });
    });

    test('a refused member sees why, and a link back to the site', async () => {
      const address = await start(false);
      await inBrowser(async (page) => {
        await openWordpress(page, address);
        await signInOnPage(page);
        await page.waitForURL(/\/members-only\?/);
        await page.getByRole('link', { name: 'Back to Site' }).click();
        await page.waitForURL(`${address}/`);
      });
    });
  });

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

  describe.skipIf(found?.mediawiki == null)('MediaWiki with PluggableAuth', () => {
    async function start(isForAll = true): Promise<string> {
      const { address, root, settings } = await connect('mediawiki', isForAll);
      const maintenance = (script: string) => join(found?.mediawiki ?? '', 'maintenance', script);
      const admin = ['--pass', 'a long enough password', 'Wiki', 'Admin'];
      const place = ['--dbtype', 'sqlite', '--dbpath', root, '--confpath', root];
      php([maintenance('install.php'), ...place, '--server', address, '--scriptpath', '', ...admin]);
      const config = join(root, 'LocalSettings.php');
      appendFileSync(config, mediawikiConfig(settings));
      symlinkSync(found?.plugins ?? '', join(root, 'plugins'));
      php([maintenance('update.php'), '--quick'], { MW_CONFIG_FILE: config });
      await serve(address, found?.mediawiki ?? '', { MW_CONFIG_FILE: config });
      return address;
    }

    test('a member signs in with name and email, and signs out at the wiki and here', async () => {
      const address = await start();
      await inBrowser(async (page) => {
        await openWiki(page, address);
        await signInOnPage(page);
        await page.waitForURL(`${address}/**`);
        await page.goto(`${address}/index.php?title=Special:Preferences`);
        expect(await page.locator('#mw-htmlform-info').innerText()).toContain('Ada Byron');
        expect(await page.locator('body').innerText()).toContain('Ada@Example.org');
        await page.goto(`${address}/index.php?title=Special:UserLogout`);
        await page.getByRole('button', { name: /submit|log out/i }).click();
        await page.waitForURL(`${address}/**`);
        await openWiki(page, address);
        await page.locator('input[name=password]').waitFor();
      });
    });

    test('a refused member sees why, and a link back to the wiki', async () => {
      const address = await start(false);
      await inBrowser(async (page) => {
        await openWiki(page, address);
        await signInOnPage(page);
        await page.waitForURL(/\/members-only\?/);
        await page.getByRole('link', { name: 'Back to Site' }).click();
        await page.waitForURL(`${address}/**`);
      });
    });
  });
});

async function openWordpress(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/wp-login.php`);
  await page.getByRole('link', { name: 'Login with OpenID Connect' }).click();
}

/** The wiki has no other way to sign in, so it shows no page of its own. */
async function openWiki(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/index.php?title=Special:UserLogin`);
}

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
