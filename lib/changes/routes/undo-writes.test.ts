import { expect, it } from 'vitest';
import { undoJournal } from '@/lib/changes/journal/undo-journal';
import { readJournal } from '@/lib/store/journal-read';
import { readMemberRecords, readMembershipIds, readPersons } from '@/lib/store/member-records';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { seededRandom } from '@/lib/base/seeded-random';
import { startTestService } from '@/lib/service/service.fixture';

const seed = 18;
const writes = 60;

describeUsualEngines('any writes of the API', (store) => {
  it('can be undone one by one, newest first, without a conflict', async () => {
    let now = Date.UTC(2026, 5, 15);
    const options = () => ({
      organisationId: 1,
      areaCentre: noAreaCentre,
      cause: testCause,
      clock: () => new Date((now += 1000)),
    });
    await withMembersWriter(store(), options(), async (writer) => {
      await putSampleStructure(writer);
      await writer.memberships.put(sampleMember(1, { locations: [sampleLocation()], categoryIds: [1] }));
      for (const id of [2, 3]) {
        await writer.memberships.put(
          sampleMember(id, { kind: 'corporate', typeId: 2 }, { organisation: `Firm ${id}` }),
        );
      }
      for (const id of [4, 5, 6]) await writer.memberships.put(sampleMember(id, { parentId: 2 }));
      for (const id of [7, 8]) await writer.memberships.put(sampleMember(id));
    });
    const state = async () => {
      const ids = await readMembershipIds(store().members, 1);
      const persons = Array.from({ length: 100 }, (_, index) => index + 1);
      return [
        await readMemberRecords(store().members, 1, ids),
        await readPersons(store().members, 1, persons),
      ];
    };
    const rowsAfter = (after: number) => readJournal(store().members, 1, { after, limit: 10_000 });
    const before = await state();
    const start = (await rowsAfter(0)).at(-1)?.position ?? 0;
    const service = startTestService(store());
    const random = seededRandom(seed);
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)];
    const date = () => `20${30 + Math.floor(random() * 9)}-0${1 + Math.floor(random() * 9)}-15`;
    const place = () => ({
      Geolocation: { Lat: (random() * 80).toFixed(3), Lng: '144.9' },
      Precision: 'suburb',
    });
    const changes = (): object[] => [
      { ExpiryDate: date() },
      { ParentID: pick([null, '2', '3']) },
      { User: { Phone: String(Math.floor(random() * 5)), Address: { Suburb: pick(['Bright', 'Omeo']) } } },
      { Locations: pick([[], [place()], [place(), place()]]) },
      { Addons: [{ Quantity: '2', Addon: { ID: pick(['1', '2']) }, Extras: [{ ID: '12', Answer: 'x' }] }] },
      { Checked: random() < 0.5, Categories: pick([[], [1], [1, 2]]), AmountOutstanding: pick(['0', '9.5']) },
      { MembershipType: { ID: pick(['1', '3']) }, Chapter: pick([null, { ID: '2' }]), Extras: [] },
    ];
    const done: Record<string, number> = {};
    for (let round = 0; round < writes; round += 1) {
      service.time.now = new Date((now += 1000));
      const id = pick(await readMembershipIds(store().members, 1));
      const kind = pick(['PATCH', 'PATCH', 'PATCH', 'DELETE', 'POST'] as const) ?? 'PATCH';
      const added = {
        Kind: 'individual',
        MembershipType: { ID: '1' },
        ExpiryDate: date(),
        User: pick([{ LastName: `New ${round}` }, { ID: String(1 + Math.floor(random() * 8)) }]),
      };
      const path = kind === 'POST' ? 'members' : `members/${id}`;
      const response = await service.send(
        kind,
        kind === 'DELETE' ? `${path}?SubMembers=${pick(['detach', 'remove'])}` : path,
        {
          body: kind === 'DELETE' ? undefined : kind === 'POST' ? added : pick(changes()),
          headers: kind === 'PATCH' ? { 'If-Match': '*' } : {},
        },
      );
      const name = `${kind} ${response.status}`;
      done[name] = (done[name] ?? 0) + 1;
    }
    expect(service.errors).toEqual([]);
    expect(Object.keys(done)).toEqual(expect.arrayContaining(['PATCH 200', 'DELETE 200', 'POST 201']));
    const rows = await rowsAfter(start);
    expect(rows.length).toBeGreaterThan(writes / 2);
    for (const { position, kind, recordId } of rows.reverse()) {
      const { conflicts } = await undoJournal(store(), options(), { of: { position }, isForced: false });
      expect([`seed ${seed}`, kind, recordId, conflicts]).toEqual([`seed ${seed}`, kind, recordId, []]);
    }
    expect(await state()).toEqual(before);
  });
});
