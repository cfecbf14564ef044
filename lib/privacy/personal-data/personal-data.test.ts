import { beforeAll, describe, expect, it } from 'vitest';
import { sql, type Kysely } from 'kysely';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import type { Store } from '@/lib/store/database';
import { Journal, readJournalPosition, byCommand } from '@/lib/store/journal';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { inWriteTransaction } from '@/lib/store/write-transaction';
import {
  addPersonWithEverything,
  earlierAdminAnswer,
  employer,
  adminAnswer,
  firm,
  former,
  merged,
  now,
  other,
  othersOwn,
  own,
  self,
} from './person-with-everything.fixture';
import type { PersonalData, Reader } from './personal-data';
import { toPersonalDataPage } from './personal-data-page';
import { readPersonalData } from './read-personal-data';
import { exported } from '@/lib/store/stored-table';
import { authColumns, membersColumns } from './stored-columns';

const organisationId = 61;
const at = new Date(now + 10_000_000);

describeUsualEngines('the export of a person', (store) => {
  const read = (personId: number, reader: Reader = 'office') =>
    readPersonalData(store(), { organisationId, personId, reader, now: at });
  const require = async (personId: number, reader?: Reader): Promise<PersonalData> => {
    const data = await read(personId, reader);
    if (data === null) throw new Error('the person is known');
    return data;
  };

  beforeAll(() => addPersonWithEverything(store(), organisationId));

  it('has a decision for every table and column of both databases', async () => {
    const tables = new Map<string, string[]>();
    const databases: readonly Kysely<unknown>[] = [
      store().members as Kysely<unknown>,
      store().auth as Kysely<unknown>,
    ];
    for (const db of databases) {
      for (const { name, columns } of await db.introspection.getTables()) {
        tables.set(name, columns.map((column) => column.name).sort());
      }
    }
    tables.delete('members_migration');
    tables.delete('auth_migration');
    const decided = Object.entries({ ...membersColumns, ...authColumns });
    expect([...tables.keys()].sort()).toEqual(decided.map(([table]) => table).sort());
    for (const [table, columns] of decided) {
      if (isReason(columns)) expect(columns.reason).toMatch(/\.$/);
      else {
        // The export names the organisation and the person once.
        const all = tables.get(table)?.filter((one) => one !== 'organisation_id' && one !== 'person_id');
        const own = Object.keys(columns).filter((one) => one !== 'person_id');
        expect([table, own.sort()]).toEqual([table, all]);
      }
    }
  });

  it('has every value of the person in every exported column', async () => {
    const values = leavesOf(await require(self));
    const seen = new Set<string>();
    for (const [table, rows] of await readOwnRows(store())) {
      const decisions: object = Reflect.get({ ...membersColumns, ...authColumns }, table);
      expect([table, rows.length > 0]).toEqual([table, true]);
      for (const [column, decision] of Object.entries(decisions)) {
        if (decision !== exported) continue;
        for (const row of rows) {
          const value: unknown = Reflect.get(row, column);
          if (value === null || value === '') continue;
          seen.add(`${table}.${column}`);
          const forms = formsOf(column, value);
          const isIn = forms.every((one) => one.some((form) => values.has(form)));
          expect([table, column, value, isIn]).toEqual([table, column, value, true]);
        }
      }
    }
    const expected = Object.entries({ ...membersColumns, ...authColumns }).flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, decision]) =>
        decision === exported ? [`${table}.${column}`] : [],
      ),
    );
    expect([...seen].sort()).toEqual(expected.sort());
  });

  it.each(['office', 'person'] as const)(
    'for the %s has no hash and nothing of anybody else',
    async (reader) => {
      const data = await require(self, reader);
      for (const text of [JSON.stringify(data), toPersonalDataPage(data)]) {
        expect(text).not.toMatch(/hash-(?!256)/);
        expect(text).not.toMatch(/-sub\b|firm-before/);
        const withoutAuthor =
          reader === 'office'
            ? text
                .replaceAll('First-other', '')
                .replace(/(&lt;|<)b(&gt;|>)Last(&lt;|<)\/b(&gt;|>)-other/g, '')
            : text;
        expect(withoutAuthor).not.toMatch(/-other\b/);
      }
      expect(JSON.stringify(data)).not.toContain(String(othersOwn));
      expect(data.Withheld.map(({ What }) => What)).toEqual(
        expect.arrayContaining([
          'The hash of the password',
          'The hashes of sessions, tokens, codes and links',
          "The other members of the person's company",
        ]),
      );
    },
  );

  it('names the sources of values: the import and its file, the site, the person, and who made each change', async () => {
    const { Person, Memberships, Imports } = await require(self);
    expect(Imports).toMatchObject([
      { ID: '1', Source: 'members-2026.csv', FileSHA256: 'f'.repeat(64), IsMerge: false, IsBulk: false },
      { ID: '2', Source: `person ${merged} into person ${self}`, IsMerge: true, IsBulk: false },
    ]);
    const imported = { Kind: 'import', ID: '1', Name: 'members-2026.csv' };
    expect(Person.Sources).toMatchObject([
      { Fields: ['Phone'], By: { Kind: 'self', ID: String(self) } },
      { Fields: null, By: imported },
    ]);
    const [ownPart] = Memberships;
    expect(ownPart?.Sources).toMatchObject([
      {
        Fields: expect.arrayContaining(['MembershipNumber']),
        By: { Kind: 'client', ID: `client-self-${organisationId}`, Name: 'Connected Site' },
      },
      { Fields: null, By: imported },
    ]);
  });

  it('has the exact points of locations, and separately what the public sees', async () => {
    const [membership] = (await require(self)).Memberships;
    const exact = { Lat: '-38.149918', Lng: '144.361719' };
    expect(membership?.Membership).toMatchObject({ Locations: [{ Geolocation: exact }] });
    expect(membership?.Public).toMatchObject({
      InDirectory: true,
      Show: ['FirstName', 'LastName', 'Locations'],
      Locations: [{ Name: 'place-name-self', Address: '' }],
    });
    expect(membership?.Public.Locations).not.toMatchObject([{ Geolocation: exact }]);
    expect(JSON.stringify(membership?.Public)).not.toContain('place-street');
  });

  it('has a membership’s history only from the time when the person held it', async () => {
    const { History, Memberships } = await require(self);
    const ofFirm = History.filter(({ Record }) => Record.Kind === 'membership' && Record.ID === String(firm));
    expect(ofFirm.map(({ Operation, Changes }) => [Operation, Changes])).toEqual([
      ['updated', { 'User.ID': ['(another person)', String(self)] }],
      ['updated', { MembershipNumber: ['firm-of-somebody', 'firm-of-self'] }],
    ]);
    expect(Memberships.map((one) => [Reflect.get(one.Membership, 'ID'), one.SubMembers])).toEqual([
      [String(own), 0],
      [String(firm), 1],
    ]);
    const ofFormer = History.filter(({ Record }) => Record.ID === String(former));
    expect(ofFormer.map(({ Operation }) => Operation)).toEqual(['created', 'removed']);
    expect((await require(other)).History.map(({ Changes }) => Changes)).toContainEqual({
      'User.ID': [String(other), '(another person)'],
    });
  });

  it('has only the person’s own values of a change that gave a membership to another person', async () => {
    const id = 62;
    const write = {
      organisationId: id,
      clock: () => new Date(now),
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    const location = (name: string) => sampleLocation({ id: name === 'first-place' ? 1 : 2, name });
    const put = (person: number, name: string) =>
      withMembersWriter(store(), write, async (writer) => {
        await writer.memberships.put(
          sampleMember(
            1,
            { membershipNumber: `number-of-${name}`, locations: [location(`${name}-place`)] },
            { id: person },
          ),
        );
      });
    await withMembersWriter(store(), write, (writer) => putSampleStructure(writer, { id }));
    await put(1, 'first');
    await put(2, 'second');
    await withMembersWriter(store(), write, (writer) => writer.memberships.remove([1]));
    const of = async (personId: number) =>
      JSON.stringify(
        await readPersonalData(store(), { organisationId: id, personId, reader: 'person', now: at }),
      );
    for (const [personId, ownName, others] of [
      [1, 'first', 'second'],
      [2, 'second', 'first'],
    ] as const) {
      const text = await of(personId);
      expect(text).toContain(`number-of-${ownName}`);
      expect(text).toContain(`${ownName}-place`);
      expect(text).not.toContain(`number-of-${others}`);
      expect(text).not.toContain(`${others}-place`);
    }
  });

  it('lists what the person did to other records, without the values of those records', async () => {
    const { ChangesMade } = await require(self);
    expect(ChangesMade.map(({ Record, Operation }) => [Record.Kind, Operation])).toEqual([
      ['person', 'created'],
      ['membership', 'created'],
    ]);
    expect(Object.keys(ChangesMade[0] ?? {}).sort()).toEqual(
      ['At', 'ImportID', 'Operation', 'Position', 'Record'].sort(),
    );
  });

  it('does not show the person what only the office sees', async () => {
    const office = JSON.stringify(await require(self));
    const data = await require(self, 'person');
    const person = JSON.stringify(data);
    for (const text of [
      adminAnswer,
      earlierAdminAnswer,
      'office-only reason',
      'account-reason-self',
      'member set',
    ]) {
      expect([text, office.includes(text), person.includes(text)]).toEqual([text, true, false]);
    }
    expect(person).toContain('addon-answer-self');
    expect(new Set(data.History.map(({ By }) => By.Kind))).toEqual(
      new Set(['import', 'client', 'self', 'office']),
    );
    expect(data.Withheld.map(({ What }) => What)).toContain('Answers that only the office sees');
  });

  it('for the ID of a merged record is the export of the surviving record', async () => {
    const data = await require(merged);
    expect(data).toEqual(await require(self));
    expect(data.Person).toMatchObject({ ID: String(self), MergedIDs: [String(merged)] });
  });

  it('is null for an ID that nobody ever had', async () => {
    expect(await read(12_345)).toBeNull();
    expect(
      await readPersonalData(store(), { organisationId: 9, personId: self, reader: 'office', now: at }),
    ).toBeNull();
  });

  it('escapes every value on the page, and the page loads nothing', async () => {
    const page = toPersonalDataPage(await require(self));
    expect(page).toContain('&lt;b&gt;Last&lt;/b&gt;-self');
    expect(page).toContain('Firm &amp; Sons-self');
    expect(page).not.toMatch(/<b>|<script|<img|<link|<iframe|url\(|@import|\ssrc=|\shref=|\son\w+=/i);
    expect(page).toContain("default-src 'none'");
    for (const leaf of [
      'email-self@members.example',
      'place-street-self',
      'members-2026.csv',
      'Connected Site',
    ]) {
      expect(page).toContain(leaf);
    }
  });

  it('has nothing of another organisation whose records have the same IDs', async () => {
    const before = { office: await require(self), person: await require(self, 'person') };
    await addPersonWithEverything(store(), organisationId + 1);
    expect({ office: await require(self), person: await require(self, 'person') }).toEqual(before);
  });

  it('does not show when somebody with the same address has signed in', async () => {
    const setAddress = (personId: number, email: string) =>
      withMembersWriter(
        store(),
        { organisationId, clock: () => at, areaCentre: noAreaCentre, cause: testCause },
        async (writer) => {
          const person = await writer.persons.find(personId);
          if (person !== null) await writer.persons.put({ ...person, email });
          return person?.email ?? '';
        },
      );
    const setCandidates = (candidates: readonly number[]) =>
      store()
        .auth.updateTable('authorize_request')
        .set({ candidates: JSON.stringify(candidates) })
        .where('organisation_id', '=', organisationId)
        .where('source', '=', 'source-self')
        .execute();
    const withEmails = () =>
      readPersonalData(store(), {
        organisationId,
        personId: self,
        reader: 'person',
        now: at,
        findEmails: async (email) => [{ At: at.toISOString(), Subject: `Mail to ${email}` }],
      });
    const alone = await withEmails();
    expect([alone?.Account.EmailedCodes, alone?.Account.PendingSignIns, alone?.Emails]).toMatchObject([
      [{ Attempts: 3141 }],
      [{ Source: 'source-self' }],
      [{ Subject: 'Mail to email-self@members.example' }],
    ]);
    const before = await setAddress(other, 'EMAIL-self@members.example');
    await setCandidates([self, other]);
    const shared = await withEmails();
    const { EmailedCodes, PendingSignIns } = shared?.Account ?? {};
    expect([EmailedCodes, PendingSignIns, shared?.Emails]).toEqual([[], [], []]);
    expect(shared?.Account.Sessions).toEqual(alone?.Account.Sessions);
    expect(shared?.Withheld.map(({ Reason }) => Reason)).toContainEqual(
      expect.stringContaining('same email'),
    );
    expect(alone?.Withheld.map(({ Reason }) => Reason).join()).not.toContain('same email');
    await setAddress(other, before);
    await setCandidates([self]);
  });

  describe('the export of a removed person', () => {
    const write = (work: Parameters<typeof withMembersWriter<unknown>>[2]) =>
      withMembersWriter(
        store(),
        { organisationId, clock: () => at, areaCentre: noAreaCentre, cause: byCommand('test') },
        work,
      );

    it('has the data in the journal, and after an erasure only its date', async () => {
      await write(async (writer) => {
        await writer.memberships.remove([othersOwn, own, employer]);
        await writer.persons.remove([other]);
      });
      const removed = await require(other);
      expect(removed.Person).toMatchObject({ State: 'removed', User: null });
      expect(JSON.stringify(removed.History)).toContain('phone-other');
      await inWriteTransaction(store(), organisationId, async (db) => {
        const position = await readJournalPosition(db, organisationId);
        const journal = new Journal(db, {
          organisationId,
          now: at.getTime(),
          cause: byCommand('test'),
          position,
        });
        await journal.add([{ kind: 'person', recordId: other, operation: 'erased', changes: null }]);
        await journal.finish();
      });
      const erased = await require(other);
      expect(erased.Person).toMatchObject({ State: 'erased', ErasedAt: at.toISOString(), User: null });
      const page = toPersonalDataPage(erased);
      expect(page).toContain(`This person was erased on ${at.toISOString()}.`);
      expect(page).not.toContain('<h2>');
    });
  });
});

function isReason(value: object): value is { reason: string } {
  return typeof Reflect.get(value, 'reason') === 'string';
}

/** Rows of the exported tables that belong to the person. */
async function readOwnRows({ members, auth }: Store): Promise<[string, object[]][]> {
  const memberIds = [own, firm];
  const where: Record<string, ReturnType<typeof sql>> = {
    person: sql`id = ${self}`,
    committee_seat: sql`person_id = ${self}`,
    note: sql`person_id = ${self}`,
    membership: sql`person_id = ${self}`,
    membership_category: sql`membership_id in (${sql.join(memberIds)})`,
    membership_addon: sql`membership_id in (${sql.join(memberIds)})`,
    answer: sql`membership_id in (${sql.join(memberIds)})`,
    location: sql`membership_id in (${sql.join(memberIds)})`,
    member_picture: sql`membership_id in (${sql.join(memberIds)})`,
    journal: sql`(kind in ('person', 'committee', 'role', 'note', 'alias') and record_id in (${self}, ${merged}))
      or (kind = 'membership' and record_id = ${own})`,
    import_run: sql`id in (1, 2)`,
    external_id: sql`id in (${self}, ${own})`,
    person_alias: sql`person_id = ${self}`,
    card_generation: sql`membership_id = ${String(own)}`,
    mail_code: sql`email_key = 'email-self@members.example'`,
    authorize_request: sql`candidates = ${`[${self}]`}`,
  };
  const rows: [string, object[]][] = [];
  for (const [db, decisions] of [
    [members, membersColumns],
    [auth, authColumns],
  ] as const) {
    for (const [table, columns] of Object.entries(decisions)) {
      if (isReason(columns)) continue;
      const condition = Reflect.get(where, table) ?? sql`person_id = ${self}`;
      const result = await sql<object>`select * from ${sql.table(table)}
        where organisation_id = ${organisationId} and (${condition})`.execute(db as Kysely<unknown>);
      rows.push([table, result.rows]);
    }
  }
  return rows;
}

/**
 * Returns a list of forms for each part of a column's value. The export must contain the part in one of these forms.
 */
function formsOf(column: string, value: unknown): unknown[][] {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return [simpleForms(value)];
  // For the journal's `changes`, the export must also contain the names of JSON fields.
  return [...leavesOf(JSON.parse(value), { hasNames: column === 'changes' })].map(simpleForms);
}

function simpleForms(value: unknown): unknown[] {
  if (value === 'person') return ['self', 'person'];
  if (typeof value !== 'number') return [value, String(value)];
  const instant = value > 1e12 ? [new Date(value).toISOString()] : [];
  const flag = value === 0 ? [false] : value === 1 ? [true] : [];
  return [value, String(value), (value / 1000).toFixed(3), ...instant, ...flag];
}

/** All values in a document, and the names of its fields. */
function leavesOf(value: unknown, { hasNames } = { hasNames: true }): Set<unknown> {
  if (typeof value !== 'object' || value === null) return new Set([value]);
  const names = hasNames && !Array.isArray(value) ? Object.keys(value) : [];
  return new Set([...names, ...Object.values(value).flatMap((one) => [...leavesOf(one, { hasNames })])]);
}
