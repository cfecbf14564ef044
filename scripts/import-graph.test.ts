import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folders = ['app', 'components', 'lib', 'bench', 'e2e', 'faults', 'scripts'];
const files = new Set(['server.ts', 'proxy.ts', ...folders.flatMap(filesOf)]);
const allImports = new Map([...files].map((file) => [file, importsOf(file)]));
/** Without tests and what only they use. */
const imports = new Map([...allImports].filter(([file]) => !/\.(test|spec|fixture)\./.test(file)));

function filesOf(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.map((name) => posix.join(folder, name)).filter((file) => /\.(tsx?|mjs)$/.test(file));
}

/** The project's files that a file imports. Imports of types count too. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
  return importedFiles.map(({ fileName }) => find(file, fileName)).filter((found) => found !== null);
}

function find(from: string, name: string): string | null {
  if (!/^(@\/|\.)/.test(name)) return null;
  const path = name.startsWith('@/') ? name.slice(2) : posix.join(dirname(from), name);
  const file = [path, `${path}.ts`, `${path}.tsx`].find(
    (one) => statSync(join(root, one), { throwIfNoEntry: false })?.isFile() === true,
  );
  return file !== undefined && files.has(file) ? file : null;
}

/** The first cycle in a graph, as the nodes on the way. null: there is none. */
function findCycle(graph: ReadonlyMap<string, Iterable<string>>): string[] | null {
  const done = new Set<string>();
  const visit = (node: string, way: string[]): string[] | null => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...way, node]);
      if (cycle !== null) return cycle;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle !== null) return cycle;
  }
  return null;
}

/**
 * The module of `lib/map/geo/box.ts` is `lib/map/geo`, and the module of a page is `app`. A file directly in `lib` is its own
 * module.
 */
function moduleOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return first === 'lib' ? `${first}/${second}` : first;
}

test('no files import each other', () => {
  expect(imports.size).toBeGreaterThan(500);
  expect(findCycle(allImports)).toBeNull();
  const [imported, importer] = ['lib/sign-in/accounts/proof.ts', 'lib/sign-in/accounts/sign-in-codes.ts'];
  expect(findCycle(new Map([...allImports, [imported, [importer]]]))).toEqual(
    expect.arrayContaining([imported, importer]),
  );
});

/** The folder of a file. A file directly in `lib` stands for itself, as it is its own module. */
function folderOf(file: string): string {
  const folder = dirname(file);
  if (folder === 'lib') return file;
  // The tables of fields use the contract's lists of values, and the contract's other files use the tables.
  return folder === 'lib/contract/fields' ? 'lib/contract' : folder;
}

function grouped(groupOf: (file: string) => string): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const [file, imported] of imports) {
    const own = groupOf(file);
    const others = imported.map(groupOf).filter((other) => other !== own);
    groups.set(own, new Set([...(groups.get(own) ?? []), ...others]));
  }
  return groups;
}

test('no modules import each other', () => {
  expect(findCycle(grouped(moduleOf))).toBeNull();
});

test('no folders import each other', () => {
  const graph = grouped(folderOf);
  expect([...graph.keys()]).toEqual(expect.arrayContaining(['components/map', 'lib/service/routes']));
  expect(findCycle(graph)).toBeNull();
});

test('a cycle is found', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', []],
    ['d', ['b']],
  ]);
  expect(findCycle(graph)).toEqual(['b', 'd', 'b']);
});

/** Leaves out an arrow if other arrows lead to the same module. */
function withoutShortcuts(graph: ReadonlyMap<string, ReadonlySet<string>>): [string, string][] {
  const reaches = (from: string, to: string): boolean =>
    [...(graph.get(from) ?? [])].some((next) => next === to || reaches(next, to));
  return [...graph].flatMap(([from, direct]) =>
    [...direct]
      .filter((to) => ![...direct].some((other) => other !== to && reaches(other, to)))
      .map((to): [string, string] => [from, to]),
  );
}

test('the picture in docs/architecture.md shows which folders import which', () => {
  const shown = /^(app|components|lib\/[a-z-]+)$/;
  const graph = new Map([...grouped(moduleOf)].filter(([from]) => shown.test(from)));
  const lines = withoutShortcuts(graph)
    .filter(([, to]) => shown.test(to))
    .map((ends) => ends.map((one) => one.replace('lib/', '')).join(' --> '));
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const picture = /```mermaid\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(picture).toBe(
    `flowchart TD\n${lines
      .sort()
      .map((line) => `  ${line}\n`)
      .join('')}`,
  );
});
