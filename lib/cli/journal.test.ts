import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { openStore } from '@/lib/store/database';
import { recordLapses } from '@/lib/changes/journal/lapses';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
const header = 'MembershipNumber,FirstName,LastName,Email,MembershipType,ExpiryDate';
const save = (name: string, ...rows: string[]) =>
  writeFileSync(join(folder, name), [header, ...rows].join('\n'));
const anna = (expiry: string) => `A1,Anna,Berg,anna@example.com,Full,${expiry}`;

beforeAll(async () => {
  save('first.csv', anna('2026-06-30'), 'B2,Ben,Cole,ben@example.com,Full,2026-06-30');
  await run('import first.csv --organisation 5 --create "Example Association"');
  save('second.csv', anna('2027-06-30'));
  await run('import second.csv --organisation 5 --reason "paid at the meeting"');
});

it('lists what an import changed, by whom and why', async () => {
  const { out, exitCode } = await run('journal --run 2');
  expect(exitCode).toBe(0);
  expect(out).toMatch(
    /^\d{13,}  \S+Z  import 2: membership 1 updated \(paid at the meeting\)\n    ExpiryDate: 2026-06-30 → 2027-06-30$/,
  );
});

it('lists the changes of one member', async () => {
  const rows = JSON.parse((await run('journal --member 2 --json')).out);
  expect(rows.map((row: { kind: string; operation: string }) => [row.kind, row.operation])).toEqual([
    ['person', 'created'],
    ['membership', 'created'],
  ]);
});

it('lists the changes by one kind of actor since a time', async () => {
  expect(JSON.parse((await run('journal --actor import --json')).out)).toHaveLength(6 + 1);
  expect(JSON.parse((await run('journal --actor "import 2" --json')).out)).toHaveLength(1);
  expect(JSON.parse((await run('journal --actor person --json')).out)).toEqual([]);
  expect((await run('journal --since 2999-01-01')).out).toBe('No changes.');
  expect((await run('journal --since tomorrow')).out).toBe('No changes.');
  expect(JSON.parse((await run('journal --since yesterday --json')).out)).toHaveLength(6 + 1);
});

it('undoes an import, and the undo is in the journal', async () => {
  const undone = await run('undo 2 --reason "wrong file" --json');
  expect(undone.err).toBe('');
  expect(JSON.parse(undone.out)).toEqual({ rows: 1, undone: 1, conflicts: [], sharedNumbers: [] });
  expect((await run('journal --limit 1')).out).toContain('command undo: membership 1 updated (wrong file)');
});

it('refuses to undo what was changed later, names the field, and restores it with --force', async () => {
  const refused = await run('undo 2');
  expect(refused.exitCode).toBe(1);
  expect(refused.out).toContain('  membership 1 ExpiryDate: it has changed since');
  expect((await run('undo 2 --force')).exitCode).toBe(0);
});

it.each([
  ['journal --organisation 6', 1, 'There is no organisation 6'],
  ['journal --since 2026-02-31', 2, '--since must be a date such as'],
  ['journal --since 01/02/2026', 2, '--since must be a date such as'],
  ['journal --actor robot', 2, '--actor must start with person, client'],
  ['undo 99', 1, 'There is no import 99 in the journal.'],
  ['undo 1700000000000', 1, 'There is no change 1700000000000 in the journal.'],
  ['undo last', 2, 'positive integer'],
])('%s is refused', async (line, exitCode, message) => {
  const refused = await run(line);
  expect(refused.exitCode).toBe(exitCode);
  expect(refused.err).toContain(message);
});

it('lists changes of accounts and clients among those of members, by time', async () => {
  await run('account set-password --organisation 5 --email anna@example.com', 'a long password');
  await run('client create --organisation 5 --name Site --scope members');
  await run('organisation set name=Other --organisation 5');
  const { out } = await run('journal --limit 3');
  expect(out.split('\n').map((line) => line.replace(/^\S+ {2}\S+ {2}/, ''))).toEqual([
    'command account set-password: account of person 1 password set',
    expect.stringMatching(/^command client create: client \w{20} created$/),
    'command organisation set: organisation 5 updated',
    '    Name: Example Association → Other',
  ]);
  expect((await run('journal --actor "command client create"')).out).toContain('created');
  expect((await run('journal --member 1 --limit 1')).out).toContain('account of person 1 password set');
  expect((await run('journal --member 2')).out).not.toContain('account');
  expect((await run('journal --run 1')).out).not.toContain('account');
});

it('records the end of memberships after a date jump is confirmed', async () => {
  const dataDir = join(folder, 'data');
  const store = await openStore({ dataDir, postgresUrl: null, namesStatements: true });
  await recordLapses(store, { organisationId: 5, now: new Date('2026-06-01T00:00:00Z'), isConfirmed: false });
  await store.close();
  vi.stubEnv('CHAPTERHOUSE_NOW', '2026-06-20T00:00:00Z');
  expect((await run('clock accept')).err).toContain('There is nothing to confirm');
  vi.stubEnv('CHAPTERHOUSE_NOW', '2026-08-01T00:00:00Z');
  expect((await run('clock accept --json')).out).toBe('{"lapsed":2}');
  expect((await run('journal --actor clock')).out.match(/clock: membership \d lapsed$/gm)).toHaveLength(2);
});

it('shows no escape sequence that is in a value, and shows each value on one line', async () => {
  const reason = 'by\u009b2Jphone\u0007';
  const set = await run(
    `member set 1 "User.Address.Address=1 High St\n0  clock: membership 1 removed" --reason ${reason}`,
  );
  expect(set.err).toBe('');
  for (const line of ['journal', 'member show 1', 'person show --person 1']) {
    const { out } = await run(line);
    expect(out).not.toMatch(/[^\P{Cc}\n]/u);
    expect(out).toContain('1 High St\\n0  clock: membership 1 removed');
  }
  expect((await run('journal')).out).toContain('(by\uFFFD2Jphone\uFFFD)');
  const { out } = await run('journal --json');
  expect(out).toContain('by\\u009b2Jphone\\u0007');
  expect(JSON.parse(out)).toContainEqual(expect.objectContaining({ reason }));
});

it('removes the accounts of persons whom an undo removes', async () => {
  save('third.csv', 'C3,Cy,Dow,cy@example.com,Full,2027-06-30');
  await run('import third.csv --organisation 5');
  const [{ runId, recordId }] = JSON.parse((await run('journal --actor import --limit 1 --json')).out);
  const set = await run('account set-password --organisation 5 --email cy@example.com', 'owl-lake-91-cy');
  expect(set.err).toBe('');
  const people = async () => {
    const store = await openStore({ dataDir: join(folder, 'data'), postgresUrl: null });
    const rows = await store.auth.selectFrom('account').select('person_id').execute();
    await store.close();
    return rows.map((row) => row.person_id);
  };
  expect(await people()).toContain(recordId);
  const { out, err } = await run(`undo ${runId} --json`);
  expect([err, Object.keys(JSON.parse(out))]).toEqual(['', ['rows', 'undone', 'conflicts', 'sharedNumbers']]);
  expect(await people()).not.toContain(recordId);
  expect((await run('journal')).out).toContain(`account of person ${recordId} removed`);
});
