/**
 * Roundcube (PHP) with Dovecot, from Debian's packages and with the settings of docs/connect.md. `npm test` installs
 * the packages if it may (scripts/debian-software.mjs). Without them, or without root rights, which Dovecot needs,
 * these tests are skipped.
 */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findWebmail } from '@/scripts/debian-software.mjs';
import { runIssuer, SiteVisitor, type TestClient } from '@/lib/service/issuer-over-http.fixture';
import { freePort } from '@/scripts/start-postgres.mjs';
import { runPrograms } from './programs.fixture';

const section = /^### Roundcube[^]*?(?=^### )/m.exec(readFileSync('docs/connect.md', 'utf8'))?.[0] ?? '';

describe('Roundcube with Dovecot', () => {
  const site = runIssuer();
  const webmail = findWebmail();
  const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-webmail-'));
  const programs = runPrograms();
  let address = '';
  let imapPort = 0;

  beforeEach(({ skip }) => skip(webmail === null, 'Roundcube with Dovecot is not here'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function settingsOf(language: string, { id, secret }: TestClient): string {
    const block = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(section)?.[1] ?? '';
    return block
      .replaceAll('https://members.example/api/v2/organisation/100', site.issuer())
      .replace(
        'https://CLIENT_ID:CLIENT_SECRET@members.example/api/v2/organisation/100',
        site.issuer().replace('://', `://${id}:${secret}@`),
      )
      .replace('CLIENT_ID', id)
      .replace('CLIENT_SECRET', secret);
  }

  async function start({ isForAll = true } = {}): Promise<TestClient> {
    const webPort = await freePort();
    imapPort = await freePort();
    address = `http://localhost:${webPort}`;
    const root = join(folder, String(webPort));
    for (const name of ['', 'mail', 'config', 'temp', 'logs']) mkdirSync(join(root, name));
    // Dovecot gives up its root rights before it reads emails.
    for (const [path, mode] of [
      [folder, 0o755],
      [root, 0o755],
      [join(root, 'mail'), 0o777],
    ] as const)
      chmodSync(path, mode);
    const client = await site.register(`${address}/index.php/login/oauth`, {
      isForAll,
      scopes: ['openid', 'email'],
    });
    writeDovecotSettings(root, imapPort, settingsOf('ini', client));
    writeRoundcubeSettings(root, imapPort, settingsOf('php', client));
    await Promise.all([
      programs.start(
        webmail?.dovecot ?? '',
        ['-F', '-c', join(root, 'dovecot.conf')],
        /starting up for imap/,
      ),
      programs.start(
        webmail?.php ?? '',
        ['-S', `localhost:${webPort}`, '-t', webmail?.roundcube ?? ''],
        /started/,
        {
          ROUNDCUBE_CONFIG_DIR: `${root}/config`,
        },
      ),
    ]);
    return client;
  }

  async function signIn(visitor: SiteVisitor, browser = site.browser()) {
    const started = await visitor.visit(`${address}/?_task=login&_action=oauth`);
    const back = await site.signIn(started.headers.get('Location') ?? '', browser);
    const callback = await visitor.visit(back);
    return { error: back.searchParams.get('error'), location: callback.headers.get('Location') };
  }

  async function readInbox(visitor: SiteVisitor): Promise<string> {
    const page = await visitor.visit(`${address}/?_task=mail&_mbox=INBOX&_action=list&_remote=1`);
    return await page.text();
  }

  test('a member reads their email, and no longer can after the sign-out here', async () => {
    await start();
    const [visitor, browser] = [new SiteVisitor(), site.browser()];
    expect(await signIn(visitor, browser)).toEqual({ error: null, location: '/?_task=mail' });
    expect(await readInbox(visitor)).toContain('"action":"list"');
    await site.signOut(browser);
    // Dovecot checks the token again for each connection.
    expect(await readInbox(visitor)).toMatch(/session_error|Connection to storage server failed/);
  });

  test('a person whom the rules refuse cannot read email', async () => {
    await start({ isForAll: false });
    const visitor = new SiteVisitor();
    expect(await signIn(visitor)).toEqual({ error: 'access_denied', location: null });
    expect(await readInbox(visitor)).toMatch(/session_error|task=login/);
  });

  test('a token that another site received does not open a mailbox', async () => {
    const mail = await start();
    const other = await site.register('https://other.example/callback', { scopes: ['openid', 'email'] });
    const open = async (client: TestClient, callback: string) =>
      await openMailbox(await tokenOf(client, callback));
    expect(await open(mail, `${address}/index.php/login/oauth`)).toMatch(/^a OK/m);
    expect(await open(other, 'https://other.example/callback')).toMatch(/^a NO/m);
  });

  async function tokenOf({ id, secret }: TestClient, callback: string): Promise<string> {
    const query = {
      response_type: 'code',
      client_id: id,
      redirect_uri: callback,
      scope: 'openid',
      state: 'x',
    };
    const back = await site.signIn(`${site.issuer()}/authorize?${new URLSearchParams(query).toString()}`);
    const response = await fetch(`${site.issuer()}/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: callback,
      }),
    });
    return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
  }

  /**
   * Signs in to mailbox 1, which is Ada's.
   * @returns what Dovecot responds
   */
  async function openMailbox(token: string): Promise<string> {
    const socket = connect(imapPort, '127.0.0.1');
    const proof = btoa(`user=1\x01auth=Bearer ${token}\x01\x01`);
    socket.write(`a AUTHENTICATE XOAUTH2 ${proof}\r\n`);
    let received = '';
    for await (const chunk of socket.setEncoding('utf8')) {
      received += String(chunk);
      if (/^a (OK|NO)/m.test(received)) break;
      // If the server refuses the token, it first sends a reason. It sends the result after the client has sent an
      // empty line.
      if (/^\+ /m.test(received)) socket.write('\r\n');
    }
    return received;
  }
});

function writeDovecotSettings(root: string, port: number, oauth: string): void {
  writeFileSync(join(root, 'dovecot-oauth2.conf.ext'), oauth);
  const settings = `
base_dir = ${root}/run
log_path = /dev/stderr
ssl = no
protocols = imap
listen = 127.0.0.1
mail_location = maildir:${root}/mail/%u
first_valid_uid = 1
auth_mechanisms = xoauth2 oauthbearer
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${root}/dovecot-oauth2.conf.ext
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${root}/mail/%u
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
}
`;
  writeFileSync(join(root, 'dovecot.conf'), settings);
}

function writeRoundcubeSettings(root: string, imapPort: number, oauth: string): void {
  copyFileSync('/etc/roundcube/defaults.inc.php', join(root, 'config/defaults.inc.php'));
  const settings = `<?php
$config['db_dsnw'] = 'sqlite:///${root}/roundcube.db';
$config['imap_host'] = 'localhost:${imapPort}';
$config['des_key'] = 'a-key-of-24-characters--';
$config['plugins'] = [];
$config['log_dir'] = '${root}/logs';
$config['temp_dir'] = '${root}/temp';
${oauth}`;
  writeFileSync(join(root, 'config/config.inc.php'), settings);
}
