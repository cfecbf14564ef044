/** Follows "How to add a field" of docs/contributors.md in a copy of the project, and looks for it in every output. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const page = readFileSync('docs/contributors.md', 'utf8');
const section = /^## How to add a field\n([^]*?)^## /m.exec(page)?.[1] ?? '';
const steps = [
  ...section.matchAll(/In `([^`]+)`, (below|above)\s+`` ?(.+?) ?``:\n\n```\w+\n([^]*?)```/g),
].map(([, file = '', place, line = '', text = '']) => ({ file, place, line, text }));
const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-copy-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the page about adding a field', () => {
  it('changes at most five files, each at a line that occurs once', () => {
    expect(steps.length).toBeGreaterThan(2);
    expect(new Set(steps.map(({ file }) => file)).size).toBeLessThanOrEqual(5);
    for (const { file, line } of steps) {
      const found = readFileSync(file, 'utf8')
        .split('\n')
        .filter((one) => one === line);
      expect([file, line, found.length]).toEqual([file, line, 1]);
    }
  });

  it('is enough: the field is in CSV, API, archive and directory', () => {
    for (const part of ['lib', 'scripts', 'docs', 'package.json', 'tsconfig.json']) {
      cpSync(part, join(folder, part), { recursive: true });
    }
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    for (const step of steps) applyStep(step);
    const output = execFileSync(
      process.execPath,
      ['--import', 'tsx', 'scripts/show-field.ts', 'Pronouns', 'she/her'],
      { cwd: folder, encoding: 'utf8', timeout: 60_000 },
    );
    const shown = JSON.parse(output);
    expect(shown.problems).toEqual([]);
    expect(shown.csv).toMatch(/^[^\n]*,Pronouns,[^\n]*\r\n[^\n]*,she\/her,/);
    expect(shown.api).toMatchObject({ FirstName: 'Ada', Pronouns: 'she/her' });
    expect(shown.archive.Memberships[0].User).toMatchObject({ Pronouns: 'she/her' });
    expect(shown.isSameArchive).toBe(true);
    expect(shown.hasEarlier).toBe(true);
    expect(shown.directory.answers).toEqual([
      { extraId: 'Pronouns', label: 'Pronouns', answers: ['she/her'] },
    ]);
    expect(readFileSync(join(folder, 'docs/import.md'), 'utf8')).toContain('`Pronouns`');
  }, 90_000);
});

function applyStep({ file, place, line, text }: (typeof steps)[number]): void {
  const path = join(folder, file);
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.indexOf(line);
  lines.splice(place === 'below' ? at + 1 : at, 0, ...text.replace(/\n$/, '').split('\n'));
  writeFileSync(path, lines.join('\n'));
}
