/** Answers for members only: valid members see them in each other's profiles, and nobody else sees a trace of them. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createDirectory } from '@/lib/directory/create-directory';
import { everythingShown, testSite } from '@/lib/directory/everything-shown.fixture';
import { createMembershipApiClient, trustedLimits } from '@/lib/contract/client';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { issueToken } from '@/lib/sign-in/oauth/tokens';
import { testBaseUrl } from '@/lib/service/service.fixture';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { startTestOffice, type TestOffice } from '@/lib/office/office.fixture';
import { toMembersOnlyAnswers } from './account/members-only-answers';

let organisationId = 9400;
const extra = 13;
const secret = 'Qsecretpottery';
const answered = 6;

describeUsualEngines('answers for members only', (store) => {
  let office: TestOffice;
  const setExtra = async (body: object) =>
    office.office('PATCH', `settings/extras/${extra}`, {
      token: await office.ownToken({ personId: 1 }),
      body,
    });
  const put = (change: Parameters<typeof sampleMember>[1]) =>
    office.write((writer) =>
      writer.memberships.put(
        sampleMember(answered, change, {
          firstName: 'Name6',
          lastName: 'Test',
          email: 'person-6@example.org',
        }),
      ),
    );
  const answers = [{ extraId: extra, answer: secret }];
  const readWith = (token: string | null, id: number | string = answered) =>
    office.get(`user/members/${id}/answers`, { token });
  const readAs = async (personId: number) => readWith(await office.ownToken({ personId, scopes: ['user'] }));

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    await put({ answers });
    await setExtra({ Question: 'Qsecrethobby', SearchName: 'Qsecrethobby', MembersOnly: true });
  });

  it('a valid member sees them, and the page shows them as text on one line', async () => {
    const response = await readAs(7);
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    const body = await response.json();
    expect(body).toEqual([{ ID: String(extra), Question: 'Qsecrethobby', Answer: secret }]);
    expect(
      toMembersOnlyAnswers([...body, { ...body[0], Answer: 'a\u202Eb\nc' }, { ...body[0], Answer: ' ' }]),
    ).toEqual([{ extraId: String(extra), label: 'Qsecrethobby', answers: [secret, 'a b c'] }]);
  });

  it('a person who is not a valid member, another site and an anonymous visitor are refused', async () => {
    await office.write(async (writer) => {
      await writer.memberships.put(sampleMember(2, { expiryDate: '2026-06-14' }));
      await writer.memberships.put(sampleMember(3, { isApproved: false }));
    });
    for (const person of [2, 3]) expect((await readAs(person)).status, `person ${person}`).toBe(403);
    const site = await createClient(store(), {
      organisationId,
      name: 'Another site',
      scopes: ['basic', 'members', 'user'],
      redirectUris: ['https://site.example/callback'],
      seesAdminExtras: true,
    });
    const holder = {
      clientId: site.id,
      organisationId,
      scopes: ['basic', 'members', 'user'],
      codeHash: null,
    } as const;
    for (const personId of [7, null]) {
      const token = await issueToken(store().auth, { ...holder, personId }, office.time.now);
      expect((await readWith(token)).status, `another site, person ${personId}`).toBe(403);
    }
    const own = await office.ownToken({ scopes: ['basic', 'members', 'user'] });
    expect((await readWith(own)).status, 'the directory itself, without a person').toBe(403);
    expect((await readWith(await office.ownToken({ personId: 7, scopes: ['members'] }))).status).toBe(403);
    expect((await readWith('unknown')).status).toBe(401);
    expect((await readWith(null)).status).toBe(401);
  });

  it('a member who is not in the directory, or shows no answers, has none to see', async () => {
    const read = async (id: number | string = answered) =>
      readWith(await office.ownToken({ personId: 7, scopes: ['user'] }), id);
    for (const change of [{ isListed: false }, { isApproved: false }, { expiryDate: '2026-06-14' }]) {
      await put({ answers, ...change });
      expect((await read()).status, JSON.stringify(change)).toBe(404);
    }
    for (const id of ['99', '0', 'x', '6%00', '1e0']) expect((await read(id)).status, id).toBe(404);
    await put({ answers, show: ['FirstName', 'LastName'] });
    expect(await (await read()).json()).toEqual([]);
    // The answers are private again: only the office sees them.
    await put({ answers });
    await setExtra({ MembersOnly: false });
    expect(await (await read()).json()).toEqual([]);
  });

  it('an extra for members only becomes public only if AdminOnly and MembersOnly are both set to false', async () => {
    const refused = await setExtra({ AdminOnly: false });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('MembersOnly');
    await office.write(async (writer) => {
      const stored = writer.structure.current?.extras.get(extra);
      if (stored === undefined) throw new Error('the extra exists');
      await writer.structure.putExtras([{ ...stored, isAdminOnly: false }]);
      expect(writer.structure.current?.extras.get(extra)).toMatchObject({
        isAdminOnly: false,
        isMembersOnly: false,
      });
    });
    expect(await (await readAs(7)).json()).toEqual([]);
  });

  it('a client of the API without admin extras learns nothing: no answer, question, filter or change', async () => {
    const token = await office.token({ scopes: ['basic', 'members'] });
    const everything = 'Searchable=false&FinancialStatus[]=financial&Include[]=Directory';
    const start = (await (await office.get('changes', { token })).json()) as { Next: string };
    await put({ answers: [{ extraId: extra, answer: `${secret} and more` }] });
    const paths = [
      'members',
      `members?${everything}`,
      `members/${answered}`,
      `members?ExtraAnswer[${extra}][]=${secret}`,
      'extras',
      'extras?Searchable=true',
      'locations',
      `changes?After=${start.Next}`,
    ];
    for (const path of paths) {
      const response = await office.get(path, { token });
      expect(await response.text(), path).not.toMatch(/Qsecret/i);
    }
    expect(await (await office.get('members', { token, version: 'v1' })).text()).not.toMatch(/Qsecret/i);
    // The site where the member signs in does not get the answers.
    const signedIn = await office.token({ scopes: ['user'], personId: answered });
    const own = await office.get('user', { token: signedIn });
    expect([own.status, /Qsecret/i.test(await own.text())]).toEqual([200, false]);
  });

  it('the public directory has the same bytes with and without them, on disk too, after members saw them', async () => {
    const withAnswers = await everythingPublic();
    expect((await readAs(7)).status).toBe(200);
    expect(await everythingPublic()).toEqual(withAnswers);
    await put({});
    await setExtra({ Question: 'Notes', SearchName: 'Notes', MembersOnly: false, AdminOnly: true });
    expect(await everythingPublic()).toEqual(withAnswers);
    expect(withAnswers.join('\n')).not.toMatch(/Qsecret/i);
    expect(withAnswers.join('\n')).toContain('Name6');
    // This proves that the comparison can fail: the answer to a public question appears everywhere.
    await put({ answers });
    await setExtra({ AdminOnly: false, Searchable: true });
    expect((await everythingPublic({ isPublic: true })).join('\n')).toMatch(/Qsecretpottery/i);
  });

  async function everythingPublic({ isPublic = false } = {}): Promise<string[]> {
    const dataDir = await mkdtemp(join(tmpdir(), 'members-only-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const clock = () => office.time.now;
    const client = { id: `own-client-${organisationId}`, secret: 'secret of the own client' };
    const api = createMembershipApiClient(
      { apiUrl: testBaseUrl, organisationId, client, clock, limits: trustedLimits },
      { fetch: async (address, init) => office.app.request(String(address), init) },
    );
    const site = () => testSite(organisationId);
    const directory = createDirectory({ api, clock, site, config: { dataDir, remoteApiUrl: null } });
    await directory.start();
    const searches = ['', `?q=${secret}`, '?q=qsecrethobby', `?extra-${extra}=${secret}`, `?sort=name`];
    const queries = [...searches.map((query) => `search.json${query}`), `member.json?id=${answered}`];
    const found = await everythingShown(directory, site, queries);
    await directory.stop();
    const stored = await Promise.all(
      (await readdir(dataDir)).map((name) => readFile(join(dataDir, name), 'latin1')),
    );
    if (!isPublic) expect(stored.join('\n')).not.toMatch(/Qsecret/i);
    return found.map((text) => text.replace(/"(version|loadedAt|asOf|updatedAt)":("[^"]*"|\d+)/g, ''));
  }
});
