import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { sampleSize } from '@/lib/base/test-strength';
import { financialStatuses } from '@/lib/contract/words';
import { startTestService, type TestService } from '@/lib/service/service.fixture';
import type { MembersWriter } from './members-writer';
import type { MemberRecord } from '@/lib/store/schema/records';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from './sample-members.fixture';
import { describeEachEngine } from './stores.fixture';
import { withMembersWriter } from './write';

const seed = 20260615;
/** PostgreSQL reads the same statements, so it needs a third. */
const runs = sampleSize({ usual: 12, long: 300 });
const ids = [1, 2, 3, 4, 5];
const firmId = 6;
const pick = <T>(...values: T[]) => fc.constantFrom(...values);

/** A change that a test applies. Most steps change one member. */
type Step = { name: string; apply: (writer: MembersWriter) => Promise<unknown> };

const toStep = (name: string, apply: Step['apply']): Step => ({ name, apply });

const toMember = (
  name: string,
  change: fc.Arbitrary<(record: MemberRecord) => Partial<MemberRecord['membership']>>,
): fc.Arbitrary<Step> =>
  fc
    .record({ id: pick(...ids), change })
    .map(({ id, change: to }) =>
      toStep(`${name} of ${id}`, (writer) =>
        changeMember(writer, id, (record) => ({ membership: to(record) })),
      ),
    );

async function changeMember(
  writer: MembersWriter,
  id: number,
  change: (record: MemberRecord) => { membership?: object; person?: object },
): Promise<void> {
  const record = (await writer.memberships.find(id)) ?? sampleMember(id);
  const { membership, person } = change(record);
  await writer.memberships.put({
    membership: { ...record.membership, ...membership },
    person: { ...record.person, ...person },
  });
}

const location = fc.record({
  id: pick(21, 22),
  suburb: pick('Geelong', 'Hobart'),
  address: pick('1 A Street', '2 B Street'),
  // The second point is in the same area as the first.
  latitude: pick(-38.1499, -38.1501, -42.88),
  longitude: fc.constant(144.3617),
  precision: pick('exact' as const, 'suburb' as const, 'state' as const),
});
const answer = fc.record({ extraId: pick(11, 12, 13), answer: pick('Yes', 'No') });
const addon = fc.record({
  addonId: pick(1, 2),
  quantity: pick(1, 2),
  expiryDate: pick(null, '2030-01-01'),
  answers: fc.array(answer, { maxLength: 1 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  toMember(
    'type',
    pick(1, 3).map((typeId) => () => ({ typeId })),
  ),
  toMember(
    'chapter',
    pick(null, 1, 2).map((chapterId) => () => ({ chapterId })),
  ),
  toMember(
    'categories',
    fc.subarray([1, 2]).map((categoryIds) => () => ({ categoryIds })),
  ),
  toMember(
    'addons',
    fc.array(addon, { maxLength: 2 }).map((addons) => () => ({ addons })),
  ),
  toMember(
    'answers',
    fc.array(answer, { maxLength: 2 }).map((responses) => () => ({ answers: responses })),
  ),
  toMember(
    'location',
    fc.option(location, { nil: null }).map((one) => ({ membership }) => ({
      locations: one === null ? [] : [sampleLocation({ ...one, id: membership.id * 100 + one.id })],
    })),
  ),
  toMember(
    'listing',
    fc.boolean().map((isListed) => () => ({ isListed })),
  ),
  toMember(
    'parent',
    pick(null, firmId).map((parentId) => () => ({ parentId })),
  ),
  toMember(
    'approval',
    pick(true, true, false).map((isApproved) => () => ({ isApproved })),
  ),
  fc
    .record({ id: pick(...ids), phone: pick('1', '2') })
    .map(({ id, phone }) =>
      toStep(`phone of ${id}`, (writer) => changeMember(writer, id, () => ({ person: { phone } }))),
    ),
  pick('2029-01-01', '2031-01-01').map((expiryDate) =>
    toStep(`the firm expires ${expiryDate}`, (writer) =>
      changeMember(writer, firmId, () => ({ membership: { expiryDate } })),
    ),
  ),
  pick(...ids).map((id) => toStep(`removal of ${id}`, (writer) => writer.memberships.remove([id]))),
  fc.record({ name: pick('Full', 'Ordinary'), isSearchable: fc.boolean() }).map((change) =>
    toStep(`type 1 is ${JSON.stringify(change)}`, async (writer) => {
      const type = writer.structure.current?.types.get(1);
      if (type !== undefined) await writer.structure.putMembershipTypes([{ ...type, ...change }]);
    }),
  ),
  pick('Victoria', 'West').map((name) =>
    toStep(`chapter 1 is ${name}`, (writer) => writer.structure.putChapters([{ id: 1, name }])),
  ),
  pick('Languages', 'Tongues').map((query) =>
    toStep(`extra 12 asks ${query}`, async (writer) => {
      const extra = writer.structure.current?.extras.get(12);
      if (extra !== undefined) await writer.structure.putExtras([{ ...extra, question: query }]);
    }),
  ),
  pick('Fellows', 'Companions').map((name) =>
    toStep(`category 1 is ${name}`, (writer) =>
      writer.structure.putCategories([{ id: 1, name, description: '' }]),
    ),
  ),
  pick(...ids).map((id) =>
    toStep(`a seat of ${id}`, (writer) =>
      writer.committees.put(id, [{ chapterId: 1, startsOn: null, endsOn: null }]),
    ),
  ),
);

describeEachEngine('increments by DateModified[After]', (store) => {
  let service: TestService;
  let token: string;
  beforeAll(async () => {
    service = startTestService(store());
    await write(putSampleStructure);
    token = await service.token({ seesAdminExtras: true });
  });

  async function write(work: (writer: MembersWriter) => Promise<unknown>): Promise<void> {
    service.time.now = new Date(service.time.now.getTime() + 1000);
    const context = {
      organisationId: 1,
      clock: () => service.time.now,
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    await withMembersWriter(store(), context, work);
  }

  /** Everything that a client can see of each membership, by ID. */
  async function pull(after: Date | null): Promise<Map<string, string>> {
    const since = after === null ? '' : `&DateModified[After]=${after.toISOString()}`;
    const statuses = financialStatuses.map((status) => `FinancialStatus[]=${status}`).join('&');
    const list = async (path: string, query = ''): Promise<Record<string, unknown>[]> => {
      const response = await service.get(`${path}?${statuses}&Include[]=Directory${since}${query}`, {
        token,
      });
      return response.json();
    };
    const seen = new Map<string, unknown[]>();
    for (const member of await list('members')) seen.set(String(member.ID), [member]);
    for (const one of await list('locations')) seen.get((one.Membership as { ID: string }).ID)?.push(one);
    for (const filter of ['MembershipCategory[]=1', 'MembershipCategory[]=2', 'Searchable=true']) {
      for (const { ID } of await list('members', `&${filter}`)) seen.get(String(ID))?.push(filter);
    }
    // The effect of a member's choice not to be listed depends on the day. The lists may not show it today, so the
    // choice itself is compared.
    const listings = await store().members.selectFrom('membership').select(['id', 'is_listed']).execute();
    for (const { id, is_listed: isListed } of listings) seen.get(String(id))?.push(isListed);
    return new Map([...seen].map(([id, parts]) => [id, JSON.stringify(parts)]));
  }

  it(
    'if replayed, give the same state as a full pull, and contain no member without a visible change',
    { timeout: 120_000 },
    async () => {
      const scenario = fc.array(step, { minLength: 1, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(scenario, async (steps) => {
          await write(async (writer: MembersWriter) => {
            for (const id of await writer.membershipIds()) await writer.memberships.remove([id]);
            await putSampleStructure(writer);
            await writer.memberships.put(sampleMember(firmId, { kind: 'corporate', typeId: 2 }));
            for (const id of ids) await writer.memberships.put(sampleMember(id));
          });
          const replica = await pull(null);
          for (const { name, apply } of steps) {
            const before = new Map(replica);
            const after = service.time.now;
            await write(apply);
            const increment = await pull(after);
            const full = await pull(null);
            for (const [id, seen] of increment) replica.set(id, seen);
            // No list contains members who left.
            for (const id of replica.keys()) if (!full.has(id)) replica.delete(id);
            expect(replica, name).toEqual(full);
            const changed = [...full].filter(([id, seen]) => before.get(id) !== seen).map(([id]) => id);
            expect([...increment.keys()], name).toEqual(changed);
          }
        }),
        { seed, numRuns: store().engine === 'sqlite' ? runs : Math.ceil(runs / 3) },
      );
    },
  );
});
