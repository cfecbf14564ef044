import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '@/lib/base/test-strength';
import { importSettingsSchema, type ImportSettings } from '@/lib/contract/office-imports';
import { createImports } from '@/lib/service/imports';
import { commandFolder } from './commands.fixture';

const organisationId = 7;
const folders = ['cases', 'samples'].map((name) => join(import.meta.dirname, '../transfer/import', name));
const files = folders.flatMap((from) =>
  readdirSync(from)
    .filter((file) => !file.endsWith('.expected.csv'))
    .map((file) => [file, join(from, file)] as const),
);

/** Of a long text file, the first lines are enough, because lib/transfer/import/samples.test.ts imports all of them. */
function contentOf(path: string): Uint8Array {
  const bytes = readFileSync(path);
  if (isLong || !path.endsWith('.csv')) return bytes;
  let end = 0;
  for (let line = 0; line < 60 && end < bytes.length; line += 1) {
    const newline = bytes.indexOf('\n', end);
    end = newline === -1 ? bytes.length : newline + 1;
  }
  return bytes.subarray(0, end);
}

interface Printed {
  created: number;
  updated: number;
  bad: number;
  groups: { key: string; count: number; answers: string[]; answer: string | null }[];
}

describe('a file has the same questions and members in the office and on the command line', () => {
  const { folder, run } = commandFolder();
  const imports = createImports({
    dataDir: join(folder, 'data'),
    run: (args) => run(args.join(' ')),
    logError: (error) => expect.unreachable(String(error)),
    timeoutMs: 60_000,
    maxUploads: 100,
  });

  beforeAll(async () => {
    // The owner is not one of the members whose IDs are in the files.
    const rows = [1, 2, 3, 4].map((at) => `O-${at},Own${at},Er,Full\n`);
    writeFileSync(join(folder, 'first.csv'), `Number,First name,Last name,Type\n${rows.join('')}`);
    const create = 'import first.csv --organisation 7 --create Example --country Australia --without-end';
    expect((await run(create)).exitCode).toBe(0);
    expect((await run('role grant --organisation 7 --role owner --number O-4')).exitCode).toBe(0);
  });

  it.each(files)('%s', async (file, path) => {
    const bytes = contentOf(path);
    writeFileSync(join(folder, file), bytes);
    const id = await imports.add({ organisationId, personId: 4, name: file, bytes });
    if (id === null) throw new Error('there are too many uploads');
    const settings: ImportSettings = importSettingsSchema.parse({ Endless: true, Place: false });
    const check = async () => {
      await imports.start({ organisationId, id, kind: 'check', personId: 4, settings });
      const report = (await imports.find(organisationId, id))?.Report;
      if (report == null) throw new Error('there is no report');
      return report;
    };
    const given = ['--dry-run', '--json', '--without-end'];
    let report = await check();
    if (report.Problem?.Code === 'no-type') {
      settings.Values.push({ Field: 'MembershipType', Value: 'Member' });
      given.push('--set MembershipType=Member');
      report = await check();
    }
    given.push(`--date-order ${report.Table?.DateOrder}`);
    for (;;) {
      const { out, err } = await run(`import "${file}" --organisation 7 ${given.join(' ')}`);
      expect([out === '' && err, report.Problem]).toEqual([false, null]);
      const printed: Printed = JSON.parse(out);
      expect(report.Groups.map(({ Key, Count, Answers, Answer }) => [Key, Count, Answers, Answer])).toEqual(
        printed.groups.map(({ key, count, answers, answer }) => [key, count, answers, answer]),
      );
      const open = report.Groups.filter(({ Answers, Answer }) => Answers.length > 0 && Answer === null);
      if (open.length === 0) {
        const { Bad, Preview } = report;
        expect([Preview?.Created, Preview?.Updated, Bad]).toEqual([
          printed.created,
          printed.updated,
          printed.bad,
        ]);
        break;
      }
      for (const { Key, Preset, Answers } of open) {
        const answer = Preset ?? Answers[0] ?? '';
        settings.Answers.push({ Group: Key, Answer: answer });
        given.push(`--answer "${Key}=${answer}"`);
      }
      report = await check();
    }
    await imports.remove(organisationId, id);
  });
});
