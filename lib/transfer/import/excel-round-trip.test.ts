import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { exportMembers } from './export-members';
import { importContent, storedMembers } from './import-cases.fixture';

let next = 1300;
const values = { dateOrder: 'dmy', separators: ';|' } as const;
const asked = { doubts: false, otherPeople: false, sharedNumbers: false, endless: false };
const inFolder = (file: string) => readFileSync(join(import.meta.dirname, 'cases', file));

describeUsualEngines('our export, saved by a spreadsheet', (store) => {
  it('changes nothing, and each number, phone and postcode that Excel changed is named', async () => {
    const id = (next += 1);
    await importContent(store(), id, inFolder('02a-members-before-excel.csv'));
    const before = await storedMembers(store(), id);
    // The file has the IDs of an empty database.
    const rows: string[][] = parse(inFolder('02b-our-export-saved-by-excel.csv'));
    const saved = rows.map((cells, at) => {
      const { membership, person } = before[at - 1] ?? {};
      return at === 0 ? cells : [String(membership?.id), String(person?.id), ...cells.slice(2)];
    });
    const result = await importContent(store(), id, Buffer.from(stringify(saved)), {
      values,
      accepts: asked,
    });
    expect(result).toMatchObject({ unchanged: 3, updated: 0, created: 0, questions: [] });
    expect(result.doubtful?.map(({ line, column }) => `${line} ${column}`)).toEqual([
      ...['MembershipNumber', 'Postcode', 'Phone', 'Mobile'].map((column) => `2 ${column}`),
      ...['MembershipNumber', 'Postcode'].map((column) => `3 ${column}`),
      ...['MembershipNumber', 'Phone'].map((column) => `4 ${column}`),
    ]);
    expect(await storedMembers(store(), id)).toEqual(before);
  });

  it('changes nothing silently, for any texts', { timeout: 120_000 }, async () => {
    const text = fc.constantFrom(
      'Lee',
      '007',
      '1E5',
      '1-2',
      '3/4',
      '2026',
      'TRUE',
      '61412345678',
      '0412345678',
    );
    const member = fc.record({
      number: fc.nat(99),
      suburb: text,
      postcode: text,
      phone: fc.constantFrom('0412345678', '61412345678', '1-2', '007'),
      title: text,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(member, { minLength: 1, maxLength: 4 }), async (made) => {
        const id = (next += 1);
        const lines = made.map(
          ({ number, suburb, postcode, phone, title }, at) =>
            `0${at}${number},Ann,Lee${at},${title},Full,2027-06-30,${suburb},${postcode},${phone}`,
        );
        const header = 'Number,First name,Last name,Title,Type,Expires,Suburb,Postcode,Phone';
        await importContent(store(), id, [header, ...lines]);
        const before = await storedMembers(store(), id);
        const parts: string[] = [];
        await exportMembers(
          store(),
          { organisationId: id, format: 'csv' },
          async (part) => void parts.push(part),
        );
        const rows: string[][] = parse(parts.join(''));
        const saved = rows.map((cells, at) => (at === 0 ? cells : cells.map(asExcel)));
        const result = await importContent(store(), id, Buffer.from(stringify(saved)), {
          values,
          accepts: asked,
        });
        expect(await storedMembers(store(), id)).toEqual(before);
        const named = new Set(
          [...(result.doubtful ?? []), ...(result.questions ?? [])].map(({ column }) => column),
        );
        const fields = ['MembershipNumber', 'Title', 'Suburb', 'Postcode', 'Phone'];
        for (const [at, cells] of rows.entries()) {
          const changed = fields.filter((field) => {
            const column = rows[0]?.indexOf(field) ?? 0;
            return cells[column] !== saved[at]?.[column];
          });
          for (const field of changed) expect(named).toContain(field);
        }
      }),
      { seed: 20_261_128, numRuns: 15 },
    );
  });
});

/** What Excel with Australian settings shows for a cell that it opens from a CSV file. */
function asExcel(cell: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(cell) ?? [];
  if (year !== undefined) return `${Number(day)}/${month}/${year}`;
  const [, first, second] = /^(\d{1,2})[-/](\d{1,2})$/.exec(cell) ?? [];
  const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
  if (first !== undefined) return `${Number(first)}-${months[Number(second) - 1]}`;
  if (/^\d+e\d+$/i.test(cell))
    return Number(cell)
      .toExponential(2)
      .replace(/e\+(\d)$/, 'E+0$1');
  if (/^\d{12,}$/.test(cell)) return Number(cell).toExponential(5).replace('e', 'E');
  if (/^\d+(?:\.\d+)?$/.test(cell)) return String(Number(cell));
  return /^true$/i.test(cell) ? 'TRUE' : cell;
}
