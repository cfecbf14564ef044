import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { addPasskey } from '@/lib/sign-in/accounts/passkeys';
import { verifyPassword } from '@/lib/sign-in/accounts/passwords';
import { accountName } from '@/lib/sign-in/accounts/sign-in-lock';
import { openStore } from '@/lib/store/database';
import { commandFolder } from './commands.fixture';

const guide = readFileSync(new URL('../../docs/import.md', import.meta.url), 'utf8');
const { folder, run } = commandFolder();
const outbox = join(folder, 'data', 'outbox');
const members = [
  'ChapterhousePersonID,Number,First name,Last name,Email,Type',
  '1,A-1,Zoë,Berg,zoe@example.org,Full',
  "2,A-2,Liam,O'Brien,family@example.org,Full",
  '3,A-3,Mei,Li,family@example.org,Full',
  '4,A-4,Cy,Ng,,Full',
].join('\n');

/** The recipients of emails since the last call, in order. */
function sentTo(): string[] {
  const mails = readdirSync(outbox)
    .sort()
    .map((name) => readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', ''));
  rmSync(outbox, { recursive: true });
  for (const mail of mails) expect(mail).toMatch(/\/auth\/organisation\/300\/set-password\?token=3D\w{20}/);
  return mails.map((mail) => /^To: (.*)\r$/m.exec(mail)?.[1] ?? '');
}

async function passwordOf(email: string, password: string): Promise<number[]> {
  const store = await openStore({ dataDir: join(folder, 'data'), postgresUrl: null });
  const { people } = await verifyPassword(store, { organisationId: 300, email, password });
  await store.close();
  return [...people];
}

let mailServer: Server | null = null;
afterEach(() => {
  mailServer?.close();
  mailServer = null;
  vi.stubEnv('SMTP_URL', '');
});

/** A mail server that refuses these recipients. @see RFC 5321 §4.3.2 */
async function startMailServer(refused: RegExp): Promise<void> {
  mailServer = createServer((socket) => {
    let mail: string | null = null;
    socket.setEncoding('utf8').write('220 here\r\n');
    socket.on('data', (chunk) => {
      if (mail !== null) {
        mail += String(chunk);
        if (!mail.endsWith('\r\n.\r\n')) return;
        mail = null;
      } else if (/^data/i.test(String(chunk))) mail = '';
      const isRefused = /^rcpt/i.test(String(chunk)) && refused.test(String(chunk));
      socket.write(isRefused ? '550 no such mailbox\r\n' : mail === '' ? '354 go on\r\n' : '250 ok\r\n');
    });
  });
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer, 'listening');
  const address = mailServer.address();
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
}

it('the guide’s commands invite members and set a password that imports do not change', async () => {
  writeFileSync(join(folder, 'members.csv'), members);
  const importing = 'import members.csv --organisation 300 --create Example --without-end';
  expect((await run(importing)).exitCode).toBe(0);
  const lines = [...guide.matchAll(/^\.\/chapterhouse (account .*?)(?: < password\.txt)?$/gm)];
  const [one = '', all = '', set = ''] = lines.map(([, line]) => line ?? '');
  expect(await run(one)).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^This site cannot send email yet .*1 invitation waiting in .*outbox/),
  });
  expect(sentTo()).toEqual(['zoe@example.org']);
  expect(await run(`${set} --json`, 'a long password')).toMatchObject({ exitCode: 0, out: '{"personId":2}' });
  expect(JSON.parse((await run(`${all} --json`)).out)).toEqual({ invited: 1, refused: [] });
  expect(sentTo()).toEqual(['family@example.org']);
  writeFileSync(join(folder, 'members.csv'), members.replace('family@', 'liam@'));
  expect((await run(`${importing} --no-mail`)).out).toContain('1 updated');
  expect(existsSync(outbox)).toBe(false);
  expect(await passwordOf('liam@example.org', 'a long password')).toEqual([2]);
});

it('an address that the mail server refuses does not stop other invitations, and can be invited again', async () => {
  writeFileSync(join(folder, 'more.csv'), members.replaceAll(/^(\d),A/gm, '1$1,B').replaceAll('@', '@more.'));
  await run('import more.csv --organisation 300 --without-end');
  await startMailServer(/zoe/);
  const { exitCode, out, err } = await run('account invite --organisation 300 --all --json');
  expect([exitCode, JSON.parse(out)]).toEqual([1, { invited: 2, refused: [11] }]);
  expect(err).toBe('The mail server refused the email addresses of the people with these IDs: 11');
  vi.stubEnv('SMTP_URL', '');
  expect(JSON.parse((await run('account invite --organisation 300 --all --json')).out)).toMatchObject({
    invited: 1,
  });
  expect(sentTo()).toEqual(['zoe@more.example.org']);
});

it('a mail server that is down stops the command at the first invitation, without showing the address', async () => {
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1');
  const { exitCode, err } = await run('account invite --organisation 300 --person 1');
  expect([exitCode, err]).toEqual([
    1,
    expect.stringMatching(/^The email could not be sent \(\w+\): check SMTP_URL/),
  ]);
  expect(err).not.toMatch(/zoe|^\s+at /m);
});

it('removes the passkeys of a member, who gets an email', async () => {
  const store = await openStore({ dataDir: join(folder, 'data'), postgresUrl: null });
  const keys = { userHandle: 'aGFuZGxl', publicKey: 'a2V5', counter: 0, transports: [] };
  const owner = { organisationId: 300, personId: 1 };
  await addPasskey(store, owner, { ...keys, credentialId: 'phone', name: 'Phone' }, new Date());
  await store.close();
  const command = 'account remove-passkeys --organisation 300 --person 1';
  expect((await run(command)).out).toBe('Removed 1 passkey of person 1.');
  const [mail = ''] = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
  expect(mail).toContain('To: zoe@example.org\r');
  expect(mail).toContain('A passkey was removed from your account: Phone.');
  rmSync(outbox, { recursive: true });
  expect((await run(`${command} --json`)).out).toBe('{"personId":1,"removed":[]}');
  expect(existsSync(outbox)).toBe(false);
});

it('unlocks the sign-in of a member', async () => {
  const store = await openStore({ dataDir: join(folder, 'data'), postgresUrl: null });
  const bucket = `sign-in-account:${accountName({ organisationId: 300, email: 'Zoe@example.org' })} 192.0.2.1`;
  await store.auth.insertInto('limit_bucket').values({ bucket, tokens: 0, updated_at: 1 }).execute();
  expect((await run('account unlock --organisation 300 --person 1')).out).toBe('Person 1 can sign in again.');
  expect(await store.auth.selectFrom('limit_bucket').select('bucket').execute()).toEqual([]);
  await store.close();
});

it.each([
  ['account invite --organisation 300', 2, /Give one of --person ID, --email ADDRESS, --number NUMBER/],
  [
    'account invite --organisation 300 --all --email zoe@example.org',
    2,
    /'--all' cannot be used with option '--email/,
  ],
  ['account invite --organisation 301 --all', 1, /^There is no organisation 301$/],
  ['account invite --organisation 300 --person 99', 1, /^There is no person 99 in organisation 300$/],
  ['account invite --organisation 300 --person 4', 1, /^Person 4 has no email address$/],
  ['account invite --organisation 300 --email nobody@example.org', 1, /^Nobody .* nobody@example\.org$/],
  [
    'account invite --organisation 300 --email family@more.example.org',
    1,
    /choose one:\n {2}--person 12 {2}Liam O'Brien\n {2}--person 13/,
  ],
  ['account set-password --organisation 300 --person 99', 1, /^There is no person 99 in organisation 300$/],
  [
    'account set-password --organisation 300 --person 1',
    1,
    /^The password must have at least 10 characters$/,
  ],
  ['account set-password --organisation 301 --person 1', 1, /^There is no organisation 301$/],
  ['account remove-passkeys --organisation 301 --person 1', 1, /^There is no organisation 301$/],
])('%s is refused with exit code %d', async (line, code, message) => {
  const { exitCode, err } = await run(line, 'short');
  expect([exitCode, err]).toEqual([code, expect.stringMatching(message)]);
});
