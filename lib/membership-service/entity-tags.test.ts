import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { MembersWriter } from './store/members-writer';
import { noAreaCentre, putSampleStructure, sampleMember } from './store/sample-members';
import { describeEachEngine } from './store/test-stores';
import { withMembersWriter } from './store/write';
import { startTestService, type TestService } from './test-service';

describeEachEngine('an answer’s entity tag', (store) => {
  let service: TestService;
  const write = <T>(work: (writer: MembersWriter) => Promise<T>) => {
    service.time.now = new Date(service.time.now.getTime() + 1000);
    const options = { organisationId: 1, clock: () => service.time.now, areaCentre: noAreaCentre };
    return withMembersWriter(store(), options, work);
  };
  const tagOf = async (path: string) => (await service.get(path)).headers.get('ETag') ?? '';
  const askAgain = (path: string, etag: string) => service.get(path, { headers: { 'If-None-Match': etag } });

  beforeAll(async () => {
    service = startTestService(store());
    await write(async (writer) => {
      await putSampleStructure(writer);
      await writer.putMember(sampleMember(1));
    });
  });

  it('is another after each write, and the same after one that changed nothing', async () => {
    const before = await tagOf('members');
    await write((writer) => writer.putMember(sampleMember(2)));
    const after = await tagOf('members');
    expect((await askAgain('members', before)).status).toBe(200);
    expect(await write((writer) => writer.putMember(sampleMember(2)))).toBe('unchanged');
    expect((await askAgain('members', after)).status).toBe(304);
    await write((writer) => writer.putCategories([{ id: 1, name: 'Renamed', description: '' }]));
    expect((await askAgain('members', after)).status).toBe(200);
    expect(await (await service.get('categories')).text()).toContain('Renamed');
  });

  it('is not there for the user, whose answer nobody keeps', async () => {
    const token = await service.token({ scopes: ['user'], personId: 1 });
    const { headers } = await service.get('user', { token });
    expect([headers.get('ETag'), headers.get('Cache-Control')]).toEqual([null, 'no-store']);
  });

  it('gets who has it 304 without the list being read', async () => {
    const etag = await tagOf('members');
    await sql`alter table membership_document rename to membership_document_away`.execute(store().members);
    // By another address of the same list, as its own answer is kept.
    expect((await service.get('members?_=1')).status).toBe(500);
    expect((await askAgain('members?_=1', etag)).status).toBe(304);
    await sql`alter table membership_document_away rename to membership_document`.execute(store().members);
    expect((await service.get('members?_=1')).status).toBe(200);
  });
});
