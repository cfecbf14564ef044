/** The rules that the code and the pages mention are in the documents. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
const decisions = read('docs/decisions.md');
const checklist = read('docs/oauth-checklist.md');
const files = [
  'README.md',
  'server.ts',
  ...['app', 'bench', 'components', 'docs', 'e2e', 'faults', 'lib', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ),
].filter((file) => /\.(tsx?|mjs|md)$/.test(file) && statSync(file).isFile());

/** Mentions such as "decisions.md 35–38", "docs/decisions.md 11 to 16", "decision 6" and "decisions 22 and 37". */
const mention = /\bdecisions?(?:\.md)? +\d+(?:[a-z]?(?: *[–,] *| to | and )\d+)*/g;
/** The start of a test's name, such as `test('S1 S2 a dump …`. */
const numberedTest = /^\s*(?:describe|it|test)\(\s*['`]((?:[ACMRSTV]\d+ )+)/gm;

test('every decision that the code and the pages mention is in docs/decisions.md', () => {
  const decided = new Set([...decisions.matchAll(/^(\d+)\. /gm)].map(([, number]) => number));
  expect(decided.size).toBeGreaterThan(38);
  const mentions = files.flatMap((file) =>
    [...read(file).matchAll(mention)].flatMap(([text]) =>
      (text.match(/\d+/g) ?? []).map((number) => ({ file, text, number })),
    ),
  );
  expect(mentions.length).toBeGreaterThan(30);
  expect(mentions.filter(({ number }) => !decided.has(number))).toEqual([]);
});

test('so is every later decision, such as J12', () => {
  const decided = new Set([...decisions.matchAll(/^- \*\*(J\d+)\./gm)].map(([, number]) => number));
  expect(decided.size).toBeGreaterThan(25);
  const mentions = files.flatMap((file) =>
    [...read(file).matchAll(/\bJ\d+\b/g)].map(([number]) => ({ file, number })),
  );
  expect(mentions.filter(({ number }) => !decided.has(number))).toEqual([]);
});

test('every rule of docs/oauth-checklist.md has a test, and no test names another rule', () => {
  const rules = [...checklist.matchAll(/^- \*\*([A-Z]\d+)\.\*\*/gm)].map(([, number]) => number);
  expect(rules.length).toBeGreaterThan(60);
  const tested = files
    .filter((file) => /^(lib\/(sign-in\/(accounts|oauth)|account\/sso)|e2e)\//.test(file))
    .flatMap((file) => [...read(file).matchAll(numberedTest)])
    .flatMap(([, numbers = '']) => numbers.trim().split(' '));
  expect(new Set(tested)).toEqual(new Set(rules));
});

test('comments name the page of decisions by its path', () => {
  const code = files.filter((file) => !file.endsWith('.md') && file !== 'scripts/decisions.test.ts');
  expect(code.filter((file) => /(?<!docs\/)decisions\.md/.test(read(file)))).toEqual([]);
});
