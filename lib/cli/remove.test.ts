import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { openStore } from '@/lib/store/database';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
const guide = readFileSync(new URL('../../docs/import.md', import.meta.url), 'utf8');
const goBack = /## Going back from a wrong file\n[^]*?```sh\n([^`]*)```/.exec(guide)?.[1] ?? '';
const header = 'Number,First name,Last name,Email,Type,Category,Chapter,Addons,Expires';
const line = (number: string, [type, category, chapter, addon]: string[]) =>
  `${number},First${number},Last${number},${number}@example.org,${type},${category},${chapter},${addon},2099-12-31`;
const own = ['Full', 'Sports', 'Victoria', 'Journal'];
const good = ['A-1', 'A-2', 'A-3'].map((number) => line(number, own));
const wrong = ['B-1', 'B-2'].map((number) =>
  line(number, ['Wrong type', 'Wrong category', 'Nowhere', 'Trap']),
);

async function expectDone(command: string): Promise<unknown> {
  const { exitCode, out, err } = await run(`${command} --json`);
  expect([exitCode, err]).toEqual([0, expect.any(String)]);
  return JSON.parse(out);
}

async function stored() {
  await expectDone('export all.json --organisation 300');
  const all = JSON.parse(readFileSync(join(folder, 'all.json'), 'utf8'));
  const names = (list: { Name: string }[]) => list.map(({ Name }) => Name);
  return {
    types: names(all.MembershipTypes),
    categories: names(all.Categories),
    chapters: names(all.Chapters),
    addons: names(all.Addons),
    members: all.Memberships.length,
  };
}

it('the guide’s commands remove everything that a wrong file created', async () => {
  writeFileSync(join(folder, 'members.csv'), [header, ...good].join('\n'));
  await expectDone('import members.csv --organisation 300 --create Example');
  const before = await stored();
  writeFileSync(join(folder, 'wrong.csv'), [header, ...wrong].join('\n'));
  expect(await expectDone('import wrong.csv --organisation 300')).toMatchObject({ created: 2 });
  expect(await stored()).not.toEqual(before);
  const commands = goBack.trim().split('\n');
  expect(commands).toHaveLength(6);
  const [back = '', ...others] = commands.map((one) => one.replace('./chapterhouse ', ''));
  expect(await expectDone(back)).toMatchObject({ removed: 2 });
  // Removed members are not invited.
  expect(await expectDone('account invite --organisation 300 --all')).toMatchObject({ invited: 3 });
  for (const command of others) await expectDone(command);
  expect(await stored()).toEqual(before);
  const store = await openStore({ dataDir: join(folder, 'data'), postgresUrl: null });
  const people = await store.members.selectFrom('person').select('email').orderBy('id').execute();
  await store.close();
  expect(people.map(({ email }) => email)).toEqual(['A-1@example.org', 'A-2@example.org', 'A-3@example.org']);
});

it('an item in use is refused until confirmed, and then removed from the members', async () => {
  for (const [item, name] of [
    ['type', 'Full'],
    ['category', 'Sports'],
    ['chapter', 'victoria'],
    ['addon', 'Journal'],
  ]) {
    const { exitCode, err } = await run(`${item} remove ${name} --organisation 300`);
    expect([exitCode, err]).toEqual([1, expect.stringMatching(/is in use \(3 memberships\): .*--/)]);
  }
  for (const item of ['category Sports', 'chapter Victoria', 'addon Journal']) {
    const [kind, name] = item.split(' ');
    const done = await expectDone(`${kind} remove ${name} --organisation 300 --yes`);
    expect(done).toEqual({ removed: [name], memberships: 3 });
  }
  await expectDone('import wrong.csv --organisation 300');
  const moved = await expectDone('type remove "Wrong type" --organisation 300 --replace-with Full');
  expect(moved).toEqual({ removed: ['Wrong type'], memberships: 2 });
  expect(await stored()).toMatchObject({ types: ['Full'], categories: ['Wrong category'], members: 5 });
});

it.each([
  ['type remove --organisation 300', 2, /Give names or IDs/],
  ['type remove Full --unused --organisation 300', 2, /not both/],
  ['type remove Nothing --organisation 300', 1, /There is no type "Nothing"; there are Full \(1\)/],
  ['category remove X --organisation 9', 1, /There is no organisation 9/],
  ['organisation remove --organisation 9', 1, /There is no organisation 9/],
  ['people remove --organisation 300', 2, /--without-membership/],
])('%s is refused', async (command, code, message) => {
  const { exitCode, err } = await run(command);
  expect([exitCode, err]).toEqual([code, expect.stringMatching(message)]);
});

it('an organisation is removed with all its data, after confirmation', async () => {
  await expectDone('client create --organisation 300 --name Site --scope members');
  await run('account set-password --organisation 300 --email A-1@example.org', 'a long password');
  const refused = await run('organisation remove --organisation 300');
  expect([refused.exitCode, refused.err]).toEqual([
    1,
    expect.stringMatching(/has 5 memberships and 1 client\..*--yes/),
  ]);
  expect(await expectDone('organisation remove --organisation 300 --yes')).toMatchObject({ memberships: 5 });
  const store = await openStore({ dataDir: join(folder, 'data'), postgresUrl: null });
  const remaining = [...(await countRows(store.members)), ...(await countRows(store.auth))];
  await store.close();
  expect(remaining).toEqual([]);
});

async function countRows<T>(db: Kysely<T>): Promise<string[]> {
  const found: string[] = [];
  for (const { name, columns } of await db.introspection.getTables()) {
    const column = columns.find((one) => one.name === 'organisation_id');
    if (column === undefined && name !== 'organisation') continue;
    const { rows } = await sql`select 1 from ${sql.table(name)}`.execute(db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
