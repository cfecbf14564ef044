import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { readJournal, type JournalRow } from './journal-read';
import { fromFlat, toFlat } from './record-kinds';
import type { MembersWriter } from './members-writer';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  samplePerson,
  testCause,
} from './sample-members.fixture';
import { describeEachEngine } from './stores.fixture';
import { withMembersWriter } from './write';

let organisationId = 0;
let now = Date.UTC(2026, 5, 1);

describeEachEngine('the journal', (store) => {
  const write = <T>(work: (writer: MembersWriter) => Promise<T>, reason: string | null = null) => {
    now += 1000;
    const clock = () => new Date(now);
    const cause = { actor: { kind: 'client' as const, id: 'abc' }, reason };
    return withMembersWriter(store(), { organisationId, clock, areaCentre: noAreaCentre, cause }, work);
  };
  const rows = async (after = 0): Promise<JournalRow[]> =>
    readJournal(store().members, organisationId, { after, limit: 1000 });
  const newest = async () => (await rows()).at(-1)?.position ?? 0;
  const written = async (work: (writer: MembersWriter) => Promise<unknown>) => {
    const before = await newest();
    await write(work);
    return (await rows(before)).map(({ kind, recordId, operation, changes }) => [
      kind,
      recordId,
      operation,
      changes,
    ]);
  };

  beforeEach(async () => {
    organisationId += 1;
    await write((writer) => putSampleStructure(writer, { id: organisationId }));
  });

  it('has a row for each new record, without its values', async () => {
    expect(await written((writer) => writer.memberships.put(sampleMember(1)))).toEqual([
      ['person', 1, 'created', null],
      ['membership', 1, 'created', null],
    ]);
  });

  it('has the changed fields with their old and new values, and who changed them, when and why', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, { expiryDate: '2026-06-30' })));
    const before = await newest();
    await write(
      (writer) =>
        writer.memberships.put(
          sampleMember(1, { expiryDate: '2027-06-30', amountOutstandingThousandths: 545_000 }),
        ),
      'renewed by phone',
    );
    const { amountOutstandingThousandths } = sampleMember(1).membership;
    expect(await rows(before)).toEqual([
      {
        position: now,
        at: new Date(now),
        actor: { kind: 'client', id: 'abc' },
        runId: null,
        reason: 'renewed by phone',
        kind: 'membership',
        recordId: 1,
        operation: 'updated',
        changes: {
          ExpiryDate: ['2026-06-30', '2027-06-30'],
          AmountOutstanding: [(amountOutstandingThousandths / 1000).toFixed(3), '545.000'],
        },
      },
    ]);
  });

  it('has no row for a write that changes nothing', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, { locations: [sampleLocation()] })));
    const again = sampleMember(1, { locations: [sampleLocation()] });
    expect(await written((writer) => writer.memberships.put(again))).toEqual([]);
  });

  it('has one row for a person who changed, not one for each membership', async () => {
    await write(async (writer) => {
      await writer.memberships.put(sampleMember(1, {}, samplePerson({ id: 7 })));
      await writer.memberships.put(
        sampleMember(2, { kind: 'corporate', typeId: 2 }, samplePerson({ id: 7 })),
      );
    });
    const person = { ...samplePerson({ id: 7 }), mobile: '0400 000 000' };
    expect(await written((writer) => writer.memberships.put(sampleMember(1, {}, person)))).toEqual([
      ['person', 7, 'updated', { Mobile: [samplePerson({ id: 7 }).mobile, '0400 000 000'] }],
    ]);
  });

  it('has one row for a renamed type, not one for each of its members', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1)));
    const changed = await written(async (writer) => {
      const type = writer.structure.current?.types.get(1);
      if (type !== undefined) await writer.structure.putMembershipTypes([{ ...type, name: 'Ordinary' }]);
    });
    expect(changed).toEqual([['membership_type', 1, 'updated', { Name: ['Full', 'Ordinary'] }]]);
  });

  it('has one row for a renewed firm, not one for each of its sub-memberships', async () => {
    await write(async (writer) => {
      await writer.memberships.put(
        sampleMember(1, { kind: 'corporate', typeId: 2, expiryDate: '2026-06-30' }, samplePerson({ id: 1 })),
      );
      await writer.memberships.put(sampleMember(2, { parentId: 1 }, samplePerson({ id: 2 })));
    });
    const firm = sampleMember(
      1,
      { kind: 'corporate', typeId: 2, expiryDate: '2027-06-30' },
      samplePerson({ id: 1 }),
    );
    expect(await written((writer) => writer.memberships.put(firm))).toEqual([
      ['membership', 1, 'updated', { ExpiryDate: ['2026-06-30', '2027-06-30'] }],
    ]);
  });

  it('has the whole removed record, and rows for the sub-memberships that lost their parent', async () => {
    const firm = sampleMember(1, { kind: 'corporate', typeId: 2 }, samplePerson({ id: 1 }));
    await write(async (writer) => {
      await writer.memberships.put(firm);
      await writer.memberships.put(sampleMember(2, { parentId: 1 }, samplePerson({ id: 2 })));
    });
    expect(await written((writer) => writer.memberships.remove([1]))).toEqual([
      ['membership', 2, 'updated', expect.objectContaining({ ParentID: ['1', null] })],
      ['membership', 1, 'removed', toFlat('membership', firm)],
    ]);
  });

  it('compares with what the same transaction wrote before', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, { membershipNumber: 'A' })));
    const changed = await written(async (writer) => {
      await writer.memberships.find(1);
      await writer.memberships.put(sampleMember(1, { membershipNumber: 'B' }));
      await writer.memberships.find(1);
      await writer.memberships.put(sampleMember(1, { membershipNumber: 'C' }));
      await writer.memberships.put(sampleMember(1, { membershipNumber: 'D' }));
    });
    expect(changed).toEqual([
      ['membership', 1, 'updated', { MembershipNumber: ['A', 'B'] }],
      ['membership', 1, 'updated', { MembershipNumber: ['B', 'D'] }],
    ]);
  });

  it('has no row if the transaction is rolled back', async () => {
    const before = await rows();
    await expect(
      write(async (writer) => {
        await writer.memberships.put(sampleMember(1));
        await writer.memberships.find(1);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await rows()).toEqual(before);
  });

  it('gives increasing positions, even if the clock is set back', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1)));
    now -= 60_000;
    await write((writer) => writer.memberships.put(sampleMember(2, {}, samplePerson({ id: 2 }))));
    const positions = (await rows()).map(({ position }) => position);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(new Set(positions).size).toBe(positions.length);
  });

  it('never shows a reader a later position before an earlier one, even with simultaneous writers', async () => {
    const seen: number[] = [];
    let after = await newest();
    const follow = async () => {
      const found = await rows(after);
      seen.push(...found.map(({ position }) => position));
      after = found.at(-1)?.position ?? after;
    };
    const start = after;
    const writers = Array.from({ length: 12 }, (_, index) =>
      write((writer) =>
        writer.memberships.put(sampleMember(index + 1, {}, samplePerson({ id: index + 1 }))),
      ).then(follow),
    );
    await Promise.all(writers);
    await follow();
    expect(seen.length).toBeGreaterThanOrEqual(24);
    expect([...new Set(seen)].sort((a, b) => a - b)).toEqual((await rows(start)).map((row) => row.position));
  });

  it('assigns everything that an import changes to its run', async () => {
    const before = await newest();
    await write(async (writer) => {
      const runId = await writer.runs.start({
        actor: testCause.actor,
        source: 'members.csv',
        fileHash: 'ab',
        mapping: { Name: 'FullName' },
      });
      expect(runId).toBe(1);
      await writer.memberships.put(sampleMember(1));
    });
    expect((await rows(before)).map(({ actor, runId }) => [actor, runId])).toEqual([
      [{ kind: 'import', id: '1' }, 1],
      [{ kind: 'import', id: '1' }, 1],
    ]);
  });
});

it('can restore every record from its flat form', () => {
  const amount = fc.integer({ min: -(2 ** 30), max: 2 ** 39 });
  const text = fc.string({ maxLength: 40 }).map((one) => one.replace(/\p{Cc}/gu, ''));
  const currency = fc.option(fc.constantFrom('AUD', 'EUR'));
  fc.assert(
    fc.property(amount, text, currency, (amountOutstandingThousandths, membershipNumber, code) => {
      const member = sampleMember(
        5,
        {
          amountOutstandingThousandths,
          membershipNumber,
          currency: code,
          locations: [sampleLocation()],
          addons: [{ addonId: 2, quantity: 3, expiryDate: null, answers: [{ extraId: 12, answer: 'x' }] }],
        },
        samplePerson({ id: 9 }),
      );
      const { membership, person } = fromFlat('membership', 5, toFlat('membership', member));
      expect(membership).toEqual(member.membership);
      expect(person.id).toBe(9);
      expect(fromFlat('person', 9, toFlat('person', member.person))).toEqual(member.person);
    }),
    { seed: 18 },
  );
});
