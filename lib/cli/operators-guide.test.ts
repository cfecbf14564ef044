import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { closeFiles } from '@/lib/store/sql/close-files.fixture';
import { runLine } from './commands.fixture';
import { inMachine, makeMachine, runBlock } from './guide-shell.fixture';

const guide = readFileSync('docs/operators.md', 'utf8');
const example = readFileSync('.env.example', 'utf8');
const machine = mkdtempSync(join(tmpdir(), 'chapterhouse-guide-'));
const home = (file: string) => join(machine, 'home', file);

interface Block {
  heading: string;
  language: string;
  text: string;
}
const blocks: Block[] = guide.split(/^## /m).flatMap((section) => {
  const heading = section.split('\n', 1)[0] ?? '';
  return [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    heading,
    language,
    text,
  }));
});
const blocksOf = (heading: string, language: string) =>
  blocks.filter((block) => block.heading === heading && block.language === language).map(({ text }) => text);

beforeAll(() => {
  makeMachine(machine);
  writeFileSync(
    home('members.csv'),
    'Number,First name,Last name,Email,Type,Expires\nA-1,Zoë,Berg,zoe@example.org,Full,2099-12-31\n',
  );
  writeFileSync(home('renewals.csv'), 'Number,Email,Expires\nA-1,zoe@example.org,2098-12-31\n');
  writeFileSync(home('AU.txt'), 'AU\t3999\tNew Suburb\tVictoria\tVIC\t\t\t\t\t-38.5\t145.6\t4\n');
  writeFileSync(home('.env.example'), example);
  writeFileSync(home('us.json'), blocksOf('Configure', 'json')[0] ?? '');
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(machine, { recursive: true, force: true });
});

// Nothing listens on this port. The service's DATA_DIR is in its own settings file.
const here = { PORT: '9', DATA_DIR: join(machine, 'data') };
const container = { PORT: '9', DATA_DIR: join(machine, 'container') };
// operators-postgres.test.ts tests PostgreSQL. The end-to-end tests cover `npm start` and a running server.
const runHere = blocks.filter(
  ({ language, text }) => language === 'sh' && !/^(npm start|pg_|curl)/.test(text),
);
/** The other sections run as processes. These have only commands, so calling their function is enough. */
const isCalled = ({ heading, text }: Block) =>
  heading !== 'Install' && /^(\.\/chapterhouse .+\n)+$/.test(text);

/** Stops at the first command that fails, as a shell does. */
async function callBlock({ text }: Block) {
  for (const [name, value] of Object.entries(here)) vi.stubEnv(name, value);
  for (const line of text.trim().split('\n')) {
    // Of a closed database, garbage may still hold the lock.
    if (line.includes(' restore ')) await closeFiles();
    const { exitCode, err } = await runLine(line.replace('./chapterhouse ', ''), { folder: home('') });
    if (exitCode !== 0) return { status: exitCode, said: err };
  }
  return { status: 0, said: '' };
}

it('every command of the guide runs, in the order of the guide', { timeout: 300_000 }, async () => {
  writeFileSync(join(machine, 'opt/chapterhouse/chapterhouse.env'), serviceSettings());
  writeFileSync(join(machine, 'opt/chapterhouse/members.csv'), readFileSync(home('members.csv')));
  expect(runHere.length).toBeGreaterThanOrEqual(14);
  expect(runHere.filter(isCalled).length).toBeGreaterThan(runHere.length / 2);
  for (const block of runHere) {
    const { heading, text } = block;
    const settings =
      heading === 'As a service' ? { PORT: '9' } : heading === 'In containers' ? container : here;
    const ran = isCalled(block) ? callBlock(block) : runBlock(text, machine, settings);
    const { status, said } = await ran;
    expect({ text, status, said: status === 0 ? '' : said }).toEqual({ text, status: 0, said: '' });
  }
});

it('the service’s settings are those of its systemd unit, and the command finds them', () => {
  expect(serviceSettings()).toContain(`DATA_DIR=${machine}/var/lib/chapterhouse`);
  const unit = readFileSync(join(machine, 'etc/systemd/system/chapterhouse.service'), 'utf8');
  expect(unit).toContain('StateDirectory=chapterhouse\n');
  const calls = readFileSync(join(machine, 'calls'), 'utf8');
  expect(calls).toContain('systemctl enable --now chapterhouse\n');
  expect(readFileSync(join(machine, 'var/lib/chapterhouse/members.db')).length).toBeGreaterThan(0);
});

it('packages are installed and built as in the image', () => {
  const inImage = [...readFileSync('Dockerfile', 'utf8').matchAll(/^RUN (npm ci|npm run build)(.*)$/gm)];
  expect(inImage).toHaveLength(2);
  const [install = '', build = ''] = inImage.map(([, command, rest = '']) => `${command}${rest}`);
  for (const text of blocksOf('As a service', 'sh')) {
    expect(install).toContain(/^npm ci.*$/m.exec(text)?.[0]);
    expect(build).toContain(/^npm run build$/m.exec(text)?.[0]);
  }
});

it('names every setting of .env.example', () => {
  const names = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(guide).toContain(`\`${name}\``);
});

function serviceSettings(): string {
  return inMachine(blocksOf('As a service', 'ini')[0] ?? '', machine);
}
