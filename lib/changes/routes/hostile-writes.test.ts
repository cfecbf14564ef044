import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { maxProblems } from '@/lib/contract/fields/field-error';
import { startTestService, type TestService } from '@/lib/service/service.fixture';
import { readMemberRecords } from '@/lib/store/member-records';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { sampleSize } from '@/lib/base/test-strength';

const now = new Date('2026-06-15T02:00:00Z');

interface Refused {
  error: string;
  fields: { field: string; reason: string }[];
  items: (Refused & { item: number })[];
}

describeUsualEngines('a write that is refused', (store) => {
  let service: TestService;
  const parents = async () =>
    (await readMemberRecords(store().members, 1, [2, 3, 4, 5])).map(({ membership }) => [
      membership.id,
      membership.parentId,
    ]);
  const stored = [
    [2, null],
    [3, 2],
    [4, 2],
    [5, null],
  ];
  const patch = (body: unknown) => service.send('PATCH', 'members/5', { body, headers: { 'If-Match': '*' } });
  const batch = (body: unknown) => service.send('POST', 'members/batch', { body });
  const refused = async (response: Response) => {
    const body = (await response.json()) as Refused;
    expect([response.status, service.errors]).toEqual([422, []]);
    return body;
  };
  const change = (id: number, Member: object) => ({
    Operation: 'change',
    MembershipID: String(id),
    IfMatch: '*',
    Member,
  });
  const remove = (id: number, more: object = {}) => ({
    Operation: 'remove',
    MembershipID: String(id),
    ...more,
  });

  /** Company 2 has the sub-memberships 3 and 4. Membership 5 is independent. */
  beforeEach(async () => {
    const options = { organisationId: 1, clock: () => now, areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(store(), options, async (writer) => {
      await putSampleStructure(writer);
      await writer.memberships.put(sampleMember(2, { kind: 'corporate', typeId: 2 }));
      await writer.memberships.put(sampleMember(3, { parentId: 2 }));
      await writer.memberships.put(sampleMember(4, { parentId: 2 }));
      await writer.memberships.put(sampleMember(5));
    });
    service = startTestService(store(), { now: now.toISOString() });
  });

  it('names at most 1,000 wrong fields, however many a body of the allowed size has', async () => {
    const names = Array.from({ length: 60_000 }, (_, index) => [`f${index}`, 0]);
    const unknown = await refused(await patch(Object.fromEntries(names)));
    expect(unknown.fields).toHaveLength(maxProblems);
    const Extras = Array.from({ length: 1000 }, () => 0);
    const nested = await refused(await patch({ Addons: Array.from({ length: 400 }, () => ({ Extras })) }));
    expect(nested.fields).toHaveLength(maxProblems);
    const person = await refused(await patch({ User: Object.fromEntries(names), Extras }));
    expect(person.fields.length).toBeLessThanOrEqual(3 * maxProblems);
  });

  it('stops naming the wrong fields of a batch at 10,000 fields', async () => {
    const Extras = Array.from({ length: 1000 }, () => 0);
    const bodies = await refused(
      await batch(Array.from({ length: 500 }, () => ({ Operation: 'create', Member: { Extras } }))),
    );
    expect(bodies.items.length).toBeLessThan(12);
    const names = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`f${index}`, 0]));
    const items = await refused(await batch(Array.from({ length: 300 }, () => ({ ...remove(5), ...names }))));
    expect(items.items.map(({ fields }) => fields.length)).toEqual(Array(10).fill(maxProblems));
  });

  it('says what is missing in an item of a batch', async () => {
    const { items } = await refused(
      await batch([{ Operation: 'create' }, { Operation: 'change', Member: {} }, { Operation: 'remove' }]),
    );
    expect(items.map(({ fields }) => fields)).toEqual([
      [{ field: 'Member', reason: 'is missing' }],
      [{ field: 'MembershipID', reason: 'is missing' }],
      [{ field: 'MembershipID', reason: 'is missing' }],
    ]);
  });

  it('does not remove a sub-membership with its firm if the same batch changes the sub-membership', async () => {
    const changeFirst = await refused(
      await batch([change(3, { ParentID: null }), remove(2, { SubMembers: 'remove' })]),
    );
    expect(changeFirst.items).toMatchObject([
      { item: 1, fields: [{ field: 'SubMembers', reason: 'membership 3 occurs twice' }] },
    ]);
    const removeFirst = await refused(
      await batch([remove(2, { SubMembers: 'remove' }), change(3, { ParentID: null }), remove(4)]),
    );
    expect(removeFirst.items).toMatchObject([
      { item: 1, fields: [{ field: 'MembershipID', reason: 'occurs twice' }] },
      { item: 2, fields: [{ field: 'MembershipID', reason: 'occurs twice' }] },
    ]);
    expect(await parents()).toEqual(stored);
  });

  it('does not make a membership a sub-membership of a firm that the same batch removes', async () => {
    const joins = change(5, { ParentID: '2' });
    const adds = {
      Operation: 'create',
      Member: {
        Kind: 'individual',
        MembershipType: { ID: '1' },
        ExpiryDate: null,
        ParentID: '2',
        User: { LastName: 'New' },
      },
    };
    const removeFirst = await refused(await batch([remove(2, { SubMembers: 'detach' }), joins, adds]));
    expect(removeFirst.items).toMatchObject([
      { item: 1, fields: [{ field: 'ParentID', reason: 'there is no membership 2' }] },
      { item: 2, fields: [{ field: 'ParentID', reason: 'there is no membership 2' }] },
    ]);
    for (const first of [joins, adds]) {
      const { items } = await refused(await batch([first, remove(2, { SubMembers: 'detach' })]));
      expect(items).toMatchObject([
        {
          item: 1,
          fields: [
            {
              field: 'MembershipID',
              reason: 'cannot be removed, because the same request adds a part to it',
            },
          ],
        },
      ]);
    }
    expect(await parents()).toEqual(stored);
  });

  it(
    'a random body gets no server error',
    { timeout: sampleSize({ usual: 60_000, long: 1_800_000 }) },
    async () => {
      const record = await service.get('members/5');
      const known = (await record.json()) as Record<string, unknown>;
      const property = fc.asyncProperty(target, hostileBody(known), async ([method, path], body) => {
        const response = await service.send(method, path, { body, headers: { 'If-Match': '*' } });
        await response.text();
        expect([response.status < 500, service.errors]).toEqual([true, []]);
      });
      await fc.assert(property, { seed: 31337, numRuns: sampleSize({ usual: 150, long: 5_000 }) });
    },
  );
});

const target = fc.constantFrom<['PATCH' | 'POST', string]>(
  ['PATCH', 'members/5'],
  ['POST', 'members'],
  ['POST', 'members/batch'],
);
const hostileValue = fc.oneof(
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '=cmd()',
    '9'.repeat(400),
    '2026-02-30',
    '__proto__',
    'a'.repeat(70_000),
  ),
  fc.constantFrom(null, true, -0, 1e308, 2 ** 53, 0.1, [], {}, [null], [[{}]]),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A member with some values replaced, wherever they are, or any other JSON. */
function hostileBody(known: Record<string, unknown>): fc.Arbitrary<unknown> {
  const replaced = (record: object): fc.Arbitrary<object> =>
    fc.record(
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [
          name,
          isRecord(value) ? fc.oneof(replaced(value), hostileValue) : hostileValue,
        ]),
      ),
      { requiredKeys: [] },
    );
  const member = replaced(known);
  const item = fc.record({
    Operation: fc.oneof(fc.constantFrom('change', 'create', 'remove'), hostileValue),
    MembershipID: fc.oneof(fc.constantFrom('2', '5', '999'), hostileValue),
    IfMatch: fc.constantFrom('*', '"1"', ''),
    Member: fc.oneof(member, hostileValue),
  });
  return fc.oneof(member, fc.array(item, { maxLength: 3 }), fc.jsonValue());
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
