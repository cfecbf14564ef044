import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { usualEngines } from '@/lib/store/stores.fixture';
import { commandFolder } from './commands.fixture';

describe.each(usualEngines)('the command keys (%s)', (engine) => {
  const { folder, run } = commandFolder(engine);
  beforeAll(async () => {
    writeFileSync(join(folder, 'members.csv'), 'Number,First name,Last name,Type\nA-1,Ann,Lee,Full\n');
    await run('import members.csv --organisation 1 --create Example --without-end');
  });

  it('creates keys, shows when they sign, and never shows a private part', async () => {
    expect((await run('keys list')).out).toContain('There are no keys yet');
    const { out } = await run('keys rotate --now --json');
    const created = JSON.parse(out) as { id: string; algorithm: string }[];
    expect(created.map(({ algorithm }) => algorithm)).toEqual(['RS256', 'EdDSA']);
    expect(out).not.toContain('"d"');
    const later = await run('keys rotate');
    expect(later.out).toMatch(/RS256 {2}signs from \d{4}-/);
    const listed = await run('keys list');
    for (const { id } of created)
      expect(listed.out).toMatch(new RegExp(`${id} .* replaced, published until`));
    expect((await run('journal')).out).toContain(
      'command keys rotate: keys that sign ID tokens secret replaced',
    );
  });
});
