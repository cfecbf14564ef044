import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { commandFolder } from './test-commands';

const guide = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8');
const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const { folder, run } = commandFolder();

it('every command line of the guide runs, in the order of the guide', { timeout: 120_000 }, async () => {
  // A port where nothing listens.
  vi.stubEnv('PORT', '9');
  writeFileSync(join(folder, 'members.csv'), 'Number,First name,Last name,Type\nA-1,Zoë,Berg,Full\n');
  writeFileSync(join(folder, 'AU.txt'), 'AU\t3999\tNew Suburb\tVictoria\tVIC\t\t\t\t\t-38.5\t145.6\t4\n');
  writeFileSync(join(folder, 'us.json'), /```json\n([^`]+)```/.exec(guide)?.[1] ?? '');
  const lines = [...guide.matchAll(/^npx chapterhouse (.+)$/gm)].map(([, line = '']) => line);
  expect(lines.length).toBeGreaterThanOrEqual(9);
  for (const line of lines) {
    const { exitCode, err, out } = await run(line);
    expect({ line, exitCode, said: exitCode === 0 ? '' : err + out }).toEqual({
      line,
      exitCode: 0,
      said: '',
    });
  }
});

it('names every setting of .env.example', () => {
  const names = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(guide).toContain(`\`${name}\``);
});
