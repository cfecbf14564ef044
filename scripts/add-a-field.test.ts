/**
 * Follows "How to add a field" and "How to add a kind of record" of docs/contributors.md in a copy of the project, and
 * looks for the new field in every output.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Page } from '@playwright/test';
import { afterAll, describe, expect, it } from 'vitest';
import { inBrowser } from '@/lib/sign-in/openid/browser-page.fixture';
import { importContent } from '@/lib/transfer/import/import-cases.fixture';
import { openFreshStore, testEngines, usualEngines, type FreshStore } from '@/lib/store/stores.fixture';
import { freePort } from './start-postgres.mjs';

const page = readFileSync('docs/contributors.md', 'utf8');
const section = /^## How to add a field\n([^]*?)^## /m.exec(page)?.[1] ?? '';
const kindSection = /^## How to add a kind of record\n([^]*?)^## /m.exec(page)?.[1] ?? '';
const ofKind = stepsIn(kindSection);
const steps = [...stepsIn(section), ...ofKind];

/** A new file has no line to which its lines are added. */
function stepsIn(text: string) {
  const place = /In (?:`([^`]+)`, (below|above)\s+`` ?(.+?) ?``|the new file `([^`]+)` of `([^`]+)`)/;
  const step = new RegExp(`${place.source}:\\n\\n\`\`\`\\w+\\n([^]*?)\`\`\``, 'g');
  return [...text.matchAll(step)].map(([, file, side, line = '', name = '', inside = '', lines = '']) => ({
    file: file ?? join(inside, name),
    place: side,
    line,
    lines,
  }));
}

// The copy is in the project, because Next refuses a link from one project to the packages of another.
mkdirSync('.build', { recursive: true });
const folder = mkdtempSync(resolve('.build/copy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const copied = [
  ...['lib', 'scripts', 'docs', 'app', 'components', 'faults', 'public'],
  ...['server.ts', 'proxy.ts', 'next.config.js', 'vitest.config.ts'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
];
const shownPages = ['page.tsx', 'new/page.tsx', '[id]/page.tsx', '[id]/merge/page.tsx'].map((name) =>
  join('app/office/members', name),
);

/** Building all pages would take twice as long. */
function isOtherPage(path: string): boolean {
  if (!path.startsWith('app') || path.startsWith(join('app', 'api'))) return false;
  return (
    /[/\\](page\.tsx|route\.tsx?|sitemap\.xml|robots\.ts|\(directory\))$/.test(path) &&
    !shownPages.includes(path)
  );
}

const fresh: FreshStore[] = [];
afterAll(async () => {
  for (const one of fresh) await one.remove();
});

describe('the page about adding a field', () => {
  it('changes at most four files for each field and twelve for a kind, each at a line that occurs once', () => {
    const examples = section.split(/^### /m).slice(1);
    expect(examples.length).toBe(3);
    for (const example of examples) {
      const files = stepsIn(example).map(({ file }) => file);
      expect(files.length).toBeGreaterThan(2);
      expect(new Set(files).size).toBeLessThanOrEqual(4);
    }
    expect(new Set(ofKind.map(({ file }) => file)).size).toBeLessThanOrEqual(12);
    // No example is left out because its place is described in other words.
    expect(steps.length).toBe((section + kindSection).match(/^```\w+$/gm)?.length);
    for (const { file, place, line } of steps) {
      if (place === undefined) continue;
      const found = readFileSync(file, 'utf8')
        .split('\n')
        .filter((one) => one === line);
      expect([file, line, found.length]).toEqual([file, line, 1]);
    }
  });

  it('is applied to a copy', () => {
    for (const part of copied) {
      cpSync(part, join(folder, part), { recursive: true, filter: (path) => !isOtherPage(path) });
    }
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    for (const step of steps) applyStep(step);
    const guide = readFileSync(join(folder, 'docs/import.md'), 'utf8');
    for (const name of ['Pronouns', 'Accreditation', 'LocationEntrance'])
      expect(guide).toContain(`| \`${name}\``);
  });

  it('is enough for the compiler', () => {
    // The whole project would take three times as long. These modules name fields one by one.
    const folders = ['changes', 'privacy', 'store', 'transfer/import'].map((name) => `lib/${name}`);
    const modules = [...folders.map((path) => `${path}/**/*.ts`), 'lib/office/undo-rights.ts'];
    const project = {
      extends: './tsconfig.json',
      include: [...modules, 'lib/cli/loans.test.ts'],
      exclude: folders.map((path) => `${path}/**/*.test.ts`),
    };
    writeFileSync(join(folder, 'fields.json'), JSON.stringify(project));
    expect(run('node_modules/typescript/bin/tsc', '--incremental', 'false', '-p', 'fields.json')).toBe('');
  }, 600_000);

  // The tests run in one process, because each process loads the same modules.
  it("is enough for the export of a person's data, and for a kind of record", () => {
    const tests = {
      'lib/privacy/personal-data/personal-data.test.ts': 'sqlite.+(has every value|has a decision)',
      'lib/cli/loans.test.ts': 'are merged, archived, undone and erased',
      'lib/transfer/archive/parts.test.ts': 'rule for every table',
    };
    const chosen = ['-t', Object.values(tests).join('|'), '--reporter=json'];
    const report = JSON.parse(run('node_modules/vitest/vitest.mjs', 'run', ...Object.keys(tests), ...chosen));
    // vitest also succeeds if a name matches no test.
    expect(report.numPassedTests).toBe(2 + testEngines.length + 1);
  }, 600_000);

  it.each(usualEngines)(
    'is enough: the fields are in CSV, API, archive and directory (%s)',
    async (engine) => {
      const stores = [
        await openFreshStore(engine),
        await openFreshStore(engine),
        await openFreshStore(engine),
      ];
      fresh.push(...stores);
      const before = stores[2];
      if (before !== undefined) {
        await importContent(before.store, 1, [
          'MembershipNumber,LastName,MembershipType,ExpiryDate,Lat,Lng,Precision',
          'M-1,Example,Full,2030-06-30,-38.1,144.3,exact',
        ]);
      }
      const shown = JSON.parse(
        run(
          ...['--import', 'tsx', 'scripts/show-field.ts', JSON.stringify(stores.map((one) => one.location))],
          ...['Pronouns=she/her', 'Accreditation=A-7', 'LocationEntrance=Ramp'],
        ),
      );
      expect(shown.problems).toEqual([]);
      const [header = '', row = ''] = shown.csv.split('\r\n').map((line: string) => line.split(','));
      const cell = (name: string) => row[header.indexOf(name)];
      expect(['Pronouns', 'Accreditation', 'LocationEntrance', 'Location2Entrance'].map(cell)).toEqual([
        ...['she/her', 'A-7', 'Ramp', 'Back'],
      ]);
      const [archived] = shown.archive.Memberships;
      expect(archived).toMatchObject({ Accreditation: 'A-7', User: { Pronouns: 'she/her' } });
      expect(archived.Locations).toMatchObject([{ Entrance: 'Ramp' }, { Entrance: 'Back' }]);
      expect(shown.isSameArchive).toBe(true);
      expect(shown.hasEarlier).toBe(true);
      const { members, locations } = shown.api;
      expect(members).toMatchObject([
        { Accreditation: 'A-7', User: { FirstName: 'Ada', Pronouns: 'she/her' } },
      ]);
      // The precision of the second location hides the field.
      expect(locations).toMatchObject([{ Entrance: 'Ramp' }, { Entrance: '' }]);
      expect(shown.directory.answers).toEqual([
        { extraId: 'Pronouns', label: 'Pronouns', answers: ['she/her'] },
        { extraId: 'Accreditation', label: 'Accredited as', answers: ['A-7'] },
      ]);
      const further = shown.directory.locations.map((one: { further?: unknown }) => one.further);
      expect(further).toEqual([[{ label: 'Entrance', text: 'Ramp' }], undefined]);
      const { written, owner, officer, reader, changed } = shown.office;
      expect([written.status, owner.texts.join()]).toEqual([200, expect.stringMatching(/A-7.*Ramp/)]);
      for (const { member, texts } of [officer, reader]) {
        expect(member.User).toMatchObject({ Email: 'secret@hidden.example', Pronouns: 'she/her' });
        expect(texts.join()).toMatch(/she\/her.*she\/her/);
        // The fields have no `access`.
        expect(texts.join()).not.toMatch(/A-7|Ramp|"Accreditation":|"Entrance":/);
      }
      expect(changed.map(({ status }: { status: number }) => status)).toEqual([200, 422, 422]);
      expect(changed[0].text).not.toMatch(/A-7|Ramp/);
      const listed = { ID: '50', Pronouns: 'they' };
      expect(shown.office.lists).toMatchObject({
        owner: [{ ...listed, Accreditation: 'A-7' }],
        nobody: [],
        officer: [listed],
        hidden: [400, 400],
      });
      expect(shown.office.lists.officer[0]).not.toHaveProperty('Accreditation');
      const change = { Before: 'they', After: 'they/them' };
      expect(shown.office.bulk).toMatchObject({ first: [change], changed: 1, refused: 403 });
      expect(shown.locationForm.inputs).toContainEqual(
        expect.objectContaining({ caption: 'Entrance', type: 'text', options: null }),
      );
      expect(shown.locationForm.values).toMatchObject({ Entrance: 'Ramp' });
      expect(shown.before.members).toMatchObject([{ Accreditation: '', User: { Pronouns: '' } }]);
      expect(shown.before.locations).toMatchObject([{ Entrance: '', Membership: { Accreditation: '' } }]);
    },
    120_000,
  );

  it('is enough for the office: the form, the facts, the list, its columns and filters, and a merge', async () => {
    await withServer(async ({ address, passwordOf }) => {
      await inBrowser(async (page) => {
        page.setDefaultTimeout(120_000);
        await signIn(page, `${address}/office/members/new`, passwordOf('secretary'));
        const first = await addMember(page, {
          'First name': 'Ada',
          Pronouns: 'she/her',
          'Accredited as': 'A-7',
        });
        const second = await addMember(page, {
          'First name': 'Ida',
          Pronouns: 'they',
          'Accredited as': 'C-9',
        });

        await page.goto(`${address}/office/members`);
        await page.getByText('Columns', { exact: true }).click();
        for (const name of ['Pronouns', 'Accredited as'])
          await page.getByRole('checkbox', { name, exact: true }).check();
        await page.getByText('Filters', { exact: true }).click();
        await page.getByLabel('Pronouns', { exact: true }).and(page.getByRole('textbox')).fill('THE');
        await page.getByRole('button', { name: 'Apply these filters' }).click();
        await page.getByText('Pronouns: THE', { exact: true }).waitFor();
        const rows = await page.getByRole('row').allInnerTexts();
        expect(rows.map((row) => row.split('\t').slice(-2))).toEqual([
          ['Pronouns', 'Accredited as'],
          ['they', 'C-9'],
        ]);

        await page.goto(`${first}/merge?with=${second.split('/').pop()}`);
        await page.getByRole('group', { name: 'Pronouns' }).getByRole('radio').nth(1).check();
        await page.getByRole('button', { name: 'Merge the two members' }).click();
        await page.getByText('The two members are merged.').waitFor();
        const form = page.locator('form').filter({ hasText: 'Save changes' });
        expect(await form.getByLabel('Pronouns').inputValue()).toBe('they');
        expect(await form.getByLabel('Accredited as').inputValue()).toBe('A-7');

        await page.context().clearCookies();
        makeReader('officer');
        await signIn(page, first, passwordOf('officer'));
        const facts = await page.getByRole('region', { name: 'Other data' }).innerText();
        expect(facts).toMatch(/\nPronouns\s+they\n/);
        // The field has no `access`.
        expect(await page.getByRole('main').innerText()).not.toMatch(/Accredited as|A-7/);
      });
    });
  }, 600_000);
});

/** In the demonstration, nobody has the role of a reader. */
function makeReader(role: string): void {
  const database = new DatabaseSync(join(folder, 'data/members.db'), { timeout: 5_000 });
  database.prepare(`update role set role = 'reader' where role = ?`).run(role);
  database.close();
}

async function addMember(page: Page, values: Record<string, string>): Promise<string> {
  const address = new URL('/office/members/new', page.url()).href;
  if (page.url() !== address) await page.goto(address);
  for (const [label, value] of Object.entries({
    'Last name': 'Example',
    ...values,
    'Last day': '2099-06-30',
  }))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Membership type').selectOption('Full Member');
  await page.getByLabel('Chapter').selectOption('Victoria');
  await page.getByRole('button', { name: 'Add the member' }).click();
  await page.getByText('The member is added.').waitFor();
  return page.url().replace(/\?.*/, '');
}

async function signIn(page: Page, address: string, { email, password }: Credentials): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(address);
}

interface Credentials {
  email: string;
  password: string;
  description: string;
}

interface Server {
  address: string;
  passwordOf: (role: string) => Credentials;
}

/** Builds the pages of the copy, and starts its server with the demonstration. */
async function withServer(work: (server: Server) => Promise<void>): Promise<void> {
  const settings = join(folder, 'next.config.js');
  // The fastest build. Styles are not needed.
  writeFileSync(
    settings,
    `${readFileSync(settings, 'utf8').replace('export default', 'const settings =')}
     settings.turbopack = { root: ${JSON.stringify(resolve('.'))} };
     for (const name of ['FileSystemCacheForBuild', 'Minify', 'ScopeHoisting'])
       settings.experimental['turbopack' + name] = false;
     export default settings;`,
  );
  writeFileSync(join(folder, 'app/globals.css'), '');
  const inCopy = {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' },
  };
  execFileSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], inCopy);
  const port = await freePort();
  const dataDir = join(folder, 'data');
  const program = `import('./scripts/program.mjs').then(({ importProgram }) => importProgram('server.ts'))`;
  const server = spawn(process.execPath, ['-e', program], {
    cwd: folder,
    env: { ...inCopy.env, DATA_DIR: dataDir, DATABASE_URL: '', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(server, 'close');
  const ready = new Promise<void>((resolve) => {
    server.stdout.on('data', (chunk) => String(chunk).includes('Chapterhouse is ready') && resolve());
  });
  try {
    await Promise.race([ready, closed]);
    const { members } = JSON.parse(readFileSync(join(dataDir, 'demo-credentials.json'), 'utf8'));
    const passwordOf = (role: string) =>
      members.find(({ description }: Credentials) => description.includes(role));
    await work({ address: `http://localhost:${port}`, passwordOf });
  } finally {
    server.kill('SIGKILL');
    await closed;
  }
}

function applyStep({ file, place, line, lines: added }: (typeof steps)[number]): void {
  const path = join(folder, file);
  if (place === undefined) return writeFileSync(path, added);
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.indexOf(line);
  lines.splice(place === 'below' ? at + 1 : at, 0, ...added.replace(/\n$/, '').split('\n'));
  writeFileSync(path, lines.join('\n'));
}

/** Runs a program of Node in the copy, and returns its output. An error has the output too. */
function run(...args: string[]): string {
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: 600_000 });
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error)) throw error;
    throw new Error(String(error.stdout), { cause: error });
  }
}
