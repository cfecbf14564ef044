import { beforeEach, expect, it } from 'vitest';
import type { Store } from './database';
import { readMemberRecords } from './member-records';
import type { MembersWriter } from './members-writer';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  samplePerson,
  sampleMembership,
  testCause,
} from './sample-members.fixture';
import { describeEachEngine } from './stores.fixture';
import { withMembersWriter } from './write';

let time = 1_000_000;

async function clear(store: Store): Promise<void> {
  for (const table of [
    'organisation',
    'membership_type',
    'membership_type_extra',
    'category',
    'chapter',
    'addon',
    'extra',
  ] as const) {
    await store.members.deleteFrom(table).execute();
  }
  for (const table of [
    'person',
    'membership',
    'membership_document',
    'membership_category',
    'membership_addon',
  ] as const) {
    await store.members.deleteFrom(table).execute();
  }
  for (const table of ['answer', 'location', 'committee_seat', 'last_id'] as const) {
    await store.members.deleteFrom(table).execute();
  }
}

describeEachEngine('writing members', (store) => {
  const write = <T>(work: (writer: MembersWriter) => Promise<T>) => {
    time += 1000;
    return withMembersWriter(
      store(),
      { organisationId: 1, clock: () => new Date(time), areaCentre: noAreaCentre, cause: testCause },
      work,
    );
  };
  const version = async () =>
    (await store().members.selectFrom('organisation').select('version').executeTakeFirstOrThrow()).version;
  const membership = async (id: number) =>
    store().members.selectFrom('membership').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const document = async (id: number) =>
    store()
      .members.selectFrom('membership_document')
      .selectAll()
      .where('membership_id', '=', id)
      .executeTakeFirstOrThrow();

  beforeEach(async () => {
    await clear(store());
    await write((writer) => putSampleStructure(writer));
  });

  const full = () =>
    sampleMember(1, {
      categoryIds: [2, 1],
      addons: [
        { addonId: 2, quantity: 1, expiryDate: '2027-01-31', answers: [{ extraId: 12, answer: 'English' }] },
      ],
      answers: [
        { extraId: 11, answer: 'Yes' },
        { extraId: 13, answer: 'never show this' },
      ],
      locations: [sampleLocation({ precision: 'suburb' })],
      show: ['Email', 'Locations'],
    });

  it('returns what was written', async () => {
    const record = full();
    expect(await write((writer) => writer.memberships.put(record))).toBe('created');
    const expected = { ...record, membership: { ...record.membership, categoryIds: [1, 2] } };
    expect(await readMemberRecords(store().members, 1, [1])).toEqual([expected]);
  });

  it('writes nothing if nothing changed, and otherwise raises the version once', async () => {
    await write((writer) => writer.memberships.put(full()));
    const before = { version: await version(), row: await membership(1) };
    const again = await write(async (writer) => {
      await putSampleStructure(writer);
      return writer.memberships.put(full());
    });
    expect(again).toBe('unchanged');
    expect({ version: await version(), row: await membership(1) }).toEqual(before);
    const changed = await write(async (writer) => {
      await writer.memberships.put(sampleMember(2));
      return writer.memberships.put(sampleMember(1, { membershipNumber: 'other' }));
    });
    expect(changed).toBe('updated');
    expect(await version()).toBe(time);
    expect((await membership(1)).modified_at).toBe(time);
  });

  it('stores nothing of a batch that is being written when the work fails', async () => {
    const many = Array.from({ length: 200 }, (_, at) =>
      sampleMember(100 + at, {}, samplePerson({ id: 100 + at, email: `m${at}@example.org` })),
    );
    const failed = write(async (writer) => {
      for (const member of many) await writer.memberships.put(member);
      throw new Error('stopped');
    });
    await expect(failed).rejects.toThrow('stopped');
    // These selects run after all statements of the failed batch that still waited for the connection.
    for (const table of ['person', 'membership', 'membership_document', 'location'] as const)
      expect(await store().members.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  it('rolls everything back if the work fails', async () => {
    const before = await version();
    const failing = write(async (writer) => {
      await writer.memberships.put(sampleMember(1));
      throw new Error('the file ends in the middle');
    });
    await expect(failing).rejects.toThrow('the file ends');
    expect(await version()).toBe(before);
    expect(await readMemberRecords(store().members, 1, [1])).toEqual([]);
  });

  it('excludes answers to admin-only extras from the document for other clients', async () => {
    await write((writer) => writer.memberships.put(full()));
    const { body, admin_body } = await document(1);
    expect(body).not.toContain('never show this');
    expect(admin_body).toContain('never show this');
    expect(JSON.parse(`{${body.slice(1)}}`).MembershipType.Extras).toEqual([
      { ID: '11', Question: 'Do you take new patients?', Answer: 'Yes' },
    ]);
  });

  it('gives a sub-membership its parent’s expiry date and debts, in whatever order the two are written', async () => {
    const sub = sampleMember(7, {
      parentId: 9,
      expiryDate: '2020-01-01',
      amountOutstandingThousandths: 5000,
    });
    await write(async (writer) => {
      await writer.memberships.put(sub);
      await writer.memberships.put(
        sampleMember(9, { kind: 'corporate', typeId: 2, expiryDate: '2031-01-01' }),
      );
    });
    expect(await membership(7)).toMatchObject({ expiry_date: '2031-01-01', is_owing: 0 });
    expect((await document(7)).payment).toContain('"InvoiceURL":null,"PaymentURL":null');
    await write((writer) =>
      writer.memberships.put(
        sampleMember(9, {
          kind: 'corporate',
          typeId: 2,
          expiryDate: '2032-01-01',
          amountOutstandingThousandths: 1,
        }),
      ),
    );
    expect(await membership(7)).toMatchObject({ expiry_date: '2032-01-01', is_owing: 1, modified_at: time });
    expect(await write((writer) => writer.memberships.put(sub))).toBe('unchanged');
  });

  it('refuses a sub-membership whose parent is never written', async () => {
    await expect(write((writer) => writer.memberships.put(sampleMember(7, { parentId: 9 })))).rejects.toThrow(
      'does not exist',
    );
  });

  it('refuses a type that the organisation does not have', async () => {
    await expect(write((writer) => writer.memberships.put(sampleMember(1, { typeId: 99 })))).rejects.toThrow(
      'the type 99',
    );
  });

  it('rewrites the members that embed a changed type, chapter, addon or extra', async () => {
    await write((writer) => writer.memberships.put(full()));
    await write((writer) => writer.memberships.put(sampleMember(2, { typeId: 2, chapterId: null })));
    const untouched = (await membership(2)).modified_at;
    const changes: [string, (writer: MembersWriter) => Promise<void>][] = [
      [
        'Renamed type',
        async (writer) => writer.structure.putMembershipTypes([{ ...type(writer), name: 'Renamed type' }]),
      ],
      ['Renamed chapter', (writer) => writer.structure.putChapters([{ id: 1, name: 'Renamed chapter' }])],
      [
        'Renamed addon',
        async (writer) => writer.structure.putAddons([{ ...addon(writer), name: 'Renamed addon' }]),
      ],
      [
        'Renamed question',
        async (writer) => writer.structure.putExtras([{ ...extra(writer), question: 'Renamed question' }]),
      ],
    ];
    for (const [name, change] of changes) {
      await write(change);
      expect((await document(1)).body).toContain(name);
      expect((await membership(1)).modified_at).toBe(time);
    }
    expect((await membership(2)).modified_at).toBe(untouched);
  });

  it('rewrites every membership of a person when the person changes', async () => {
    await write(async (writer) => {
      await writer.memberships.put({ person: samplePerson(), membership: sampleMembership() });
      const firm = sampleMembership({ id: 2, kind: 'corporate', typeId: 2, membershipNumber: 'F' });
      await writer.memberships.put({ person: samplePerson(), membership: firm });
    });
    await write((writer) =>
      writer.memberships.put({ person: samplePerson({ phone: '1234' }), membership: sampleMembership() }),
    );
    expect((await document(2)).user_object).toContain('"Phone":"1234"');
    expect((await membership(2)).modified_at).toBe(time);
  });

  it('shows one fixed point for a whole area, and does not change modified_at for a move inside it', async () => {
    const at = (latitude: number, longitude: number) =>
      sampleMember(1, { locations: [sampleLocation({ latitude, longitude, precision: 'suburb' })] });
    await write((writer) => writer.memberships.put(at(-38.1499, 144.3617)));
    const point = () =>
      store().members.selectFrom('location').select(['latitude', 'longitude', 'document_head']).execute();
    const before = { row: await membership(1), point: await point() };
    expect(before.point[0]).toMatchObject({ latitude: -38.15, longitude: 144.35 });
    expect(before.point[0]?.document_head).not.toContain('Ryrie');
    expect(await write((writer) => writer.memberships.put(at(-38.1001, 144.3001)))).toBe('updated');
    expect(await point()).toEqual(before.point);
    expect((await membership(1)).modified_at).toBe(before.row.modified_at);
    const [stored] = await readMemberRecords(store().members, 1, [1]);
    expect(stored?.membership.locations[0]).toMatchObject({ latitude: -38.1001, address: '5 Ryrie Street' });
  });

  it('finds people and memberships by what an import knows, including those just written', async () => {
    await write((writer) => writer.memberships.put(sampleMember(3)));
    await write(async (writer) => {
      expect(await writer.index.findMemberships(' M-3 ')).toEqual([3]);
      expect(await writer.index.findPersons('MEMBER3@members.example', 'zoe', 'lukasiewicz')).toEqual([3]);
      await writer.memberships.put(sampleMember(await writer.nextId('membership')));
      expect(await writer.index.findMemberships('M-4')).toEqual([4]);
      expect(await writer.index.findIndividualMembership(4)).toBe(4);
      expect(await writer.memberships.find(4)).toEqual(sampleMember(4));
      expect(await writer.index.findMemberships('M-5')).toEqual([]);
    });
  });

  it('removes a membership, keeps its sub-memberships and never reuses its ID', async () => {
    await write(async (writer) => {
      await writer.memberships.put(
        sampleMember(9, { kind: 'corporate', typeId: 2, locations: [sampleLocation({ id: 5 })] }),
      );
      await writer.memberships.put(sampleMember(7, { parentId: 9 }));
    });
    expect(await write((writer) => writer.memberships.remove([9]))).toBe(1);
    expect(await write((writer) => writer.memberships.remove([9]))).toBe(0);
    expect(await membership(7)).toMatchObject({ parent_id: null });
    expect(await store().members.selectFrom('location').select('id').execute()).toEqual([]);
    expect(await write((writer) => writer.nextId('membership'))).toBe(10);
    expect(await write((writer) => writer.nextId('location'))).toBe(6);
  });

  it('replaces the current committee seats', async () => {
    const seats = [{ chapterId: 1, startsOn: null, endsOn: '2030-01-01' }];
    await write((writer) => writer.committees.put(1, seats));
    const before = await version();
    await write((writer) => writer.committees.put(1, seats));
    expect(await version()).toBe(before);
    await write((writer) => writer.committees.put(1, []));
    expect(await store().members.selectFrom('committee_seat').selectAll().execute()).toEqual([]);
  });

  it('refuses a second individual membership of a person and writes nothing', async () => {
    await write(async (writer) => {
      await putSampleStructure(writer);
      await writer.memberships.put(sampleMember(1));
    });
    const second = { ...sampleMember(2), person: samplePerson({ id: 1 }) };
    await expect(write((writer) => writer.memberships.put(second))).rejects.toThrow(
      'person 1 would have individual memberships 1 and 2',
    );
    expect(await write((writer) => writer.membershipIds())).toEqual([1]);
    const firm = {
      person: second.person,
      membership: sampleMembership({ id: 2, membershipNumber: 'M-2', kind: 'corporate' }),
    };
    expect(await write((writer) => writer.memberships.put(firm))).toBe('created');
  });

  function type(writer: MembersWriter) {
    return found(writer.structure.current?.types.get(1));
  }
  function addon(writer: MembersWriter) {
    return found(writer.structure.current?.addons.get(2));
  }
  function extra(writer: MembersWriter) {
    return found(writer.structure.current?.extras.get(11));
  }
});

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the sample structure has it');
  return value;
}
