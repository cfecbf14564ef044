import sharp from 'sharp';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { officeProposalsSchema } from '@/lib/contract/office-proposals';
import { ownEntriesSchema } from '@/lib/contract/own-entries';
import { deleteOldChanges } from '@/lib/changes/journal/retention';
import { findMemberPicture } from '@/lib/store/member-pictures';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { officePeople, startTestOffice, type TestOffice } from '@/lib/office/office.fixture';
import { errorOf } from './sign-in-service.fixture';
import { testBaseUrl } from './service.fixture';

let organisationId = 26_000;
const { owner, secretary, officer, reader, member } = officePeople;
let jpeg: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  const made = sharp({ create: { width: 300, height: 300, channels: 3, background: '#a33' } });
  jpeg = new Uint8Array(await made.jpeg().toBuffer());
});

describeEachEngine('pictures of members', (store) => {
  let office: TestOffice;
  const ask = async (
    method: string,
    path: string,
    { as = member, body }: { as?: number; body?: Uint8Array<ArrayBuffer> | object } = {},
  ) =>
    office.app.request(`${testBaseUrl}/api/v2/organisation/${organisationId}/user/members${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${await office.ownToken({ personId: as, scopes: ['user'] })}`,
        ...(body instanceof Uint8Array ? {} : { 'Content-Type': 'application/json', 'If-Match': '*' }),
      },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
    });
  const upload = async (query = '') => {
    office.time.now = new Date(office.time.now.getTime() + 1000);
    const response = await ask('POST', `/${member}/pictures${query}`, { body: jpeg });
    expect(response.status).toBe(201);
    return String(Object(await response.json()).ID);
  };
  const choose = (ID: string | null, Description = '') =>
    ask('PATCH', `/${member}`, { body: { Picture: ID === null ? null : { ID, Description } } });
  const entry = async () => {
    const { Members } = ownEntriesSchema.parse(await (await ask('GET', '')).json());
    if (Members[0] === undefined) throw new Error('the member has no membership');
    return Members[0];
  };
  const rule = (OwnEntry: string) => office.asRole(owner).do('PATCH settings', { OwnEntry });
  const decide = async (what: 'accept' | 'decline') => {
    const { Proposals } = officeProposalsSchema.parse(
      await (await office.asRole(secretary).do('GET proposals')).json(),
    );
    return office.asRole(secretary).do(`POST proposals/${member}/${what}`, {
      Tag: Proposals[0]?.Tag ?? 'none',
      ...(what === 'decline' ? { Answer: 'Please send another' } : {}),
    });
  };
  /** Members as our own directory reads them. */
  const listed = async () => {
    const token = await office.token({ scopes: ['members'] });
    const response = await office.get('members?Include[]=Directory', { token });
    return (await response.json()) as { ID: string; Picture?: object | null }[];
  };
  const stored = (id: string) =>
    findMemberPicture(store().members, organisationId, { membershipId: member, id, file: '96.webp' });

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
  });

  it('wait for the office, which sees them, and are in the list of members only after it agrees', async () => {
    const id = await upload('?Crop=10,10,80,80');
    expect((await choose(id, 'Ada at work')).status).toBe(200);
    const waiting = await entry();
    expect([waiting.Member.Picture, waiting.Proposal?.Changes]).toEqual([
      null,
      [{ Field: 'Picture', Before: null, After: { ID: id, Description: 'Ada at work' } }],
    ]);
    expect((await listed()).find(({ ID }) => ID === String(member))?.Picture).toBeNull();
    const seen = await office.asRole(secretary).do(`GET members/${member}/pictures/${id}`);
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect((await ask('GET', `/${member}/pictures/${id}`)).status).toBe(200);
    expect((await decide('accept')).status).toBe(200);
    const shown = { ID: id, Description: 'Ada at work' };
    expect((await entry()).Member.Picture).toEqual(shown);
    expect((await listed()).find(({ ID }) => ID === String(member))?.Picture).toEqual(shown);
  });

  it('are removed at once, also if a new one needs an approval, and no picture waits then', async () => {
    await rule('Picture: free');
    await choose(await upload());
    await rule('Picture: approval');
    await choose(await upload());
    expect((await entry()).Proposal?.Changes).toHaveLength(1);
    expect((await choose(null)).status).toBe(200);
    const { Member, Proposal } = await entry();
    expect([Member.Picture, Proposal]).toEqual([null, null]);
    await rule('Picture: locked');
    expect(await errorOf(await choose(null))).toBe('422 invalid_record');
    expect(await errorOf(await ask('POST', `/${member}/pictures`, { body: jpeg }))).toBe(
      '422 invalid_record',
    );
  });

  it('that a member removes while they wait can no longer be accepted, and their bytes are not shown', async () => {
    const id = await upload();
    await choose(id, 'Ada at work');
    const read = officeProposalsSchema.parse(
      await (await office.asRole(secretary).do('GET proposals')).json(),
    ).Proposals[0];
    expect((await choose(null)).status).toBe(200);
    const late = office.asRole(secretary).do(`POST proposals/${member}/accept`, { Tag: read?.Tag });
    expect(await errorOf(await late)).toMatch(/^(404 not_found|409 conflict)$/);
    expect([(await entry()).Member.Picture, (await entry()).Proposal]).toEqual([null, null]);
    expect((await listed()).find(({ ID }) => ID === String(member))?.Picture).toBeNull();
  });

  it('of somebody else, or that were not uploaded, are refused', async () => {
    await rule('Picture: free');
    const others = await office.asRole(secretary).do(`POST members/${reader}/pictures`, jpeg);
    const { ID } = (await others.json()) as { ID: string };
    for (const id of [ID, '0'.repeat(32), 'x'])
      expect([id, await errorOf(await choose(id))]).toEqual([id, '422 invalid_record']);
    expect(await errorOf(await ask('GET', `/${member}/pictures/${ID}`))).toBe('404 not_found');
    expect(await errorOf(await ask('GET', `/${reader}/pictures/${ID}`))).toBe('404 not_found');
    expect(await errorOf(await ask('POST', `/${reader}/pictures`, { body: jpeg }))).toBe('404 not_found');
    const own = await upload();
    expect((await office.asRole(reader).do(`GET members/${member}/pictures/${own}`)).status).toBe(403);
    expect(await errorOf(await ask('POST', `/${member}/pictures?Crop=1,2,3`, { body: jpeg }))).toBe(
      '400 invalid_request',
    );
    const large = new Uint8Array(20 * 1024 * 1024 + 1);
    expect(await errorOf(await ask('POST', `/${member}/pictures`, { body: large }))).toBe(
      '413 payload_too_large',
    );
  });

  it('keep or change their description on their own', async () => {
    await rule('Picture: free');
    const [first, second] = [await upload(), await upload()];
    const shown = async () => (await entry()).Member.Picture;
    await choose(first, 'At work');
    expect((await choose(second, 'At work')).status).toBe(200);
    expect(await shown()).toEqual({ ID: second, Description: 'At work' });
    expect((await choose(second, 'In the garden')).status).toBe(200);
    expect(await shown()).toEqual({ ID: second, Description: 'In the garden' });
    expect((await choose(second)).status).toBe(200);
    expect(await shown()).toEqual({ ID: second, Description: '' });
  });

  it('are the office’s to set, and an officer’s only if officers may change the entry', async () => {
    const add = (as: number) => office.asRole(as).do(`POST members/${member}/pictures`, jpeg);
    const { ID } = (await (await add(officer)).json()) as { ID: string };
    const body = { Picture: { ID, Description: 'Logo' } };
    expect((await office.asRole(officer).do(`PATCH members/${member}`, body)).status).toBe(200);
    expect((await entry()).Member.Picture).toEqual(body.Picture);
    await office.asRole(owner).do('PATCH settings', { OfficerAccess: 'directory: see' });
    expect((await add(officer)).status).toBe(422);
    expect((await add(reader)).status).toBe(403);
  });

  it('come back with an undo while they are stored, and without one otherwise', async () => {
    await rule('Picture: free');
    const first = await upload();
    await choose(first);
    await choose(null);
    const undoLast = async () => {
      const list = (await (await office.asRole(owner).do('GET journal')).json()) as {
        Changes: { Position: string | number; Values: { Field: string }[] }[];
      };
      const last = list.Changes.find(({ Values }) => Values.some(({ Field }) => Field === 'Picture'));
      const undone = await office.asRole(owner).do('POST journal/undo', { Position: last?.Position });
      expect(undone.status).toBe(200);
    };
    await undoLast();
    expect((await entry()).Member.Picture?.ID).toBe(first);
    await choose(null);
    await store()
      .members.deleteFrom('member_picture')
      .where('organisation_id', '=', organisationId)
      .execute();
    await undoLast();
    expect((await entry()).Member.Picture).toBeNull();
  });

  it('are deleted when there are many, and when they are old, but not those that are shown or wait', async () => {
    await rule('Picture: free');
    const shown = await upload();
    await choose(shown);
    await rule('Picture: approval');
    const proposed = await upload();
    await choose(proposed);
    const unused = [await upload(), await upload(), await upload()];
    const kept = await Promise.all([shown, proposed, ...unused].map(stored));
    expect(kept.map((one) => one !== null)).toEqual([true, true, false, true, true]);
    const before = new Date(office.time.now.getTime() + 1000);
    await deleteOldChanges(store(), { organisationId, before });
    const left = await Promise.all([shown, proposed, ...unused].map(stored));
    expect(left.map((one) => one !== null)).toEqual([true, true, false, false, false]);
  });
});
