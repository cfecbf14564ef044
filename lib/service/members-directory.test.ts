/** Reading hundreds of profiles is slowed and reported (docs/decisions.md, A3). */
import { beforeEach, expect, it } from 'vitest';
import { todaySchema } from '@/lib/contract/office-today';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { defaultRateLimits } from '@/lib/sign-in/oauth/rate-limits';
import { issueToken } from '@/lib/sign-in/oauth/tokens';
import { testBaseUrl } from './service.fixture';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { officePeople, startTestOffice, type TestOffice } from '@/lib/office/office.fixture';

let organisationId = 9700;
const { burst } = defaultRateLimits.memberProfilesPerPerson;

describeEachEngine('readings of the directory for members', (store) => {
  let office: TestOffice;
  const tokenOf = (personId: number | null) => office.ownToken({ personId, scopes: ['user'] });
  const read = async (kind: string, token: string | null) =>
    office.app.request(
      `${testBaseUrl}/api/v2/organisation/${organisationId}/user/directory-readings/${kind}`,
      { method: 'POST', headers: token === null ? {} : { authorization: `Bearer ${token}` } },
    );
  const waitOf = async (kind: string, token: string) => {
    const response = await read(kind, token);
    expect(response.status).toBe(200);
    return Number(((await response.json()) as { WaitSeconds: number }).WaitSeconds);
  };
  const readTooMuch = async (personId: number) => {
    const token = await tokenOf(personId);
    for (let count = 0; count < burst; count += 1) expect(await waitOf('profile', token)).toBe(0);
    expect(await waitOf('profile', token)).toBeGreaterThan(0);
    return token;
  };
  const problems = async () => {
    const response = await office.asRole(officePeople.owner).do('GET today');
    return todaySchema.parse(await response.json()).Problems.map(({ Text }) => Text);
  };

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
  });

  it('a member who opens very many profiles has to wait, and the office sees it once', async () => {
    expect(await problems()).toEqual([]);
    const token = await readTooMuch(officePeople.member);
    for (let count = 0; count < 3; count += 1) expect(await waitOf('profile', token)).toBeGreaterThan(0);
    // Each kind of reading, and each member, has a limit of its own.
    expect(await waitOf('page', token)).toBe(0);
    expect(await waitOf('profile', await tokenOf(7))).toBe(0);
    expect(await problems()).toEqual([expect.stringContaining(`(person ${officePeople.member})`)]);
    const rows = await store()
      .auth.selectFrom('account_journal')
      .select(['person_id', 'operation'])
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', 'members_directory')
      .execute();
    expect(rows).toEqual([{ person_id: officePeople.member, operation: 'limited' }]);
    office.time.now = new Date(office.time.now.getTime() + 3600_000);
    expect(await waitOf('profile', await tokenOf(officePeople.member))).toBe(0);
  });

  it('only members with a valid membership may read, and only through this installation’s own pages', async () => {
    const member = await tokenOf(officePeople.member);
    expect(await waitOf('map', member)).toBe(0);
    await office.write((writer) =>
      writer.memberships.put(sampleMember(officePeople.member, { expiryDate: '2026-06-14' })),
    );
    // The token was issued before the membership lapsed.
    expect((await read('map', member)).status).toBe(403);
    expect((await read('map', await tokenOf(null))).status).toBe(403);
    const site = await createClient(store(), {
      organisationId,
      name: 'Another site',
      scopes: ['user'],
      redirectUris: ['https://site.example/callback'],
    });
    const holder = { clientId: site.id, organisationId, scopes: ['user'], codeHash: null } as const;
    const others = await issueToken(store().auth, { ...holder, personId: 7 }, office.time.now);
    expect((await read('map', others)).status).toBe(403);
    expect((await read('map', 'unknown')).status).toBe(401);
    expect((await read('map', null)).status).toBe(401);
    expect((await read('everything', await tokenOf(7))).status).toBe(404);
  });

  it('answers for members follow the directory for members, if the association has one', async () => {
    const answered = 6;
    const answers = [{ extraId: 13, answer: 'Pottery' }];
    const person = { firstName: 'Name6', lastName: 'Test', email: 'person-6@example.org' };
    const put = (change: Parameters<typeof sampleMember>[1]) =>
      office.write((writer) =>
        writer.memberships.put(sampleMember(answered, { answers, ...change }, person)),
      );
    const set = async (path: string, body: object) =>
      office.office('PATCH', path, { token: await office.ownToken({ personId: 1 }), body });
    const readAnswers = async () => {
      const response = await office.get(`user/members/${answered}/answers`, { token: await tokenOf(7) });
      return response.status === 200 ? ((await response.json()) as unknown[]).length : response.status;
    };
    await set('settings/extras/13', { MembersOnly: true });
    const forMembers = {
      isListed: false,
      isMembersListed: true,
      show: [],
      showMembers: ['FirstName', 'Extras'],
    };
    await put(forMembers);
    expect(await readAnswers()).toBe(404);
    expect((await set('settings', { MembersDirectory: true })).status).toBe(200);
    expect(await readAnswers()).toBe(1);
    await put({ ...forMembers, showMembers: ['FirstName'] });
    expect(await readAnswers()).toBe(0);
    await put({ ...forMembers, isMembersListed: false });
    expect(await readAnswers()).toBe(404);
  });
});
