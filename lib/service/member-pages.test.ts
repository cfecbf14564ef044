import { beforeEach, expect, it } from 'vitest';
import { memberPagesSchema, memberPageSchema, officePageSchema } from '@/lib/contract/member-pages';
import { maxFileBytes } from '@/lib/contract/fields/page';
import type { MembershipRecord } from '@/lib/store/schema/records';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { officePeople, startTestOffice, type TestOffice } from '@/lib/office/office.fixture';
import { errorOf } from './sign-in-service.fixture';
import { testBaseUrl } from './service.fixture';

let organisationId = 26_000;
const { owner, secretary, officer, reader, member } = officePeople;

describeUsualEngines('pages for members', (store) => {
  let office: TestOffice;
  const ask = async (path: string, as: number = member) =>
    office.app.request(`${testBaseUrl}/api/v2/organisation/${organisationId}/user/pages${path}`, {
      headers: { Authorization: `Bearer ${await office.ownToken({ personId: as, scopes: ['user'] })}` },
    });
  const titles = async (as?: number) =>
    memberPagesSchema.parse(await (await ask('', as)).json()).Pages.map(({ Title }) => Title);
  const add = async (Title: string, Audience = 'members', Text = 'Hello') => {
    const response = await office.asRole(secretary).do('POST pages', { Title, Text, Audience });
    expect(response.status).toBe(201);
    return String(Object(await response.json()).ID);
  };
  const upload = async (page: string, name: string, bytes: Uint8Array) =>
    office.office('POST', `pages/${page}/files?Name=${encodeURIComponent(name)}`, {
      token: await office.ownToken({ personId: secretary }),
      body: bytes,
      headers: { 'Content-Type': 'application/octet-stream' },
    });
  const put = (change: Partial<MembershipRecord>) =>
    office.write((writer) =>
      writer.memberships.put(sampleMember(member, change, { id: member, lastName: 'Test' })),
    );

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
  });

  it('are read by the members whom they concern', async () => {
    await put({ typeId: 1, chapterId: 2 });
    await office.write((writer) =>
      writer.committees.put(member, [{ chapterId: 1, startsOn: null, endsOn: null }]),
    );
    for (const audience of [
      ...['members', 'type 1', 'type 2', 'chapter 1', 'chapter 2'],
      ...['committee', 'committee 1', 'committee 2'],
    ])
      await add(audience, audience);
    expect((await titles()).sort()).toEqual(['chapter 2', 'committee 1', 'members', 'type 1']);
    await office.write((writer) =>
      writer.committees.put(member, [{ chapterId: null, startsOn: null, endsOn: '2020-01-01' }]),
    );
    expect((await titles()).sort()).toEqual(['chapter 2', 'members', 'type 1']);
  });

  it.each([
    ['has lapsed', { expiryDate: '2020-06-30' }],
    ['is suspended', { isApproved: false, standing: 'suspended' as const }],
    ['is not approved', { isApproved: false }],
  ])('are not read by somebody whose membership %s', async (_, change) => {
    const page = await add('Rules');
    await upload(page, 'rules.txt', new TextEncoder().encode('secret'));
    expect(await titles()).toEqual(['Rules']);
    const { Files } = memberPageSchema.parse(await (await ask(`/${page}`)).json());
    await put(change);
    for (const path of ['', `/${page}`, `/${page}/files/${Files[0]?.ID}`])
      expect(await errorOf(await ask(path))).toBe('403 insufficient_scope');
  });

  it('are the same as pages that do not exist for everybody else', async () => {
    await put({ chapterId: 2 });
    const page = await add('Only for chapter 1', 'chapter 1');
    await upload(page, 'a.txt', new TextEncoder().encode('secret'));
    const inside = memberPageSchema.parse(await (await ask(`/${page}`, reader)).json());
    const hash = inside.Files[0]?.ID ?? '';
    const texts = await Promise.all(
      [`/${page}`, '/999', '/x', `/${page}/files/${hash}`, `/999/files/${hash}`, `/${page}/files/x`].map(
        async (path) => (await ask(path)).text(),
      ),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('not_found');
    // The hash of one page's download is not found under another page.
    const other = await add('Everybody');
    expect(await errorOf(await ask(`/${other}/files/${hash}`))).toBe('404 not_found');
    const foreign = await office.token({ scopes: ['user'], personId: reader });
    const response = await office.app.request(
      `${testBaseUrl}/api/v2/organisation/${organisationId}/user/pages/${page}`,
      { headers: { Authorization: `Bearer ${foreign}` } },
    );
    expect(await errorOf(response)).toBe('403 insufficient_scope');
  });

  it('have downloads that browsers only save', async () => {
    const page = await add('Forms');
    const html = new TextEncoder().encode('<script>alert(1)</script>');
    expect((await upload(page, 'Jahres"bericht ü.html', html)).status).toBe(201);
    const { Files } = memberPageSchema.parse(await (await ask(`/${page}`)).json());
    const response = await ask(`/${page}/files/${Files[0]?.ID}`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(html));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Jahres_bericht _.html"; filename*=UTF-8''Jahres%22bericht%20%C3%BC.html`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  it('have downloads up to a size and a number', async () => {
    const page = await add('Forms');
    expect((await upload(page, 'big.bin', new Uint8Array(maxFileBytes + 1))).status).toBe(413);
    for (const [name, bytes] of [
      ['', new Uint8Array(1)],
      ['x'.repeat(151), new Uint8Array(1)],
      ['empty', new Uint8Array()],
    ] as const)
      expect((await upload(page, name, bytes)).status).toBe(400);
    for (let at = 0; at < 10; at += 1)
      expect((await upload(page, `${at}.txt`, new Uint8Array([at]))).status).toBe(201);
    expect(await errorOf(await upload(page, 'one more', new Uint8Array([99])))).toBe('409 conflict');
    expect((await upload('999', 'a', new Uint8Array(1))).status).toBe(404);
  });

  it('are written by owners and secretaries, and a later change is not lost', async () => {
    const page = await add('First');
    for (const role of [officer, reader, member])
      expect((await office.asRole(role).do(`DELETE pages/${page}`)).status).toBe(403);
    const { Tag } = officePageSchema.parse(await (await office.asRole(owner).do(`GET pages/${page}`)).json());
    const change = async (body: object, etag: string) =>
      office.office('PATCH', `pages/${page}`, {
        token: await office.ownToken({ personId: owner }),
        body,
        headers: { 'If-Match': etag },
      });
    expect((await change({ Title: 'Second' }, Tag)).status).toBe(200);
    expect(await errorOf(await change({ Text: 'Lost?' }, Tag))).toBe('412 precondition_failed');
    const bodies = [
      [{ Title: '' }, 422],
      [{ Title: 'x'.repeat(201) }, 422],
      [{ Text: 'x'.repeat(50_001) }, 422],
      [{ Text: 'x'.repeat(50_000) }, 200],
      [{ Audience: 'everybody' }, 422],
      [{ Audience: 'type 99' }, 422],
      [{ Audience: 'committee 99' }, 422],
      [{ Text: 'a\u0000b' }, 422],
      [{ Files: '' }, 422],
    ] as const;
    for (const [body, status] of bodies)
      expect([body, (await change(body, '*')).status]).toEqual([body, status]);
  });

  it('are undone with their downloads', async () => {
    const page = await add('Minutes');
    await upload(page, 'minutes.txt', new TextEncoder().encode('minutes'));
    const read = async () =>
      officePageSchema.parse(await (await office.asRole(owner).do(`GET pages/${page}`)).json());
    const before = await read();
    expect((await office.asRole(secretary).do(`DELETE pages/${page}`)).status).toBe(204);
    expect(await titles()).toEqual([]);
    const journal = Object(await (await office.asRole(owner).do('GET journal')).json()) as {
      Changes: { Position: string; Kind: string; Operation: string }[];
    };
    const removal = journal.Changes.find(({ Kind }) => Kind === 'page');
    expect([removal?.Kind, removal?.Operation]).toEqual(['page', 'removed']);
    const undo = await office.asRole(secretary).do('POST journal/undo', { Position: removal?.Position });
    expect([undo.status, await read()]).toEqual([200, before]);
    const file = await ask(`/${page}/files/${before.Files[0]?.ID}`);
    expect(await file.text()).toBe('minutes');
    const later = await add('Another');
    expect(Number(later)).toBeGreaterThan(Number(page));
  });
});
