import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readConfig } from '@/lib/base/config';
import { readMappingFile } from '@/lib/cli/mapping-file';

const read = (file: string) => readFileSync(file, 'utf8');
const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));
const files = ['README.md', 'CHANGELOG.md', 'SECURITY.md', ...pages.map((name) => `docs/${name}`)];

/** `from`: another page with the same commands. The test reads the commands from that page. */
type Rule = { page: string; block: RegExp } & ({ runBy: string; from?: string } | { because: string });

/**
 * The rules that say which test runs a block of a page. The first rule that matches the block's fence and text is used.
 */
const rules: Rule[] = [
  { page: 'README.md', block: /^sh\n/, runBy: 'e2e/readme.spec.ts' },
  { page: 'docs/operators.md', block: /^sh\nnpm start\n/, runBy: 'e2e/readme.spec.ts', from: 'README.md' },
  { page: 'docs/operators.md', block: /^sql\n|^sh\npg_/, runBy: 'lib/cli/operators-postgres.test.ts' },
  { page: 'docs/operators.md', block: /^(nginx|caddy|haproxy)\n/, runBy: 'e2e/proxies.spec.ts' },
  { page: 'docs/operators.md', block: /^sh\ncurl /, runBy: 'e2e/image.spec.ts' },
  { page: 'docs/operators.md', block: /^ini\n/, runBy: 'scripts/docs.test.ts' },
  { page: 'docs/operators.md', block: /^(sh|json)\n/, runBy: 'lib/cli/operators-guide.test.ts' },
  {
    page: 'docs/import.md',
    block: /^sh\n.* (FILE|https:)/,
    because: 'the form of the command, not a command',
  },
  { page: 'docs/import.md', block: /^json\n/, runBy: 'scripts/docs.test.ts' },
  { page: 'docs/import.md', block: /^sh\n.* account /, runBy: 'lib/cli/account.test.ts' },
  { page: 'docs/import.md', block: /^(csv|sh)\n/, runBy: 'lib/cli/import-guide.test.ts' },
  {
    page: 'docs/map.md',
    block: /gazetteer/,
    runBy: 'lib/cli/operators-guide.test.ts',
    from: 'docs/operators.md',
  },
  {
    page: 'docs/map.md',
    block: /streets fetch/,
    because: 'it reads an archive of another site; lib/cli/streets.test.ts runs it with a local one',
  },
  { page: 'docs/map.md', block: /scripts\/build-/, because: 'it reads packages that we do not depend on' },
  { page: 'docs/oauth.md', block: /^sh\n/, runBy: 'e2e/integrators.spec.ts' },
  { page: 'docs/integrators.md', block: /^(sh|ts|php)\n/, runBy: 'e2e/integrators.spec.ts' },
  {
    page: 'docs/integrators.md',
    block: /^json\n/,
    runBy: 'lib/changes/routes/write-record.test.ts',
  },
  {
    page: 'docs/connect.md',
    block: /^(python\n(from urllib|INSTALLED_APPS)|ruby\n)/,
    runBy: 'scripts/connected-sites.test.ts',
  },
  {
    page: 'docs/connect.md',
    block: /^(apache|python)\n/,
    runBy: 'lib/sign-in/openid/debian-clients.test.ts',
  },
  {
    page: 'docs/connect.md',
    block: /^js\nnew UserManager/,
    runBy: 'lib/sign-in/openid/chromium-client.test.ts',
  },
  {
    page: 'docs/connect.md',
    block: /^js\n(auth|\{|new OpenIDConnectStrategy)/,
    runBy: 'lib/sign-in/openid/npm-clients.test.ts',
  },
  { page: 'docs/connect.md', block: /^(ini|php\n\$config)/, runBy: 'lib/sign-in/openid/roundcube.test.ts' },
  {
    page: 'docs/connect.md',
    block: /^php\n/,
    because: 'settings of MediaWiki; scripts/connected-sites.test.ts uses those that the office shows',
  },
  { page: 'docs/architecture.md', block: /^mermaid\n/, runBy: 'scripts/import-graph.test.ts' },
  { page: 'docs/tasks.md', block: /^sh\n/, runBy: 'lib/cli/tasks-guide.test.ts' },
  { page: 'docs/webhooks.md', block: /^(http|js|php)\n/, runBy: 'lib/notify/webhooks/guide.test.ts' },
  { page: 'docs/sign-in.md', block: /^tsx\n/, runBy: 'scripts/docs.test.ts' },
  {
    page: 'docs/architecture.md',
    block: /^\n/,
    because: 'a diagram and the list of folders, not commands',
  },
  { page: 'docs/contributors.md', block: /^(ts|md)\n/, runBy: 'scripts/add-a-field.test.ts' },
  { page: 'docs/contributors.md', block: /^sh\nnpm test\n/, because: 'it is what runs the tests' },
];

const blocks = files.flatMap((page) =>
  [...read(page).matchAll(/^```([^]*?)^```$/gm)].map(([, text = '']) => ({ page, text })),
);
const ruleOf = ({ page, text }: (typeof blocks)[number]) =>
  rules.find((rule) => rule.page === page && rule.block.test(text));
const blockOf = (page: string, language: string) =>
  blocks
    .filter((block) => block.page === page && block.text.startsWith(`${language}\n`))
    .map(({ text }) => text);

describe('every fenced block of the README and of docs', () => {
  it('is run by a test, or has a reason why not', () => {
    expect(blocks.length).toBeGreaterThan(40);
    expect(blocks.filter((block) => ruleOf(block) === undefined)).toEqual([]);
  });

  it('has a test that reads its page, and every rule has a block', () => {
    const used = new Set(blocks.map(ruleOf));
    expect(rules.filter((rule) => !used.has(rule))).toEqual([]);
    for (const rule of rules) {
      if (!('runBy' in rule)) continue;
      const { page, from = page, runBy } = rule;
      expect(read(runBy), `${runBy}: ${from}`).toContain(basename(from));
      const own = blocks.filter((block) => ruleOf(block) === rule);
      for (const { text } of own) expect(read(from)).toContain(text.replace(/^\w*\n/, ''));
    }
  });
});

test('the settings files in docs/operators.md are accepted by the server', () => {
  for (const text of blockOf('docs/operators.md', 'ini')) {
    const pairs = [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
    expect(pairs.length).toBeGreaterThan(2);
    const named = read('lib/base/config.ts');
    for (const [name] of pairs) expect(named).toContain(`  ${name}: `);
    expect(() => readConfig(Object.fromEntries(pairs) as Record<string, string>)).not.toThrow();
  }
});

test('lib/base/config.ts, .env.example, the README and docs/operators.md name the same variables', () => {
  const namesIn = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name = '']) => name).sort();
  const known = namesIn(read('lib/base/config.ts'), /^  ([A-Z][A-Z_]+): /gm);
  const inTable = (file: string) =>
    [...read(file).matchAll(/^\| (`[A-Z][A-Z_`, ]+`) \|/gm)]
      .flatMap(([, cell = '']) => namesIn(cell, /`([A-Z_]+)`/g))
      .sort();
  expect(known.length).toBeGreaterThan(20);
  expect(namesIn(read('.env.example'), /^#?([A-Z][A-Z_]+)=/gm)).toEqual(known);
  expect(inTable('docs/operators.md')).toEqual(known);
  expect(inTable('README.md')).toEqual(known);
});

const foldersOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);

test('the tree in docs/architecture.md has every folder of app, and no path that does not exist', () => {
  const tree = blockOf('docs/architecture.md', '').find((text) => text.includes('\nlib/ ')) ?? '';
  let parent = '';
  const paths = tree.split('\n').flatMap((line) => {
    // A description follows the names after at least two spaces, and has spaces itself.
    const names = line
      .trim()
      .split(/ {2,}/)
      .filter((part) => /^\S+(\/|\.ts)$/.test(part));
    if (line.startsWith(' ')) return names.map((name) => parent + name);
    parent = names[0] ?? '';
    return names;
  });
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  expect(foldersOf('app').filter((name) => !paths.some((path) => path.startsWith(`${name}/`)))).toEqual([]);
});

test('the table in docs/architecture.md has every folder of lib with files that exist, and lint knows no other', () => {
  const rows = [...read('docs/architecture.md').matchAll(/^\| `([a-z-]+)` \| [^|]+ \| ([^|]+) \|$/gm)];
  const named = rows.map(([, folder = '']) => `lib/${folder}`);
  expect(named.toSorted()).toEqual(foldersOf('lib').sort());
  const missing = rows.flatMap(([, folder = '', files = '']) =>
    [...files.matchAll(/`([^`]+)`/g)].flatMap(([, file = '']) =>
      existsSync(`lib/${folder}/${file}.ts`) ? [] : [`${folder}/${file}`],
    ),
  );
  expect(missing).toEqual([]);
  const lint = read('eslint.config.js');
  expect(named.filter((name) => !new RegExp(`['/]${name.replace('lib/', '')}['/]`).test(lint))).toEqual([]);
  const order = lint.slice(lint.indexOf('const shared'), lint.indexOf('const name'));
  const folders = new Set(
    named.flatMap((name) => [name, ...foldersOf(name)]).map((path) => path.split('/').pop()),
  );
  const linted = [...order.matchAll(/'([a-z-]+)'/g)].map(([, name = '']) => name);
  expect(linted.filter((name) => !folders.has(name))).toEqual([]);
});

test('commands and endpoints that do the same thing call the same function, as in docs/contributors.md', () => {
  const table = read('docs/contributors.md').split('## Two doors, one function')[1]?.split('\n## ')[0] ?? '';
  const rows = [...table.matchAll(/^\|[^|]+\| `(\w+)` \| `([^`]+)\.ts` \| `([^`]+)` \| `([^`]+)` \|$/gm)];
  expect(rows.length).toBeGreaterThan(12);
  for (const [, name = '', module = '', ...doors] of rows)
    for (const door of doors) {
      const imported = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '@/${module}'`);
      expect(read(door), `${name} in ${door}`).toMatch(imported);
    }
});

test('the newest section of the changelog is about the version in package.json', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const [, heading = ''] = /^## (.*)$/m.exec(read('CHANGELOG.md')) ?? [];
  expect(heading.split(' ')[0]).toBe(version);
  expect(heading.includes('not released')).toBe(version.endsWith('-dev'));
});

test('the mapping file of docs/import.md is accepted by import', () => {
  const [text = ''] = blockOf('docs/import.md', 'json');
  const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-docs-'));
  try {
    writeFileSync(join(folder, 'mapping.json'), text.replace(/^json\n/, ''));
    expect(Object.keys(readMappingFile(join(folder, 'mapping.json'))).length).toBeGreaterThan(4);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the page of docs/sign-in.md is app/members-only/page.tsx', () => {
  const page = read('app/members-only/page.tsx');
  const [, ...lines] = blockOf('docs/sign-in.md', 'tsx')[0]?.trim().split('\n') ?? [];
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(page).toContain(line.trim());
});

// A copy of the project without .git has no list of tracked files.
test.skipIf(!existsSync('.git'))('no tracked file contains a conflict marker', () => {
  const marker = String.raw`^(<{7}|\|{7}|>{7}) |^={7}$`;
  const { status, stdout, stderr } = spawnSync('git', ['grep', '-nIE', marker], { encoding: 'utf8' });
  expect({ status, stdout, stderr }, 'git grep ends with 1 when nothing matches').toEqual({
    status: 1,
    stdout: '',
    stderr: '',
  });
});

describe.each(files)('%s', (file) => {
  // Fenced blocks are removed, because they name files of other programs.
  const text = read(file).replace(/^```[^]*?^```$/gm, '');

  it('names no missing file of ours', () => {
    const named = [...text.matchAll(/`([^`\s]+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) =>
        /^(app|bench|components|deploy|docs|e2e|faults|lib|public|scripts)\/[^*{]*$/.test(name),
      );
    expect(named.filter((name) => !existsSync(name))).toEqual([]);
  });

  it('has no broken links', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
    const broken = links.filter(([, path = '', anchor]) => {
      const target = path === '' ? file : join(dirname(file), path);
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('names no script that is missing in package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...read(file).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

/** Anchors as GitHub derives them from headings. */
function anchorsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
