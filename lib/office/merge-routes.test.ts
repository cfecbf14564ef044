import sharp from 'sharp';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { sampleMember, samplePerson } from '@/lib/store/sample-members.fixture';
import { findMemberPicture } from '@/lib/store/member-pictures';
import { readMemberRecords } from '@/lib/store/member-records';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 8600;
let jpeg: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  const made = sharp({ create: { width: 300, height: 300, channels: 3, background: '#a33' } });
  jpeg = new Uint8Array(await made.jpeg().toBuffer());
});

describeEachEngine('a merge in the office', (store) => {
  let office: TestOffice;
  let secretary = '';
  /** Two records of the same person, Ann. The second one is newer. */
  const [first, second] = [51, 52];

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    secretary = await office.ownToken({ personId: officePeople.secretary });
    await office.write(async (writer) => {
      await writer.memberships.put(
        sampleMember(
          first,
          { membershipNumber: 'A-51', expiryDate: '2026-06-30' },
          samplePerson({
            id: first,
            firstName: 'Ann',
            lastName: 'Lee',
            email: 'old@example.org',
            phone: '1',
          }),
        ),
      );
      await writer.memberships.put(
        sampleMember(
          second,
          { membershipNumber: 'A-52', expiryDate: '2027-06-30' },
          samplePerson({ id: second, firstName: 'Anne', lastName: 'Lee', email: 'new@example.org' }),
        ),
      );
    });
  });

  const tagOf = async (id: number) => {
    const response = await office.office('GET', `members/${id}`, { token: secretary });
    return response.headers.get('ETag') ?? '';
  };
  const merge = async (
    { id = first, other = second, token = secretary }: { id?: number; other?: number; token?: string },
    { Changes = {}, tags }: { Changes?: object; tags?: [string, string] } = {},
  ) => {
    const [tag, otherTag] = tags ?? [await tagOf(id), await tagOf(other)];
    const body = { With: String(other), WithTag: otherTag, Changes };
    return office.office('POST', `members/${id}/merge`, { token, body, headers: { 'If-Match': tag } });
  };
  const stored = async () => {
    const members = await readMemberRecords(store().members, organisationId, [first, second]);
    return members.map(({ person, membership }) => [
      membership.id,
      membership.membershipNumber,
      membership.expiryDate,
      person.id,
      person.firstName,
      person.email,
    ]);
  };
  const before = [
    [first, 'A-51', '2026-06-30', first, 'Ann', 'old@example.org'],
    [second, 'A-52', '2027-06-30', second, 'Anne', 'new@example.org'],
  ];

  it('one membership stays, with the chosen values, and one undo restores both', async () => {
    const Changes = {
      User: { Email: 'new@example.org' },
      ExpiryDate: '2027-06-30',
      MembershipNumber: 'A-52',
    };
    const response = await merge({}, { Changes });
    const { Run } = (await response.json()) as { Run: string };
    expect(response.status).toBe(200);
    expect(await stored()).toEqual([[first, 'A-52', '2027-06-30', first, 'Ann', 'new@example.org']]);
    const undo = { token: secretary, body: { Run } };
    expect((await office.office('POST', 'journal/undo', undo)).status).toBe(200);
    expect(await stored()).toEqual(before);
  });

  const add = async (id: number) => {
    const response = await office.asRole(officePeople.secretary).do(`POST members/${id}/pictures`, jpeg);
    const { ID } = (await response.json()) as { ID: string };
    const body = { Picture: { ID, Description: 'At work' } };
    await office.office('PATCH', `members/${id}`, { token: secretary, body });
    return body.Picture;
  };
  const pictureOf = async (id: number) => {
    const [member] = await readMemberRecords(store().members, organisationId, [id]);
    return member?.membership.picture ?? null;
  };

  it('the picture of the other member can stay, and one undo gives it back', async () => {
    const own = await add(first);
    const Picture = await add(second);
    const strange = { ...Picture, ID: 'f'.repeat(32) };
    expect(await errorOf(await merge({}, { Changes: { Picture: strange } }))).toBe('422 invalid_record');
    const response = await merge({}, { Changes: { Picture } });
    const { Run } = (await response.json()) as { Run: string };
    const taken = await pictureOf(first);
    expect([taken?.description, taken?.id === own.ID]).toEqual(['At work', false]);
    const file = await findMemberPicture(store().members, organisationId, {
      membershipId: first,
      id: taken?.id ?? '',
      file: '96.webp',
    });
    expect(file).not.toBeNull();
    await office.office('POST', 'journal/undo', { token: secretary, body: { Run } });
    expect([await pictureOf(first), await pictureOf(second)].map((one) => one?.id)).toEqual([
      own.ID,
      Picture.ID,
    ]);
  });

  it('without a choice, the own picture stays, and an erasure deletes the pictures of both members', async () => {
    const own = await add(first);
    const other = await add(second);
    const stored = async () => {
      const rows = await store()
        .members.selectFrom('member_picture')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .execute();
      return rows.map(({ id }) => id).sort();
    };
    const kept = await merge({});
    const { Run } = (await kept.json()) as { Run: string };
    expect((await pictureOf(first))?.id).toBe(own.ID);
    await office.office('POST', 'journal/undo', { token: secretary, body: { Run } });
    expect([(await pictureOf(first))?.id, (await pictureOf(second))?.id]).toEqual([own.ID, other.ID]);
    expect(await stored()).toEqual([own.ID, other.ID].sort());
    expect((await merge({}, { Changes: { Picture: other } })).status).toBe(200);
    expect((await stored()).length).toBeGreaterThan(1);
    const token = await office.ownToken({ personId: officePeople.owner });
    const erased = await office.office('POST', `members/${first}/erase`, { token, body: {} });
    expect(erased.status).toBe(200);
    expect(await stored()).toEqual([]);
  });

  it('nothing changes if either member changed after the two were compared', async () => {
    const tags: [string, string] = [await tagOf(first), await tagOf(second)];
    await office.office('PATCH', `members/${second}`, { token: secretary, body: { User: { Phone: '99' } } });
    expect(await errorOf(await merge({}, { tags }))).toBe('412 precondition_failed');
    expect(await errorOf(await merge({}, { tags: ['"stale"', await tagOf(second)] }))).toBe(
      '412 precondition_failed',
    );
    expect(await stored()).toEqual(before);
  });

  it('a refused value leaves both members unchanged', async () => {
    const response = await merge({}, { Changes: { User: { Email: 'nobody' }, ExpiryDate: 'soon' } });
    expect(await errorOf(response)).toBe('422 invalid_record');
    expect(await stored()).toEqual(before);
  });

  it('refuses a member who does not exist, the same one, and another membership of the same person', async () => {
    expect(await errorOf(await merge({ other: 999 }, { tags: ['*', '*'] }))).toBe('404 not_found');
    expect(await errorOf(await merge({ other: first }))).toBe('422 invalid_record');
    await office.write(async (writer) => {
      const { person } = (await writer.memberships.find(first)) ?? sampleMember(first);
      await writer.memberships.put(
        sampleMember(53, { kind: 'corporate' }, { ...person, organisation: 'Lee Ltd' }),
      );
    });
    expect(await errorOf(await merge({ other: 53 }))).toBe('422 invalid_record');
  });

  it('does not remove an individual membership that was not compared', async () => {
    const firm = {
      ...samplePerson({ id: first, firstName: 'Ann', lastName: 'Lee' }),
      organisation: 'Lee Ltd',
    };
    await office.write((writer) => writer.memberships.put(sampleMember(53, { kind: 'corporate' }, firm)));
    expect(await errorOf(await merge({ id: 53, other: second }))).toBe('409 conflict');
    expect(await errorOf(await merge({ id: second, other: 53 }))).toBe('409 conflict');
    expect((await stored()).map(([id]) => id)).toEqual([first, second]);
  });

  it('only an owner merges people who have a role, in both directions', async () => {
    const { reader } = officePeople;
    for (const pair of [
      { id: first, other: reader },
      { id: reader, other: first },
    ]) {
      expect(await errorOf(await merge({ ...pair, token: secretary }))).toBe('403 insufficient_role');
    }
    const owner = await office.ownToken({ personId: officePeople.owner });
    expect((await merge({ id: first, other: reader, token: owner })).status).toBe(200);
  });
});
