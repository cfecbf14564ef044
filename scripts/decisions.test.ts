import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
const decided = new Set([...read('docs/decisions.md').matchAll(/^(\d+)\. /gm)].map(([, number]) => number));
const files = [
  'README.md',
  'server.ts',
  ...['app', 'bench', 'components', 'docs', 'e2e', 'faults', 'lib', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ),
].filter((file) => /\.(tsx?|mjs|md)$/.test(file) && statSync(file).isFile());

/** Mentions such as "decisions.md 35–38", "docs/decisions.md 11 to 16", "decision 6" and "decisions 22 and 37". */
const mention = /\bdecisions?(?:\.md)? +\d+(?:[a-z]?(?: *[–,] *| to | and )\d+)*/g;

test('every decision that the code and the pages mention is in docs/decisions.md', () => {
  expect(decided.size).toBeGreaterThan(38);
  const mentions = files.flatMap((file) =>
    [...read(file).matchAll(mention)].flatMap(([text]) =>
      (text.match(/\d+/g) ?? []).map((number) => ({ file, text, number })),
    ),
  );
  expect(mentions.length).toBeGreaterThan(30);
  expect(mentions.filter(({ number }) => !decided.has(number))).toEqual([]);
});

test('comments name the page of decisions by its path', () => {
  const code = files.filter((file) => !file.endsWith('.md') && file !== 'scripts/decisions.test.ts');
  expect(code.filter((file) => /(?<!docs\/)decisions\.md/.test(read(file)))).toEqual([]);
});
