/** Whole lists of members, as the office imports them: what becomes of each row. `samples.test.ts` has more of them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { isLong } from '@/lib/base/test-strength';
import { importSettingsSchema, type ImportSettings } from '@/lib/contract/office-imports';
import { createImports } from '@/lib/service/imports';
import { writeWorkbook, type TestCell } from '@/lib/transfer/import/write-workbook.fixture';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
const samples = join(import.meta.dirname, '../transfer/import/samples');
const imports = createImports({
  dataDir: join(folder, 'data'),
  run: (args) => run(args.join(' ')),
  logError: (error) => expect(error).toBeNull(),
  timeoutMs: 60_000,
});
let next = 40;

interface Row {
  name: string;
  standing: string;
  lastDay: string;
  owedCents: string;
  phone: string;
  postcode: string;
}

/** Makes an association with one member, its owner, and uploads the file. */
async function upload(country: string, path: string) {
  const organisationId = (next += 1);
  writeFileSync(
    join(folder, 'owner.csv'),
    'Number,First name,Last name,Type,Paid to\nO-1,Ada,Brandt,Owner,2099-06-30\n',
  );
  const of = `--organisation ${organisationId}`;
  const made = await run(`import owner.csv ${of} --create Friends --country "${country}"`);
  expect(made.exitCode, made.err).toBe(0);
  expect((await run(`role grant ${of} --role owner --number O-1`)).exitCode).toBe(0);
  const personId = 1;
  const id = await imports.add({ organisationId, personId, name: 'list', bytes: readFileSync(path) });
  if (id === null) throw new Error('there are too many uploads');
  const read = async () => {
    const found = await imports.find(organisationId, id);
    if (found?.Report == null) throw new Error('there is no report');
    return found.Report;
  };
  return {
    read,
    check: async (some: Partial<ImportSettings>) => {
      const settings = importSettingsSchema.parse(some);
      await imports.start({ organisationId, id, kind: 'check', personId, settings });
      return read();
    },
    importNow: async () => {
      await imports.start({ organisationId, id, kind: 'import', personId });
      return read();
    },
    members: async () => {
      await run(`export export.csv ${of} --format csv`);
      return exported(join(folder, 'export.csv'));
    },
  };
}

/** The members whom an export has, as in the samples' files of expected results. */
function exported(file: string): Row[] {
  const rows = parse<Record<string, string>>(readFileSync(file), { columns: true, bom: true });
  return rows
    .map((one) => ({
      name: [one['FirstName'], one['LastName']].filter(Boolean).join(' ') || (one['Organisation'] ?? ''),
      standing: one['ChapterhouseStanding'] || (one['Approved'] === 'yes' ? 'approved' : 'not approved'),
      lastDay: one['ExpiryDate'] ?? '',
      owedCents: String(Math.round(Number(one['AmountOutstanding']) * 100)),
      phone: one['Phone'] || (one['Mobile'] ?? ''),
      postcode: one['Postcode'] ?? '',
    }))
    .filter(({ name }) => name !== 'Ada Brandt');
}

/** Lapsed and cancelled memberships end yesterday at the latest, by the association's clock. */
function expectMembers(found: readonly Row[], wanted: readonly Row[]): void {
  const ended = new Set(wanted.flatMap(({ name, standing }) => (standing === 'cancelled' ? name : [])));
  const today = new Date().toISOString().slice(0, 10);
  const withoutDay = (row: Row) =>
    ended.has(row.name) && row.lastDay <= today ? { ...row, standing: 'ended', lastDay: '' } : row;
  const byName = (rows: readonly Row[]) => rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(byName(found.map(withoutDay))).toEqual(byName(wanted.map(withoutDay)));
}

// In the usual run, samples.test.ts reads this file and compares every row.
it.runIf(isLong)(
  'CiviCRM’s export of 624 rows needs no answer, and every row has the right result',
  async () => {
    const list = await upload('Nouvelle-Zélande', join(samples, 'civicrm.csv'));
    expect(await list.read()).toMatchObject({ Read: 624, Bad: 0 });
    const { IsWritten, Preview } = await list.importNow();
    expect([IsWritten, Preview]).toMatchObject([
      true,
      { Created: 620, Updated: 0, Unchanged: 0, Removed: 0 },
    ]);
    const rows = parse<Row>(readFileSync(join(samples, 'civicrm.expected.csv')), { columns: true });
    const wanted = rows
      .filter(({ standing }) => standing !== 'left out')
      .map(({ name, standing, lastDay, owedCents, phone, postcode }) => ({
        name,
        standing: /^(?:current|expired)$/.test(standing) ? 'approved' : standing,
        lastDay,
        owedCents,
        phone,
        postcode,
      }));
    expectMembers(await list.members(), wanted);
  },
);

it('a German workbook made by hand needs two answers, and every row has the right result', async () => {
  const { path, members } = await germanWorkbook();
  const list = await upload('Deutschland', path);
  expect(await list.read()).toMatchObject({ Read: 36, Bad: 0 });
  const asTwo = { Group: 'two-people@FirstName', Answer: 'two-members' };
  const shared = (await list.check({ Answers: [asTwo] })).Groups.find(
    ({ Cause }) => Cause === 'shared-number',
  );
  expect(shared?.Rows).toMatchObject([{ Reason: 'is the number of both people in the row' }]);
  const Answers = [asTwo, { Group: shared?.Key ?? '', Answer: 'accept' }];
  expect((await list.check({ Answers })).Bad).toBe(0);
  const { IsWritten, Preview } = await list.importNow();
  expect([IsWritten, Preview]).toMatchObject([true, { Created: 37, Updated: 0, Unchanged: 0, Removed: 0 }]);
  expectMembers(await list.members(), members);
});

/** A sheet as a small association keeps it: a title, German words, lost zeros, texts for dates, and a couple in a row. */
async function germanWorkbook(): Promise<{ path: string; members: Row[] }> {
  const header = [
    ...['Mitgliedsnr.', 'Name', 'Vorname', 'Straße', 'PLZ', 'Ort', 'Telefon', 'E-Mail', 'Mitgliedsart'],
    ...['Eintritt', 'Gültig bis', 'Status', 'Offener Betrag', 'Bemerkung'],
  ];
  const lastDay = new Date(Date.UTC(2029, 11, 31));
  const rows: TestCell[][] = [];
  const members: Row[] = [];
  const add = (cells: Partial<Record<string, TestCell>>, ...made: Partial<Row>[]) => {
    const at = rows.length + 1;
    const usual: Record<string, TestCell> = {
      'Mitgliedsnr.': at,
      Name: `Müller${at}`,
      Vorname: 'Jörg',
      Straße: `Am Weiher ${at}`,
      PLZ: 80331,
      Ort: 'München',
      Telefon: `089 5550 ${100 + at}`,
      'E-Mail': `m${at}@example.org`,
      Mitgliedsart: 'Vollmitglied',
      Eintritt: '1.3.2019',
      'Gültig bis': lastDay,
      Status: 'aktiv',
      'Offener Betrag': 0,
    };
    const given = { ...usual, ...cells };
    rows.push(header.map((name) => given[name] ?? null));
    const standing = { standing: 'approved', lastDay: '2029-12-31', owedCents: '0' };
    const row = { name: `Jörg Müller${at}`, phone: `089 5550 ${100 + at}`, postcode: '80331', ...standing };
    for (const one of made.length === 0 ? [{}] : made) members.push({ ...row, ...one });
  };
  for (let at = 1; at <= 28; at += 1) add({});
  add({ PLZ: 1067, Ort: 'Dresden' }, { postcode: '01067' });
  add({ Status: 'verstorben' }, { standing: 'deceased' });
  add(
    { Status: 'ausgetreten', 'Gültig bis': '31.12.2024' },
    { standing: 'cancelled', lastDay: '2024-12-31' },
  );
  add({ Status: 'ruhend' }, { standing: 'suspended' });
  add({ Status: 'beantragt' }, { standing: 'applicant' });
  add({ 'Offener Betrag': '1.234,50 €' }, { owedCents: '123450' });
  add({ 'Gültig bis': '31. Dezember 29', Vorname: 'Zo\u00adë', Name: '\ufeffGroß' }, { name: 'Zoë Groß' });
  add({ Vorname: 'Ute / Jörg', Name: 'Wagner' }, { name: 'Ute Wagner' }, { name: 'Jörg Wagner' });
  const path = join(folder, 'Mitglieder.xlsx');
  const sheet = [['Mitgliederliste 2026'], [], header, ...rows, ['Summe', rows.length]];
  await writeWorkbook(path, [['Mitglieder', sheet]]);
  return { path, members };
}
