import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../lib');
const folders = readdirSync(root).filter((name) => statSync(join(root, name)).isDirectory());

test.each(folders)('lib/%s has at most 7,000 lines of product code', (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.(test|fixture)\.tsx?$/.test(name),
  );
  const lines = files.map((name) => readFileSync(join(root, folder, name), 'utf8').split('\n').length - 1);
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(7_000);
});
