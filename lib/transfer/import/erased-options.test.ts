/** An import creates an option of a question from a person's answer. The person is erased later. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { applyErasures } from '@/lib/privacy/erasure/apply-erasures';
import { describeErasure } from '@/lib/privacy/erasure/erasure.fixture';
import { erasePerson } from '@/lib/privacy/erasure/erase-person';
import { readJournal } from '@/lib/store/journal-read';
import { noAreaCentre, testCause } from '@/lib/store/sample-members.fixture';
import { readExtras } from '@/lib/store/structure';
import { withMembersWriter } from '@/lib/store/write';
import type { MembersWriter } from '@/lib/store/members-writer';
import { exportMembers } from './export-members';
import { blankRequest, importContent, storedMembers } from './import-cases.fixture';
import { importArchive } from './import-archive';

let organisationId = 0;
const clock = () => new Date('2026-05-03T02:00:00Z');
const header = 'MembershipNumber,FirstName,LastName,Email,MembershipType,Sport';
const anna = (sport: string) => `A1,Anna,Berg,anna@x.example,Full,${sport}`;
const ben = 'B2,Ben,Cole,ben@x.example,Full,Judo';
const cy = 'C3,Cy,Dorn,cy@x.example,Full,Judo';

describeErasure('an option that is an answer of an erased person', (context) => {
  const store = () => context().store;
  const sports = { searchableExtras: ['Sport'], mapping: { map: [], set: [], extras: ['Sport'] } };
  const read = (...rows: string[]) => importContent(store(), organisationId, [header, ...rows], sports);
  const write = <T>(work: (writer: MembersWriter) => Promise<T>) =>
    withMembersWriter(store(), { organisationId, clock, areaCentre: noAreaCentre, cause: testCause }, work);
  const services = () => ({ dataDir: context().dataDir, clock });
  const annaId = async () =>
    (await storedMembers(store(), organisationId)).find(({ person }) => person.lastName === 'Berg')?.person
      .id ?? 0;
  const erase = async () => {
    const personId = await annaId();
    const choices = { newContactId: null, withCompany: false, cause: testCause };
    return erasePerson(store(), { organisationId, personId, ...choices }, services());
  };
  const options = async () => (await readExtras(store().members, organisationId))[0];
  const tablesWith = async (text: string) => {
    const found: string[] = [];
    for (const { name } of await store().members.introspection.getTables()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(store().members);
      if (JSON.stringify(rows).includes(text)) found.push(name);
    }
    return found;
  };

  const importExport = async (lines: readonly string[], differs: { restoresErased?: boolean } = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'erased-options-'));
    const path = join(folder, 'members.json');
    writeFileSync(path, lines.join(''));
    try {
      const by = { store: store(), clock, areaCentre: noAreaCentre, cause: testCause };
      return await importArchive({ ...blankRequest, organisationId, path, ...differs }, by);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  beforeEach(async () => {
    organisationId += 1;
    // Only answers that repeat make a question multiple choice.
    await read(anna('Judo'), ben, cy);
    await read(anna(`Karate${organisationId}`), ben, cy);
    await read(anna(`Sumo${organisationId}`), ben, cy);
  });

  it('is removed from the question and the journal, and no other row is added', async () => {
    const [karate, sumo] = [`Karate${organisationId}`, `Sumo${organisationId}`];
    expect(await options()).toMatchObject({
      options: ['Judo', karate, sumo],
      optionsFromAnswers: ['Judo', karate, sumo],
    });
    expect(await tablesWith(karate)).toEqual(expect.arrayContaining(['extra', 'journal']));
    const before = (await readJournal(store().members, organisationId, { after: 0, limit: 1000 })).at(-1);
    await erase();
    expect(await options()).toMatchObject({ options: ['Judo'], optionsFromAnswers: ['Judo'] });
    expect([await tablesWith(karate), await tablesWith(sumo)]).toEqual([[], []]);
    const after = before?.position ?? 0;
    const rows = await readJournal(store().members, organisationId, { after, limit: 1000 });
    expect(rows.map(({ kind, operation }) => [kind, operation]).sort()).toEqual([
      ['extra', 'updated'],
      ['membership', 'erased'],
      ['person', 'erased'],
    ]);
  });

  it('stays if another member gave the answer, or the association added it', async () => {
    const sumo = `Sumo${organisationId}`;
    await write(async (writer) => {
      const extra = await options();
      if (extra === undefined) throw new Error('the import made it');
      await writer.structure.putExtras([{ ...extra, optionsFromAnswers: ['Judo', sumo] }]);
    });
    await read(ben.replace('Judo', sumo));
    await erase();
    expect((await options())?.options).toEqual(['Judo', `Karate${organisationId}`, sumo]);
  });

  it('is not added again by an export from before, and is removed again from an older backup', async () => {
    const sumo = `Sumo${organisationId}`;
    const lines: string[] = [];
    const request = { organisationId, format: 'json' } as const;
    await exportMembers(store(), request, async (text) => void lines.push(text));
    await erase();
    expect(await importExport(lines)).toMatchObject({ isWritten: true, erased: [{}] });
    expect((await options())?.options).toEqual(['Judo']);
    expect(await tablesWith(sumo)).toEqual([]);
    // The database is now like an older backup: it has the person and no tombstone.
    await importExport(lines, { restoresErased: true });
    await store().members.deleteFrom('erasure').where('organisation_id', '=', organisationId).execute();
    expect((await options())?.options).toEqual(['Judo', `Karate${organisationId}`, sumo]);
    expect(await applyErasures(store(), services())).toMatchObject({ erased: 1, problems: [] });
    expect((await options())?.options).toEqual(['Judo']);
    expect(await tablesWith(sumo)).toEqual([]);
  });
});
