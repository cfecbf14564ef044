import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { isLong } from '@/lib/base/test-strength';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { detectTable } from './detect-table';
import { importContent, storedMembers } from './import-cases.fixture';
import type { BadValue } from './import-error';

// `scripts/write-import-samples.ts` writes the files and, for each file, the values that the import must find in each
// row.
const folder = join(import.meta.dirname, 'samples');
const samples = [
  ['wild-apricot.csv', 'mdy', 1, null, ','],
  ['civicrm.csv', 'dmy', 1, null, ','],
  ['spreadsheet.csv', 'dmy', 4, 'windows-1252', ';'],
] as const;
const countries = {
  'wild-apricot.csv': 'United States',
  'civicrm.csv': 'New Zealand',
  'spreadsheet.csv': 'Australia',
};

interface Expected {
  line: string;
  name: string;
  standing: string;
  lastDay: string;
  owedCents: string;
  phone: string;
  postcode: string;
  firm: string;
  reported: string;
  restored: string;
}

let next = 7300;

describeEachEngine('the unedited file of another system', (store, engine) => {
  // What is read does not depend on the engine, and one file shows that PostgreSQL stores it.
  const read = engine === 'sqlite' || isLong ? samples : samples.slice(2);

  it.each(read)('%s is read as it is, and every row has the right standing', async (file, ...how) => {
    const id = (next += 1);
    const path = join(folder, file);
    const country = countries[file];
    const table = await detectTable(path, { mapping: { map: [], set: [], extras: [] }, country });
    expect([table.dateOrder, table.headerLine, table.encoding, table.delimiter]).toEqual(how);
    const expected = parse<Expected>(readFileSync(path.replace(/\.csv$/, '.expected.csv')), {
      columns: true,
    });
    const asked = { doubts: false, otherPeople: false, sharedNumbers: false, endless: false };
    const request = {
      create: { name: 'Example', timeZone: null, currency: null, country },
      table: table,
      values: { dateOrder: table.dateOrder, separators: ';|' },
      source: file,
    };
    const content = readFileSync(path);
    const first = await importContent(store(), id, content, { ...request, isDryRun: true, accepts: asked });
    const { problems, questions = [], read } = first;
    expect([first.isWritten, read]).toEqual([false, expected.length]);
    const reports = (rows: readonly BadValue[]) =>
      new Set(rows.map(({ line, column }) => `${line} ${column}`));
    const found = [...problems, ...questions].map((one) => ({ ...one, column: fieldOf(one.column) }));
    const due = (of: 'reported' | 'restored') => {
      const fields = expected.map((one) => ({ line: one.line, names: one[of].split(' ').filter(Boolean) }));
      return new Set(fields.flatMap(({ line, names }) => names.map((name) => `${line} ${name}`)));
    };
    expect(reports(found)).toEqual(due('reported'));
    expect(reports(first.doubtful ?? [])).toEqual(due('restored'));

    const all = { ...request, accepts: { ...asked, doubts: true }, skipsBad: true };
    const done = await importContent(store(), id, content, all);
    const kept = expected.filter(({ standing }) => standing !== 'left out');
    // An earlier membership of a person is left out without being a bad row.
    const bad = expected.filter(({ standing, reported }) => standing === 'left out' && reported !== '');
    expect(done).toMatchObject({ created: kept.length, bad: bad.length, isWritten: true });
    const members = await storedMembers(store(), id);
    const nameOf = ({ membership, person }: (typeof members)[number]) =>
      membership.kind === 'corporate' ? person.organisation : `${person.firstName} ${person.lastName}`;
    const today = country === 'United States' ? '2026-03-01' : '2026-03-02';
    const names = new Map(members.map((one) => [one.membership.id, nameOf(one)]));
    const stored = members.map(({ membership, person }) => ({
      name: nameOf({ membership, person }),
      standing:
        membership.standing !== 'none'
          ? membership.standing
          : !membership.isApproved
            ? 'not approved'
            : membership.expiryDate !== null && membership.expiryDate < today
              ? 'expired'
              : 'current',
      lastDay: membership.expiryDate ?? '',
      owedCents: String(membership.amountOutstandingThousandths / 10),
      phone: person.phone || person.mobile,
      postcode: person.address.postcode,
      firm: names.get(membership.parentId ?? 0) ?? '',
    }));
    const byName = (rows: readonly { name: string }[]) => rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(byName(stored)).toEqual(
      byName(kept.map(({ line: _line, reported: _reported, restored: _restored, ...member }) => member)),
    );
    // Coordinates of people show where they live, so the import does not store them.
    const people = members.filter(({ membership }) => membership.kind === 'individual');
    expect(people.flatMap(({ membership }) => membership.locations)).toEqual([]);
    expect(await importContent(store(), id, content, all)).toMatchObject({
      unchanged: kept.length,
      created: 0,
    });
  });
});

/** A problem names a column of the file, or one of our fields. */
function fieldOf(column: string | null): string {
  return column === 'First name' || column === 'Given names' ? 'FirstName' : (column ?? '');
}
