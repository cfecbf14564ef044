import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { importSettingsSchema, type ImportSettings } from '@/lib/contract/office-imports';
import { writeWorkbook } from '@/lib/transfer/import/write-workbook.fixture';
import { createImports } from '@/lib/service/imports';
import { usualEngines } from '@/lib/store/stores.fixture';
import { commandFolder } from './commands.fixture';

const organisationId = 7;
/** The ID of a secretary. */
const personId = 2;
const header = 'Number,First name,Last name,Email,Type,Paid to,Interests';
const ann = 'A-1,Ann,Lee,ann@example.org,Full,30/06/2027,Birds';
const bo = 'A-2,Bo,Ng,bo@example.org,Full,30/06/2027,Trees';

describe.each(usualEngines)('imports of the office on %s', (engine) => {
  const { folder, run } = commandFolder(engine);
  const dataDir = join(folder, 'data');
  const errors: unknown[] = [];
  const start = (runs: (line: string) => ReturnType<typeof run> = run) =>
    createImports({
      dataDir,
      run: (args) => runs(args.join(' ')),
      logError: (error) => errors.push(error),
      timeoutMs: 60_000,
      maxUploads: 100,
    });
  const imports = start();
  const settings = (some: Partial<ImportSettings>) => importSettingsSchema.parse(some);
  const upload = async (content: string | Uint8Array, name = 'members.csv') => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const id = await imports.add({ organisationId, personId, name, bytes });
    if (id === null) throw new Error('there are too many uploads');
    return id;
  };
  const read = async (id: string) => {
    const found = await imports.find(organisationId, id);
    if (found?.Report == null) throw new Error('there is no report');
    return { ...found, report: found.Report };
  };
  const check = async (id: string, some: Partial<ImportSettings>) => {
    await imports.start({ organisationId, id, kind: 'check', personId, settings: settings(some) });
    return read(id);
  };
  /** The person signs in again, checks the file and imports it. */
  const importAs = async (id: string, who: number, signedInAt: Date | null) => {
    for (const kind of ['check', 'import'] as const)
      await imports.start({ organisationId, id, kind, personId: who, signedInAt });
    return read(id);
  };
  const importNow = async (id: string) => {
    await imports.start({ organisationId, id, kind: 'import', personId });
    return read(id);
  };
  const stored = async () => {
    await run('export state.json --organisation 7');
    return readFileSync(join(folder, 'state.json'), 'utf8').replace(/"madeAt":"[^"]*"/, '');
  };

  beforeAll(async () => {
    writeFileSync(join(folder, 'first.csv'), `${header}\n${ann}\n`);
    expect((await run('import first.csv --organisation 7 --create Example')).exitCode).toBe(0);
    writeFileSync(
      join(folder, 'office.csv'),
      `${header}\nO-1,Sec,Retary,sec@example.org,Full,30/06/2027,\nO-2,Own,Er,own@example.org,Full,30/06/2027,\n`,
    );
    expect((await run('import office.csv --organisation 7')).exitCode).toBe(0);
    expect((await run('role grant --organisation 7 --role secretary --number O-1')).exitCode).toBe(0);
    expect((await run('role grant --organisation 7 --role owner --number O-2')).exitCode).toBe(0);
  });

  it('a secretary’s import changes no email address of another person with a role; an owner’s import does', async () => {
    const change = (number: string, name: string, email: string) =>
      `${header}\n${number},${name},${email},Full,30/06/2027,\n`;
    const before = await stored();
    const ofOwner = await upload(change('O-2', 'Own,Er', 'thief@example.org'));
    const rowsOf = async (id: string) => (await read(id)).report.Groups.flatMap(({ Rows }) => Rows);
    expect(await rowsOf(ofOwner)).toEqual([
      {
        Line: 2,
        Column: 'Email',
        Value: 'thief@example.org',
        Reason: 'can be changed only by an owner: this person has a role in the office',
        Name: 'Own Er',
      },
    ]);
    expect((await importNow(ofOwner)).State).toBe('checked');
    expect(await stored()).toBe(before);
    const ofOwn = await upload(change('O-1', 'Sec,Retary', 'secretary@example.org'));
    expect((await rowsOf(ofOwn))[0]?.Reason).toContain('only within 10 minutes after a sign-in');
    expect((await importAs(ofOwn, personId, new Date())).State).toBe('imported');
    expect((await importAs(ofOwner, 3, new Date(Date.now() - 11 * 60_000))).State).toBe('checked');
    expect((await importAs(ofOwner, 3, new Date())).State).toBe('imported');
    expect(await stored()).toContain('thief@example.org');
  });

  it('when a role is removed, the imports of its person end', async () => {
    const before = await stored();
    const id = await upload(`${header}\n${bo}\n`);
    for (const kind of ['check', 'import'] as const) {
      await imports.start({ organisationId, id, kind, personId: 1 });
      expect((await read(id)).report.Problem).toMatchObject({ Code: 'no-role' });
    }
    expect(await stored()).toBe(before);
  });

  it('a file is checked when it is uploaded, and nothing is stored before it is imported', async () => {
    const before = await stored();
    const id = await upload(`Our members\n\n${header}\n${ann.replace('Lee', 'Lea')}\n${bo}\nTotal,2\n`);
    const { State, Name, report } = await read(id);
    expect([State, Name]).toEqual(['checked', 'members.csv']);
    expect(report.Table).toMatchObject({ HeaderLine: 3, Delimiter: ',', DateOrder: 'dmy' });
    expect(report.Columns[0]).toEqual({
      Audience: null,
      Column: 'Number',
      Target: 'MembershipNumber',
      Content: null,
      Samples: ['A-1', 'A-2'],
    });
    expect(report.Columns[6]).toMatchObject({ Target: '', Content: '2 texts' });
    expect(report).toMatchObject({ Read: 2, Bad: 0, IsWritten: false, RunID: null, Problem: null });
    expect(report.Preview).toMatchObject({
      Created: 1,
      Updated: 1,
      Unchanged: 0,
      CreatedRows: [{ Line: 5, Number: 'A-2', Name: 'Bo Ng', Values: [] }],
      UpdatedRows: [{ Line: 4, Values: [{ Field: 'LastName', Before: 'Lee', After: 'Lea' }] }],
    });
    // The examples are what the directory's projection makes public.
    expect(report.Preview?.Publication?.Examples).toMatchObject([
      {
        Name: 'Bo Ng',
        Values: [
          { Field: 'Name', Value: 'Bo Ng' },
          { Field: 'Membership type', Value: 'Full' },
        ],
      },
    ]);
    expect(await stored()).toBe(before);
    await imports.remove(organisationId, id);
  });

  it('cells are corrected, extras and doubts accepted, and the import is in the journal with its person', async () => {
    const before = await stored();
    const id = await upload(
      `${header}\n${bo}\nA-3,Cy and Di,Ot,c@example.org,Full,soon,Trees\n`,
      'new list.csv',
    );
    const Reason = 'must be a date such as 2026-06-30';
    expect((await read(id)).report.Groups[0]).toMatchObject({
      Key: 'unreadable@Paid to',
      Count: 1,
      Examples: ['soon'],
      Rows: [{ Line: 3, Column: 'Paid to', Value: 'soon', Reason, Name: 'Cy and Di Ot' }],
      // Without a last day, a new membership would never end.
      Answers: ['leave-out-row'],
      Answer: null,
    });
    const Columns = [{ Column: 'Interests', Target: 'SearchableExtra' }];
    const Corrections = [{ Line: 3, Column: 'Paid to', Value: '1/2/2027' }];
    const doubted = await check(id, { Columns, Corrections });
    expect(doubted.report).toMatchObject({
      Bad: 0,
      Groups: [{ Cause: 'two-people', Count: 1, Answer: null }],
    });
    expect((await importNow(id)).State).toBe('checked');
    expect(await stored()).toBe(before);
    const ready = await check(id, {
      Columns,
      Corrections,
      Answers: [{ Group: 'two-people@FirstName', Answer: 'accept' }],
    });
    expect(ready.report.Preview?.NewNames).toMatchObject({ Types: [], Extras: ['Interests'] });
    const done = await importNow(id);
    expect(done).toMatchObject({ State: 'imported', report: { IsWritten: true, Preview: { Created: 2 } } });
    const after = await stored();
    expect(after).toContain('"2027-02-01"');
    expect(after).toContain('Interests');
    expect(JSON.parse(after)).toMatchObject({
      Imports: expect.arrayContaining([
        expect.objectContaining({ Source: 'new list.csv', ActorKind: 'person', Actor: '2' }),
      ]),
    });
    const undone = await run(`undo ${done.report.RunID} --organisation 7`);
    expect([undone.exitCode, undone.err]).toEqual([0, '']);
    expect(membersOf(await stored())).toEqual(membersOf(before));
    // The next file with the same columns needs no choices.
    const next = await upload(`${header}\n${bo}\n`);
    expect((await read(next)).report.Columns[6]?.Target).toBe('SearchableExtra');
  });

  it('answers are chosen already for the next file with the same columns, except those about people', async () => {
    const file = `${header}\nA-5,Eve,Oz,e@example.org,Full,Jun-27,\nA-1,Bo,Else,bo@example.net,Full,30/06/2027,\n`;
    const Answers = [
      { Group: 'month-or-day@Paid to', Answer: 'leave-out-row' },
      { Group: 'other-person@MembershipNumber', Answer: 'leave-out-row' },
    ];
    const answered = await check(await upload(file), { Answers });
    const of = (groups: typeof answered.report.Groups) =>
      groups.map(({ Key, Preset, Answer }) => [Key, Preset, Answer]);
    const expected = Answers.map(({ Group, Answer }) => [Group, null, Answer]);
    expect(of(answered.report.Groups)).toEqual(expect.arrayContaining(expected));
    const again = await read(await upload(file, 'corrected.csv'));
    expect(of(again.report.Groups)).toEqual([
      ['month-or-day@Paid to', 'leave-out-row', null],
      ['other-person@MembershipNumber', null, null],
    ]);
  });

  it('a new question for the office only is admin-only, and a stored question keeps its audience', async () => {
    const id = await upload(
      'Number,First name,Last name,Type,Paid to,Diet\nD-1,Di,Et,Full,30/06/2027,vegan\n',
    );
    const as = (Target: string) => check(id, { Columns: [{ Column: 'Diet', Target }] });
    expect((await as('Extra')).report.Columns[5]).toMatchObject({ Target: 'Extra', Audience: null });
    const { report } = await importNow(id);
    expect(JSON.parse(await stored()).Extras).toContainEqual(
      expect.objectContaining({ Question: 'Diet', AdminOnly: true, Searchable: false }),
    );
    expect((await as('SearchableExtra')).report.Columns[5]).toMatchObject({ Audience: 'office' });
    expect((await run(`undo ${report.RunID} --organisation 7`)).exitCode).toBe(0);
    await imports.remove(organisationId, id);
  });

  it('the wrong file is imported and undone, and nothing of it is left behind', async () => {
    const before = await stored();
    const content = readFileSync(join(import.meta.dirname, '../transfer/import/samples/civicrm.csv'), 'utf8');
    const lines = content.split('\n').slice(0, 81);
    const id = await upload(lines.join('\n'), 'the other association.csv');
    const { report } = await check(id, { SkipBad: true });
    expect(report).toMatchObject({ Read: 80, Bad: 0 });
    const earlier = report.Groups.filter(({ Cause }) => Cause === 'earlier-membership');
    expect(earlier).toMatchObject([{ Count: 2, Answers: [] }]);
    const done = await importNow(id);
    expect(done).toMatchObject({ State: 'imported', report: { Preview: { Created: 78 } } });
    expect(await stored()).toContain('Practice');
    expect((await run(`undo ${done.report.RunID} --organisation 7`)).exitCode).toBe(0);
    expect(membersOf(await stored())).toEqual(membersOf(before));
    await imports.remove(organisationId, id);
  });

  it('members who are not in an Excel file are removed only in the number that the check showed', async () => {
    const path = join(folder, 'members.xlsx');
    await writeWorkbook(path, [['Sheet1', [header.split(','), bo.split(',')]]]);
    const id = await upload(readFileSync(path), 'members.xlsx');
    const { report } = await check(id, { Replace: true });
    expect(report.Preview).toMatchObject({ Removed: 3, Created: 1 });
    expect(report.Preview?.RemovedMembers[0]).toEqual({ Number: 'A-1', Name: 'Ann Lee' });
    writeFileSync(join(folder, 'more.csv'), `${header}\nA-8,Di,Po,d@example.org,Full,30/06/2027,\n`);
    await run('import more.csv --organisation 7');
    expect((await importNow(id)).report.Problem).toMatchObject({ Code: 'mass-removal' });
    await check(id, { Replace: true });
    expect((await importNow(id)).report.Preview).toMatchObject({ Removed: 4 });
    expect(membersOf(await stored())).toMatchObject({ Memberships: [{ MembershipNumber: 'A-2' }] });
  });

  it('an import that is stopped stores nothing', async () => {
    const before = await stored();
    const rows = Array.from(
      { length: 30 },
      (_, row) => `N-${row},N,${row},n${row}@example.org,Full,30/6/2027,`,
    );
    const id = await upload(`${header}\n${rows.join('\n')}\n`);
    const stopping = start(async (line) => {
      writeFileSync(join(line.split(' ')[1] ?? '', 'stop'), '');
      return run(line);
    });
    await stopping.start({ organisationId, id, kind: 'import', personId });
    expect(await imports.find(organisationId, id)).toMatchObject({ State: 'stopped', Progress: null });
    expect(await stored()).toBe(before);
  });

  it('after a command that fails, the file can be checked again', async () => {
    const id = await upload(`${header}\n${bo}\n`);
    const failing = start(async () => ({ exitCode: 134, out: '', err: 'out of memory' }));
    await failing.start({ organisationId, id, kind: 'check', personId });
    expect((await imports.find(organisationId, id))?.State).toBe('failed');
    expect(String(errors.pop())).toContain('out of memory');
    expect((await check(id, {})).State).toBe('checked');
  });

  it('while two jobs run, a third one has to wait', async () => {
    const ids = [await upload(header), await upload(header), await upload(header)];
    let finish = () => {};
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const slow = start(async (line) => {
      await gate;
      return run(line);
    });
    const [first, second, third] = ids.map((id) =>
      slow.start({ organisationId, id, kind: 'check', personId }),
    );
    expect(await third).toBe(false);
    finish();
    expect(await Promise.all([first, second])).toEqual([true, true]);
  });

  it('a file with too many columns is refused, with its settings, so that they can be corrected', async () => {
    const id = await upload(`${Array.from({ length: 301 }, (_, index) => `Column ${index}`).join(',')}\n1\n`);
    const { report } = await read(id);
    expect(report.Problem?.Text).toMatch(/^members\.csv has 301 columns, and at most 300 can be imported/);
    expect(report).toMatchObject({ Columns: [], Table: { Delimiter: ',' } });
  });

  it('an organisation has a limited number of files at a time', async () => {
    const files = await imports.list(organisationId);
    const full = createImports({
      dataDir,
      run: async () => ({ exitCode: 0, out: '', err: '' }),
      logError: () => {},
      maxUploads: files.length,
    });
    const upload = { organisationId, personId, name: 'more.csv', bytes: new TextEncoder().encode(header) };
    expect(await full.add(upload)).toBeNull();
    expect(await full.add({ ...upload, organisationId: 8 })).toMatch(/^[0-9a-f-]{36}$/);
    await imports.remove(organisationId, files[0]?.ID ?? '');
    expect(await full.add(upload)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('files are private, belong to their organisation, and are deleted after a day', async () => {
    const id = await upload(`${header}\n${bo}\n`);
    const place = join(dataDir, 'uploads', id);
    for (const name of readdirSync(place))
      expect([name, statSync(join(place, name)).mode & 0o077]).toEqual([name, 0]);
    expect(statSync(place).mode & 0o077).toBe(0);
    expect(await imports.find(8, id)).toBeNull();
    expect((await imports.list(8)).map(({ ID }) => ID)).not.toContain(id);
    for (const other of ['../../members.db', '..', `${id}/..`, '']) {
      expect(await imports.find(organisationId, other)).toBeNull();
    }
    const file = join(place, 'upload.json');
    const old = { ...JSON.parse(readFileSync(file, 'utf8')), uploadedAt: '2020-01-01T00:00:00.000Z' };
    writeFileSync(file, JSON.stringify(old));
    expect(await imports.find(organisationId, id)).toBeNull();
    expect(existsSync(place)).toBe(false);
  });

  it('an erasure deletes the uploads that may have the person, and those that cannot be searched', async () => {
    writeFileSync(join(folder, 'gone.csv'), `${header}\nA-9,Gwen,Gone,g@example.org,Full,30/06/2027,\n`);
    await run('import gone.csv --organisation 7');
    const path = join(folder, 'gone.xlsx');
    await writeWorkbook(path, [['Sheet1', [header.split(','), ['A-9', 'GWEN', 'Gone', '', 'Full', '', '']]]]);
    const deleted = [
      await upload(`${header}\n,,,G@Example.org,Full,,\n`),
      await upload(`${header}\nA-9,Gwen,"Gone",,Full,30/06/2027,\n`),
      await upload(readFileSync(path), 'gone.xlsx'),
      await upload(Buffer.from(`${header}\nA-7,Zo\u00eb,Ng,,Full,30/06/2027,\n`, 'latin1')),
      await upload(Buffer.from('PK\x03\x04 not an archive', 'latin1'), 'broken.xlsx'),
    ];
    await writeWorkbook(path, [['Sheet1', [header.split(','), bo.split(',')]]]);
    const kept = [await upload(`${header}\n${bo}\nA-4,Gwen,Here,h@example.org,Full,30/06/2027,\n`)];
    kept.push(await upload(readFileSync(path), 'kept.xlsx'));
    const erased = await run('person erase --organisation 7 --number A-9 --yes');
    expect(erased.exitCode).toBe(0);
    const isThere = (id: string) => existsSync(join(dataDir, 'uploads', id));
    expect([deleted.map(isThere), kept.map(isThere)]).toEqual([
      [false, false, false, false, false],
      [true, true],
    ]);
  });
});

/** Leaves out the parts that differ after an undone import, such as the journal, the imports and the last IDs. */
function membersOf(archive: string): object {
  const parts = Object.entries(JSON.parse(archive) as Record<string, unknown>);
  const ofChanges = ['Journal', 'Imports', 'LastIDs', 'MadeAt', 'State'];
  return Object.fromEntries(parts.filter(([name]) => !ofChanges.includes(name)));
}
