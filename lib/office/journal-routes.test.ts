import { CompiledQuery } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { OfficeChange } from '@/lib/contract/office-journal';
import { journalAuthorsSchema, officeJournalSchema, undoResultSchema } from '@/lib/contract/office-journal';
import { journalAccounts } from '@/lib/store/account-journal';
import { readJournal } from '@/lib/store/journal-read';
import { noAreaCentre, sampleMember, samplePerson } from '@/lib/store/sample-members.fixture';
import { executedStatements } from '@/lib/store/statement-plans.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 8700;
const { owner, secretary, officer, reader, member } = officePeople;
const stranger = 20;
const start = Date.parse('2026-06-15T02:00:00Z');

describeEachEngine('the journal of the office', (store) => {
  let office: TestOffice;
  let tokens = new Map<number, Promise<string>>();
  const token = (personId: number) => {
    const known = tokens.get(personId) ?? office.ownToken({ personId });
    tokens.set(personId, known);
    return known;
  };
  const ask = async (query = '', personId: number = owner) =>
    office.office('GET', `journal${query}`, { token: await token(personId) });
  const list = async (query = '', personId: number = owner) =>
    officeJournalSchema.parse(await (await ask(query, personId)).json());
  const listAll = async (personId: number = owner, query = '') => {
    const { Changes, Next } = await list(`?Limit=200${query}`, personId);
    expect(Next).toBeNull();
    return Changes;
  };
  const undo = async (body: unknown, personId: number = owner, headers: Record<string, string> = {}) =>
    office.office('POST', 'journal/undo', { token: await token(personId), body, headers });
  const named = (id: number, last = 'Test') => ({ id, firstName: `Name${id}`, lastName: last });
  const put = (
    id: number,
    change: Parameters<typeof sampleMember>[1],
    person: object = {},
    by: number = secretary,
  ) => {
    office.time.now = new Date(office.time.now.getTime() + 60_000);
    return withMembersWriter(
      store(),
      {
        organisationId,
        clock: () => office.time.now,
        areaCentre: noAreaCentre,
        cause: {
          actor: { kind: 'person', id: String(by) },
          reason: `reason ${id} secret-reason`,
          signedInAt: office.time.now,
        },
      },
      (writer) => writer.memberships.put(sampleMember(id, change, samplePerson({ ...named(id), ...person }))),
    );
  };

  beforeEach(async () => {
    organisationId += 1;
    tokens = new Map();
    office = await startTestOffice(store(), organisationId);
    await store().auth.deleteFrom('account_journal').execute();
    await put(member, { chapterId: 1, expiryDate: '2031-01-31' }, { phone: '0400 111 222' });
    await put(stranger, { chapterId: 2 }, { lastName: 'Stranger', phone: '0400 333 444' });
    await put(stranger, { chapterId: 2, typeId: 3 }, { lastName: 'Stranger', phone: '0400 555 666' });
    office.time.now = new Date(office.time.now.getTime() + 60_000);
    await store()
      .auth.transaction()
      .execute((db) =>
        journalAccounts(
          db,
          {
            organisationId,
            cause: { actor: { kind: 'person', id: String(owner) }, reason: null },
            now: office.time.now,
          },
          [
            { kind: 'account', operation: 'password set', personId: member },
            { kind: 'account', operation: 'password set', personId: stranger },
            { kind: 'client', operation: 'created', clientId: 'some-client' },
          ],
        ),
      );
    await put(member, { chapterId: 1, expiryDate: '2032-01-31' }, { phone: '0400 111 222' });
  });

  it('shows who changed what, newest first, with names', async () => {
    const [last, second, ...others] = await listAll();
    expect(last).toEqual({
      Position: String(start + 5 * 60_000),
      Time: '2026-06-15T02:05:00.000Z',
      By: { Kind: 'person', ID: '2', Name: 'Name2 Test' },
      Run: null,
      Reason: 'reason 6 secret-reason',
      Kind: 'membership',
      ID: '6',
      Name: 'Name6 Test',
      MembershipID: '6',
      Operation: 'updated',
      Values: [{ Field: 'ExpiryDate', Before: '2031-01-31', After: '2032-01-31' }],
      CannotUndo: null,
    });
    expect(second).toMatchObject({ Position: null, Kind: 'client', ID: 'some-client', Operation: 'created' });
    expect(second?.CannotUndo).toContain('a sign-in or a client');
    const retyped = others.find(({ ID, Operation }) => ID === '20' && Operation === 'updated');
    expect(retyped?.Values).toContainEqual({
      Field: 'MembershipType',
      Before: { ID: '1', Name: 'Full' },
      After: { ID: '3', Name: 'Student' },
    });
    const rows = await readJournal(store().members, organisationId, { after: 0, limit: 1000 });
    const positions = (await listAll()).flatMap(({ Position }) => Position ?? []);
    expect(positions).toEqual(rows.map(({ position }) => String(position)).reverse());
  });

  it.each([owner, secretary, officer, reader])(
    'has the same rows in pages of any size for person %i',
    async (of) => {
      const whole = await listAll(of);
      expect(whole.length).toBeGreaterThan(7);
      for (const limit of [2, 7]) {
        const paged: OfficeChange[] = [];
        let before = '';
        for (;;) {
          const page = await list(`?Limit=${limit}${before}`, of);
          paged.push(...page.Changes);
          if (page.Next === null) break;
          before = `&Before=${page.Next}`;
        }
        expect(paged).toEqual(whole);
      }
    },
  );

  it('lists each run once, with the number of its changes for those who see all of them', async () => {
    const before = (await list('?RunsOnce=true')).Changes;
    office.time.now = new Date(office.time.now.getTime() + 60_000);
    await office.write(async (writer) => {
      await writer.runs.startBulk(null, 'many at once');
      for (const id of [member, 20, reader])
        await writer.memberships.put(sampleMember(id, { expiryDate: '2040-01-31' }, samplePerson(named(id))));
    });
    const whole = await list('?RunsOnce=true');
    const placesOf = (changes: readonly OfficeChange[]) => changes.map(({ Position }) => Position);
    expect(placesOf(whole.Changes.slice(1))).toEqual(placesOf(before));
    const count = (await listAll(owner, '&Run=1')).length;
    expect(count).toBeGreaterThan(3);
    expect(whole.Changes[0]?.Run).toMatchObject({ Source: 'many at once', IsBulk: true, Count: count });
    const [first] = (await list('?RunsOnce=true', reader)).Changes;
    expect(first?.Run).toMatchObject({ ID: '1', Source: null, Count: null });
    const runs = (await list('?RunsOnce=true&Limit=200', reader)).Changes.filter(({ Run }) => Run !== null);
    expect(runs.length).toBe(1);
    const paged = await list(`?RunsOnce=true&Limit=1`);
    expect(placesOf((await list(`?RunsOnce=true&Limit=1&Before=${paged.Next}`)).Changes)).toEqual(
      placesOf(before.slice(0, 1)),
    );
  });

  it('undoes together what was saved together', async () => {
    await put(member, { chapterId: 2, expiryDate: '2050-01-31' }, { phone: '0400 999 999' });
    const saved = (await listAll()).slice(0, 2);
    expect(new Set(saved.map(({ Time }) => Time)).size).toBe(1);
    const Positions = saved.map(({ Position }) => Position);
    office.time.now = new Date(office.time.now.getTime() + 60_000);
    const done = await undo({ Positions }, secretary);
    expect(await done.json()).toMatchObject({ Rows: 2, Undone: 2 });
    const fields = (await listAll()).slice(0, 2).flatMap(({ Values }) => Values.map(({ Field }) => Field));
    expect(fields.sort()).toEqual(['Chapter', 'ExpiryDate', 'Phone']);
  });

  it('is filtered by member, author, run and time', async () => {
    const all = await listAll();
    const ofMember = await listAll(owner, `&Member=${member}`);
    expect(ofMember.map(({ Kind }) => Kind)).toEqual([
      'membership',
      'account',
      'membership',
      'person',
      'membership',
      'person',
    ]);
    expect(await listAll(owner, `&Person=${secretary}`)).toEqual(all.filter(({ By }) => By.ID === '2'));
    expect(await listAll(owner, '&Run=1')).toEqual([]);
    const [from, until] = ['2026-06-15T02:02:00Z', '2026-06-15T02:05:00Z'];
    const between = all.filter(({ Time }) => Time >= '2026-06-15T02:02' && Time < '2026-06-15T02:05');
    expect(await listAll(owner, `&From=${from}&Until=${until}`)).toEqual(between);
    expect(await listAll(owner, `&From=${from}&Until=${until}&Person=${secretary}`)).toEqual(
      between.filter(({ By }) => By.ID === '2'),
    );
    expect(between.length).toBeGreaterThan(4);
    expect(await listAll(owner, `&Until=2026-06-15T02:00:00.000Z`)).toEqual([]);
    expect(await listAll(owner, `&From=2027-01-01`)).toEqual([]);
    // The last day is included.
    for (const day of ['15.6.26', '0026-06-15', '2026-06-15', '15/06/2026'])
      expect(await listAll(owner, `&From=${day}&Until=${day}`), day).toEqual(all);
    expect(await listAll(owner, '&Until=14.6.26')).toEqual([]);
    expect(await listAll(owner, '&Until=9999-12-31')).toEqual(all);
  });

  it.each([
    ['?Before=nonsense', '"Before"'],
    ['?Before=e30', '"Before"'],
    [`?Before=${btoa('{"members":null,"accounts":[1,"\\u0000",1]}')}`, '"Before"'],
    ['?From=31.02.2026', '"From"'],
    ['?Until=soon', '"Until"'],
    ['?Limit=201', '"Limit"'],
    ['?Member=x', '"Member"'],
    ['?Actor=1', 'Unknown parameter'],
  ])('refuses %s', async (query, message) => {
    const refused = await ask(query);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(JSON.stringify(message).slice(1, -1));
  });

  it('does not let a secretary undo a change of an owner’s address, to which sign-in codes are sent', async () => {
    await put(owner, {}, { email: 'before@example.org' }, owner);
    await put(owner, {}, { email: 'after@example.org' }, owner);
    const changed = (await listAll(owner, `&Member=${owner}`)).find(({ Kind }) => Kind === 'person');
    expect(changed?.Values.map(({ Field }) => Field)).toEqual(['Email']);
    const body = { Position: changed?.Position, Force: true };
    expect(await errorOf(await undo(body, secretary))).toBe('409 conflict');
    expect((await undo(body, owner)).status).toBe(200);
  });

  it('has nothing about a membership that does not exist', async () => {
    expect(await list('?Member=999')).toEqual({ Changes: [], Next: null });
  });

  it('shows an officer only the changes of their own members and of the accounts of these members', async () => {
    const text = await (await ask('?Limit=200', officer)).text();
    expect(text).not.toMatch(/Stranger|0400 333|0400 555|some-client/);
    const seen = await listAll(officer);
    expect(new Set(seen.map(({ Kind }) => Kind))).toEqual(new Set(['membership', 'person', 'account']));
    expect(seen.some(({ ID }) => ID === String(stranger))).toBe(false);
    expect(seen.filter(({ ID }) => ID === String(member)).length).toBeGreaterThan(4);
    expect(await errorOf(await ask(`?Member=${stranger}`, officer))).toBe('404 not_found');
    expect(await errorOf(await ask('?Member=999', officer))).toBe('404 not_found');
    expect((await ask(`?Member=${member}`, officer)).status).toBe(200);
  });

  it('no longer shows an officer a member who moves to another chapter', async () => {
    await put(member, { chapterId: 2 });
    expect((await listAll(officer)).some(({ ID }) => ID === String(member))).toBe(false);
  });

  it('shows a reader no contact details, reasons, accounts or roles', async () => {
    const text = await (await ask('?Limit=200', reader)).text();
    expect(text).not.toMatch(/0400|secret-reason|example\.org|some-client|"role"|account/);
    const seen = await listAll(reader);
    const values = seen.flatMap(({ Values }) => Values.map(({ Field }) => Field));
    expect(values).toContain('ExpiryDate');
    const isPhone = ({ Kind, Operation }: OfficeChange) => Kind === 'person' && Operation === 'updated';
    expect([(await listAll()).some(isPhone), seen.some(isPhone)]).toEqual([true, false]);
    const before = (await listAll(reader)).length;
    await put(stranger, { chapterId: 2, typeId: 3 }, { lastName: 'Stranger', phone: '1' });
    expect((await listAll(reader)).length).toBe(before);
  });

  it('shows a secretary no roles or clients', async () => {
    const kinds = new Set((await listAll(secretary)).map(({ Kind }) => Kind));
    expect(kinds.has('role') || kinds.has('client')).toBe(false);
    expect(kinds.has('account') && kinds.has('organisation')).toBe(true);
    expect((await listAll()).some(({ Kind }) => Kind === 'role')).toBe(true);
  });

  it('first says what an undo would do, then undoes it as a new change by the person', async () => {
    const [last] = await listAll();
    const trial = await undo({ Position: last?.Position }, secretary, { 'Validate-Only': 'true' });
    expect(undoResultSchema.parse(await trial.json())).toEqual({
      Rows: 1,
      SharedNumbers: [],
      Undone: 1,
      ConflictCount: 0,
      Conflicts: [],
    });
    expect((await listAll())[0]).toEqual(last);
    office.time.now = new Date(office.time.now.getTime() + 60_000);
    const done = await undo({ Position: last?.Position }, secretary, { 'Change-Reason': 'wrong year' });
    expect(await done.json()).toMatchObject({ Rows: 1, Undone: 1 });
    expect((await listAll())[0]).toMatchObject({
      By: { Kind: 'person', ID: '2' },
      Reason: 'wrong year',
      Values: [{ Field: 'ExpiryDate', Before: '2032-01-31', After: '2031-01-31' }],
    });
  });

  it('names the fields that have changed since, and restores them only with Force', async () => {
    const [, earlier] = (await listAll(owner, `&Member=${member}`)).filter(
      ({ Kind }) => Kind === 'membership',
    );
    expect(earlier?.Values).toMatchObject([{ Field: 'ExpiryDate' }]);
    const body = { Position: earlier?.Position };
    const conflict = {
      SharedNumbers: [],
      ConflictCount: 1,
      Conflicts: [
        {
          Kind: 'membership',
          ID: '6',
          Name: 'Name6 Test',
          Field: 'ExpiryDate',
          Reason: 'it has changed since',
        },
      ],
    };
    const trial = await undo(body, owner, { 'Validate-Only': 'true' });
    expect([trial.status, await trial.json()]).toEqual([200, { Rows: 1, Undone: 0, ...conflict }]);
    const refused = await undo(body);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ error: 'conflict', ...conflict });
    expect((await listAll())[0]?.Values).toMatchObject([{ After: '2032-01-31' }]);
    office.time.now = new Date(office.time.now.getTime() + 60_000);
    expect((await undo({ ...body, Force: true })).status).toBe(200);
    expect((await listAll())[0]?.Values).toMatchObject([{ Before: '2032-01-31' }]);
  });

  it('finds authors without a membership by name; an officer finds only people who work in the office', async () => {
    await put(30, { chapterId: 1 }, { firstName: 'Zoë', lastName: 'van der Berg' });
    await put(31, { chapterId: 2 }, { firstName: 'Zora', lastName: 'Stays' });
    await office.write(async (writer) => {
      for (const id of [secretary, 30]) await writer.memberships.remove([id]);
    });
    const authors = async (name: string, personId: number = owner) => {
      const response = await ask(`/authors?Name=${encodeURIComponent(name)}`, personId);
      return journalAuthorsSchema.parse(await response.json()).Authors.map(({ Name }) => Name);
    };
    for (const name of ['zoe', 'Zoë van', 'berg', 'BERG zo', 'van der berg'])
      expect([name, await authors(name)]).toEqual([name, name === 'berg' ? [] : ['Zoë van der Berg']]);
    // The search for authors does not find members, because the search for members finds them.
    for (const name of ['zor', 'stays', 'zoe stays', '', '-'])
      expect([name, await authors(name)]).toEqual([name, []]);
    expect(await authors('name2 test')).toEqual(['Name2 Test']);
    expect(await authors('name2', reader)).toEqual(['Name2 Test']);
    expect(await authors('zoe', officer)).toEqual([]);
    expect(await authors('name2', officer)).toEqual(['Name2 Test']);
    // An officer also finds an owner who belongs to another chapter.
    await put(owner, { chapterId: 2 }, { email: 'person-1@example.org' });
    expect(await authors('name1', officer)).toEqual(['Name1 Test']);
    expect(await authors('stranger', officer)).toEqual([]);
    const found = journalAuthorsSchema.parse(await (await ask('/authors?Name=name2')).json()).Authors;
    expect((await list(`?Person=${found[0]?.PersonID}`)).Changes.length).toBeGreaterThan(2);
    for (const query of [`/authors?Name=${'a'.repeat(201)}`, '/authors?Nmae=a', '/authors?Name=%00'])
      expect(await errorOf(await ask(query))).toBe('400 invalid_request');
    // Any word of the name finds a person who had a role.
    await office.write((writer) => writer.roles.put({ id: 30, role: 'reader', chapterIds: [] }));
    await office.write((writer) => writer.roles.put({ id: 30, role: null, chapterIds: [] }));
    expect(await authors('berg')).toEqual(['Zoë van der Berg']);
  });

  it('lets only an owner undo changes of roles and settings', async () => {
    office.time.now = new Date(office.time.now.getTime() + 60_000);
    await office.write((writer) => writer.roles.put({ id: member, role: 'owner', chapterIds: [] }));
    const [last] = await listAll();
    expect(last).toMatchObject({ Kind: 'role', CannotUndo: null });
    for (const Force of [false, true]) {
      const refused = await undo({ Position: last?.Position, Force }, secretary);
      expect(refused.status).toBe(409);
      expect(await refused.text()).toContain('only an owner may undo it');
    }
    expect((await listAll())[0]).toEqual(last);
    expect((await undo({ Position: last?.Position })).status).toBe(200);
  });

  it('undoes nothing for somebody whose role ends during the request', async () => {
    const [last] = await listAll();
    const by = await token(secretary);
    const body = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          await office.write((writer) => writer.roles.put({ id: secretary, role: 'reader', chapterIds: [] }));
          controller.enqueue(new TextEncoder().encode(JSON.stringify({ Position: last?.Position })));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const init = {
      method: 'POST',
      headers: { Authorization: `Bearer ${by}`, 'Content-Type': 'application/json' },
      body,
      // Node requires `duplex` for a stream, but the types of fetch do not have it.
      duplex: 'half',
    };
    const refused = await office.app.request(
      `https://members.example/api/v2/organisation/${organisationId}/office/journal/undo`,
      init,
    );
    expect(await errorOf(refused)).toBe('403 insufficient_role');
    expect((await listAll(owner, `&Member=${member}`))[0]).toEqual(last);
  });

  it.each([
    [{}, '400 invalid_request'],
    [{ Position: '1', Run: '2' }, '400 invalid_request'],
    [{ Position: 'x' }, '400 invalid_request'],
    [{ Positions: [] }, '400 invalid_request'],
    [{ Position: '1700000000000' }, '404 not_found'],
    [{ Run: '99' }, '404 not_found'],
  ])('refuses to undo %j', async (body, error) => {
    expect(await errorOf(await undo(body))).toBe(error);
  });

  it.each([
    ['', [], 'journal_pkey'],
    ['?Person=2', ["actor_kind = 'person'", '"actor" ='], 'journal_author'],
    ['?RunsOnce=true', ['\\("journal"."run_id" is null or not exists .*'], 'journal_pkey'],
    ['?Run=2', ['"run_id" ='], 'journal_run'],
    ['?Member=6', ['"kind" =', '"record_id" ='], 'journal_record'],
    [
      '?From=2026-06-01&Until=2026-06-02',
      ['"position" >=', '"at" >=', '"at" <', '"position" <'],
      'journal_pkey',
    ],
  ])('reads the list%s by an index', async (query, conditions, index) => {
    if (store().engine === 'postgres') {
      const rows = Array.from({ length: 4000 }, (_, index) => ({
        organisation_id: organisationId,
        position: start - 5_000_000 + index,
        at: start - 5_000_000 + index,
        actor_kind: 'person' as const,
        actor: String(1000 + index),
        run_id: 100 + index,
        reason: null,
        kind: 'membership' as const,
        record_id: 1000 + index,
        operation: 'created' as const,
        changes: null,
      }));
      for (let at = 0; at < rows.length; at += 1000)
        await store()
          .members.insertInto('journal')
          .values(rows.slice(at, at + 1000))
          .execute();
      await store().members.executeQuery(CompiledQuery.raw('analyze journal'));
    }
    await ask(query);
    const where = ['"organisation_id" =', ...conditions].join('( \\S+)? and ');
    const statement = new RegExp(`^select \\* from "journal" where ${where} \\S+ order by .* desc limit`);
    const own = executedStatements(store().engine).filter(({ sql }) => statement.test(sql));
    expect(own.length).toBeGreaterThan(0);
    const isSqlite = store().engine === 'sqlite';
    for (const { sql, parameters } of own) {
      const { rows } = await store().members.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`${isSqlite ? 'explain query plan' : 'explain'} ${sql}`, [...parameters]),
      );
      const plan = rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n');
      expect(plan).toContain(isSqlite ? index.replace('journal_pkey', 'sqlite_autoindex_journal_1') : index);
      expect(plan).not.toMatch(/Seq Scan|SCAN journal/);
    }
  });
});
