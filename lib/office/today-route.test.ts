/** The numbers are compared with those of a plain loop. The queries must use indexes. */
import { CompiledQuery } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { addDays } from '@/lib/base/clock';
import { todaySchema } from '@/lib/contract/office-today';
import { sampleLocation, sampleMember, samplePerson } from '@/lib/store/sample-members.fixture';
import { executedStatements } from '@/lib/store/statement-plans.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { seededRandom } from '@/lib/base/seeded-random';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 9000;
const { owner, officer, reader } = officePeople;
const today = '2026-06-15';

describeEachEngine('the first page of the office', (store) => {
  let office: TestOffice;
  const read = async (personId: number = owner) => {
    const token = await office.ownToken({ personId });
    return todaySchema.parse(await (await office.office('GET', 'today', { token })).json());
  };
  const counts = async (personId?: number) => {
    const { Waiting, Ending, Ended, WithoutEmail, WithoutLocation, Owed } = await read(personId);
    return [Waiting, Ending, Ended, WithoutEmail, WithoutLocation, Owed].map(({ Count }) => Count);
  };

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
  });

  it('counts the same as a plain loop, for the owner and for an officer', async () => {
    const random = seededRandom(22);
    const pick = <T>(values: readonly T[]): T => {
      const value = values[Math.floor(random() * values.length)];
      if (value === undefined) throw new Error('there are values');
      return value;
    };
    const days = [-31, -30, -29, -1, 0, 1, 29, 30, 31];
    const made = Array.from({ length: 300 }, (_, index) => ({
      id: 100 + index,
      isApproved: random() < 0.7,
      standing: random() < 0.2 ? ('suspended' as const) : ('none' as const),
      isOwing: random() < 0.3,
      expiryDate: pick([null, ...days.map((shift) => addDays(today, shift))]),
      chapterId: pick([1, 2, null]),
      hasEmail: random() < 0.8,
      hasLocation: random() < 0.6,
    }));
    await office.write(async (writer) => {
      for (const id of [1, 2, 3, 4, 5, 6, 7]) await writer.memberships.remove([id]);
      for (const { id, hasEmail, hasLocation, isOwing, ...member } of made) {
        const locations = hasLocation ? [sampleLocation({ id })] : [];
        const change = { ...member, locations, amountOutstandingThousandths: isOwing ? 5000 : 0 };
        const person = samplePerson({ id, email: hasEmail ? `m-${id}@example.org` : '' });
        await writer.memberships.put(sampleMember(id, change, person));
      }
    });
    const plain = (members: typeof made) => {
      const current = members.filter(({ standing }) => standing === 'none');
      const approved = current.filter(({ isApproved }) => isApproved);
      const between = (from: number, to: number) =>
        approved.filter(
          ({ expiryDate }) =>
            expiryDate !== null && expiryDate >= addDays(today, from) && expiryDate <= addDays(today, to),
        ).length;
      return [
        current.length - approved.length,
        between(0, 30),
        between(-30, -1),
        approved.filter(({ hasEmail }) => !hasEmail).length,
        approved.filter(({ hasLocation }) => !hasLocation).length,
        approved.filter(({ isOwing }) => isOwing).length,
      ];
    };
    expect(await counts()).toEqual(plain(made));
    expect(await counts(officer)).toEqual(plain(made.filter(({ chapterId }) => chapterId === 1)));
    for (const personId of [owner, officer, reader]) {
      const token = await office.ownToken({ personId });
      const others = await read(personId);
      if (personId !== reader) expect(others.Waiting.List).toBe('applications');
      const ofReader = personId === reader ? (['Waiting'] as const) : (['WithoutEmail'] as const);
      for (const name of [...ofReader, 'Ending', 'Ended', 'Owed', 'WithoutLocation'] as const) {
        const list = await office.office('GET', others[name].List ?? '', { token });
        expect([name, (await list.json()).Count]).toEqual([name, others[name].Count]);
      }
      const [type] = others.Types ?? [];
      if (type === undefined) throw new Error('there are members');
      expect(type.Members.Count).toBeGreaterThan(type.Left.Count ?? 0);
      for (const name of ['Members', 'Joined', 'Left'] as const) {
        const list = await office.office('GET', type[name].List ?? '', { token });
        expect([name, (await list.json()).Count]).toEqual([name, type[name].Count]);
      }
    }
  });

  it('counts again after a change, and after midnight', async () => {
    const [, ending] = await counts();
    await office.write((writer) =>
      writer.memberships.put(sampleMember(6, { expiryDate: addDays(today, 30) }, samplePerson({ id: 6 }))),
    );
    expect((await counts())[1]).toBe((ending ?? 0) + 1);
    await office.write((writer) =>
      writer.memberships.put(sampleMember(6, { expiryDate: addDays(today, 31) }, samplePerson({ id: 6 }))),
    );
    expect((await counts())[1]).toBe(ending);
    office.time.now = new Date(office.time.now.getTime() + 24 * 3_600_000);
    expect((await counts())[1]).toBe((ending ?? 0) + 1);
  });

  it('has the last import for those who see all members', async () => {
    expect((await read()).LastImport).toBeNull();
    await office.write(async (writer) => {
      const actor = { kind: 'command' as const, id: 'import' };
      await writer.runs.start({ actor, source: 'members.csv', fileHash: null, mapping: null });
      await writer.runs.finish({ read: 9, created: 1, updated: 2, unchanged: 3, removed: 0, bad: 3 });
    });
    await office.write(async (writer) => void (await writer.runs.startMerge(1, 2)));
    expect((await read()).LastImport).toMatchObject({
      ID: '1',
      Source: 'members.csv',
      Read: 9,
      Bad: 3,
      List: 'journal?Run=1',
    });
    expect((await read(officer)).LastImport).toBeNull();
    expect((await read(reader)).LastImport).toBeNull();
  });

  it('reports a date that jumped, and wrong settings', async () => {
    expect((await read()).Problems).toEqual([]);
    await store()
      .members.updateTable('journal_state')
      .set({ lapsed_through: '2026-01-01' })
      .where('organisation_id', '=', organisationId)
      .execute();
    await store()
      .members.updateTable('organisation')
      .set({ colour: 'reddish' })
      .where('id', '=', organisationId)
      .execute();
    const problems = (await read()).Problems.map(({ Text }) => Text).join('\n');
    expect(problems).toMatch(/colour/);
    expect(problems).toMatch(/jumped/);
    expect((await read(reader)).Problems).toEqual([]);
  });

  it('reads only the members that it counts, by indexes', async () => {
    await office.write(async (writer) => {
      for (let id = 100; id < 1600; id += 1) {
        const expiryDate = id % 500 === 0 ? today : '2030-01-01';
        const change = { isApproved: id % 499 !== 0, expiryDate, chapterId: 1 };
        const email = id % 498 === 0 ? '' : `m-${id}@example.org`;
        await writer.memberships.put(sampleMember(id, change, samplePerson({ id, email })));
      }
    });
    if (store().engine === 'postgres')
      for (const table of ['membership', 'person', 'location'])
        await store().members.executeQuery(CompiledQuery.raw(`analyze ${table}`));
    await read();
    const plans: { sql: string; plan: string }[] = [];
    for (const { sql, parameters } of executedStatements(store().engine)) {
      if (!/^select count\(\*\) as count from membership m/.test(sql) || sql.includes('chapter_id')) continue;
      plans.push({ sql, plan: await explain(sql, parameters) });
    }
    const planOf = (part: string) => plans.find(({ sql }) => sql.includes(part))?.plan;
    expect(planOf('m.is_approved = 0')).toMatch(/membership_(waiting|expiry)/);
    expect(planOf('between')).toContain('membership_expiry');
    expect(planOf('email_key')).toContain('person_email');
    expect(planOf('email_key')).toContain('membership_person');
    expect(planOf('from location')).toMatch(/location_membership|Anti Join/);
  });

  /** With few members, PostgreSQL prefers to read a whole table, so the test turns such plans off. */
  async function explain(sql: string, parameters: readonly unknown[]): Promise<string> {
    return store()
      .members.transaction()
      .execute(async (transaction) => {
        const isPostgres = store().engine === 'postgres';
        if (isPostgres)
          for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
            await transaction.executeQuery(CompiledQuery.raw(`set local enable_${way} = off`));
        const { rows } = await transaction.executeQuery<Record<string, string>>(
          CompiledQuery.raw(`explain ${isPostgres ? '' : 'query plan'} ${sql}`, [...parameters]),
        );
        return rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n');
      });
  }
});
