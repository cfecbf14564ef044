import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
const json = async (line: string) => JSON.parse((await run(`${line} --json`)).out);

beforeAll(async () => {
  writeFileSync(join(folder, 'members.csv'), 'Number,First name,Last name,Type\nA-1,Ann,Lee,Full\n');
  await run('import members.csv --organisation 7 --create Example --without-end');
});

it('a client is registered with the given options and no others', async () => {
  const redirect = '--redirect-uri https://site.example/a --redirect-uri http://site.example?option=login';
  const all = '--first-party --require-pkce --iss --admin-extras --allow-http';
  const full = await json(
    `client create --organisation 7 --name "Our site" --scope basic,members --scope user ${redirect} ${all}`,
  );
  const plain = await json('client create --organisation 7 --name Reader --scope basic');
  expect([full.secret, plain.secret]).toEqual(Array(2).fill(expect.stringMatching(/^[A-Za-z0-9]{27,}$/)));
  const [first, second] = await json('client list --organisation 7');
  expect(first).toMatchObject({
    id: full.id,
    organisationId: 7,
    name: 'Our site',
    scopes: ['basic', 'members', 'user'],
    redirectUris: ['https://site.example/a', 'http://site.example?option=login'],
    isFirstParty: true,
    isPublic: false,
    requiresPkce: true,
    sendsIss: true,
    seesAdminExtras: true,
  });
  expect(second).toMatchObject({
    id: plain.id,
    scopes: ['basic'],
    redirectUris: [],
    isFirstParty: false,
    isPublic: false,
    requiresPkce: false,
    sendsIss: false,
    seesAdminExtras: false,
    revokedAt: null,
  });
  expect(JSON.stringify([first, second])).not.toContain(full.secret);
});

it('a secret is rotated, a client is revoked, and an unknown client is named', async () => {
  const { id, secret } = await json('client create --organisation 7 --name App --scope basic');
  const rotated = await json(`client rotate ${id} --now`);
  expect(rotated).toEqual({ id, secret: expect.not.stringMatching(secret) });
  expect(await json(`client revoke ${id}`)).toEqual({ id, revoked: true });
  expect((await run('client list')).out).toMatch(new RegExp(`^${id} .*App {2}\\(revoked\\)$`, 'm'));
  expect(await run(`client revoke ${id}`)).toMatchObject({ exitCode: 1 });
  const missing = await run('client rotate nobody');
  expect([missing.exitCode, missing.err]).toEqual([1, expect.stringMatching(/^There is no .*nobody/)]);
});

it('client update changes the named settings, and keeps ID, secret and the rest', async () => {
  const redirect = '--redirect-uri https://site.example/a';
  const { id } = await json(
    `client create --organisation 7 --name Old --scope basic,user ${redirect} --first-party --iss`,
  );
  const updated = await json(
    `client update ${id} --name "New name" --redirect-uri https://site.example/b --no-iss --require-pkce`,
  );
  expect(updated).toMatchObject({
    id,
    name: 'New name',
    scopes: ['basic', 'user'],
    redirectUris: ['https://site.example/b'],
    isFirstParty: true,
    sendsIss: false,
    requiresPkce: true,
  });
  const listed = (await json('client list')).find((one: { id: string }) => one.id === id);
  expect(listed).toEqual(updated);
  const refused = async (line: string) => {
    const { exitCode, err } = await run(`client update ${line}`);
    return `${exitCode} ${err}`;
  };
  expect(await refused(id)).toMatch(/^1 Name at least one setting/);
  expect(await refused('nobody --name A')).toMatch(/^1 There is no client nobody/);
  expect(await refused(`${id} --redirect-uri http://site.example/`)).toMatch(
    /^1 .*http is allowed only for this machine/,
  );
  expect(await refused(`${id} --name ""`)).toMatch(/^1 A client needs a name/);
  expect((await json('client list')).find((one: { id: string }) => one.id === id)).toEqual(updated);
});

it.each([
  ['--organisation 7 --name A --scope admin', 2, /Scopes are basic, members, user/],
  ['--organisation 7 --scope basic', 2, /--name/],
  ['--organisation 9 --name A --scope basic', 1, /^There is no organisation 9$/],
  [
    '--organisation 7 --name A --scope user --redirect-uri http://site.example/',
    1,
    /http:\/\/site\.example\/ cannot be used: http is allowed only for this machine/,
  ],
])('client create %s is refused with exit code %d', async (options, code, message) => {
  const before = await json('client list');
  const { exitCode, err } = await run(`client create ${options}`);
  expect([exitCode, err]).toEqual([code, expect.stringMatching(message)]);
  expect(err).not.toMatch(/^\s+at /m);
  expect(await json('client list')).toEqual(before);
});

it('rules are set, replaced and removed, and a rule that names nothing is refused', async () => {
  const { id } = await json('client create --organisation 7 --name Club --scope user --valid-members-only');
  const rulesOf = async () => (await json('client list')).find((one: { id: string }) => one.id === id).rules;
  const none = { validOnly: false, types: [], chapters: [], states: [], committees: [] };
  expect(await rulesOf()).toEqual({ ...none, validOnly: true });
  await run(`client update ${id} --only-state VIC --only-state NSW --only-committee any`);
  expect(await rulesOf()).toEqual({ ...none, states: ['VIC', 'NSW'], committees: ['any'] });
  await run(`client update ${id} --name Other`);
  expect(await rulesOf()).toEqual({ ...none, states: ['VIC', 'NSW'], committees: ['any'] });
  const refused = await run(`client update ${id} --only-chapter 9`);
  expect([refused.exitCode, refused.err]).toEqual([
    1,
    expect.stringMatching(/^There is no chapter with the ID 9/),
  ]);
  await run(`client update ${id} --anyone`);
  expect(await rulesOf()).toBeNull();
});
