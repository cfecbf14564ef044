import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { MembersWriter } from '@/lib/store/members-writer';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { startTestService, type TestService } from './service.fixture';

describeEachEngine('a response’s entity tag', (store) => {
  let service: TestService;
  const write = <T>(work: (writer: MembersWriter) => Promise<T>) => {
    service.time.now = new Date(service.time.now.getTime() + 1000);
    const context = {
      organisationId: 1,
      clock: () => service.time.now,
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    return withMembersWriter(store(), context, work);
  };
  const tagOf = async (path: string) => (await service.get(path)).headers.get('ETag') ?? '';
  const requestAgain = (path: string, etag: string) =>
    service.get(path, { headers: { 'If-None-Match': etag } });

  beforeAll(async () => {
    service = startTestService(store());
    await write(async (writer) => {
      await putSampleStructure(writer);
      await writer.memberships.put(sampleMember(1));
    });
  });

  it('changes after each write, and stays the same after a write that changed nothing', async () => {
    const before = await tagOf('members');
    await write((writer) => writer.memberships.put(sampleMember(2)));
    const after = await tagOf('members');
    expect((await requestAgain('members', before)).status).toBe(200);
    expect(await write((writer) => writer.memberships.put(sampleMember(2)))).toBe('unchanged');
    expect((await requestAgain('members', after)).status).toBe(304);
    await write((writer) => writer.structure.putCategories([{ id: 1, name: 'Renamed', description: '' }]));
    expect((await requestAgain('members', after)).status).toBe(200);
    expect(await (await service.get('categories')).text()).toContain('Renamed');
  });

  it('is absent for the user, whose response nobody caches', async () => {
    const token = await service.token({ scopes: ['user'], personId: 1 });
    const { headers } = await service.get('user', { token });
    expect([headers.get('ETag'), headers.get('Cache-Control')]).toEqual([null, 'no-store']);
  });

  it('gives a client that has it 304 without reading the list', async () => {
    const etag = await tagOf('members');
    await sql`alter table membership_document rename to membership_document_away`.execute(store().members);
    // A different address for the same list, because the response at the usual address is cached.
    expect((await service.get('members?_=1')).status).toBe(500);
    expect((await requestAgain('members?_=1', etag)).status).toBe(304);
    await sql`alter table membership_document_away rename to membership_document`.execute(store().members);
    expect((await service.get('members?_=1')).status).toBe(200);
  });
});
