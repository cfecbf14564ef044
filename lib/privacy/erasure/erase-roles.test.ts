import { expect, it } from 'vitest';
import { readJournal } from '@/lib/store/journal-read';
import { readRoleHolders } from '@/lib/store/roles';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { describeErasure } from './erasure.fixture';
import { beginErasure, settleErasures } from './settle-erasures';

const organisationId = 1;
const clock = () => new Date('2026-05-03T02:00:00Z');
const request = { newContactId: null, withCompany: false, repeats: null };

describeErasure('an erased officer', (context) => {
  it('an erased person has no role, and the journal does not say which role it was', async () => {
    const { store, dataDir } = context();
    const write = { organisationId, clock, areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(store, write, async (writer) => {
      await putSampleStructure(writer, { id: organisationId });
      for (const id of [1, 2]) {
        await writer.memberships.put(sampleMember(id, {}, { id, email: `person-${id}@members.example` }));
        await writer.roles.put({ id, role: 'officer', chapterIds: [1, 2] });
      }
    });
    const erasure = { organisationId, personId: 1, request, cause: testCause, startedAt: clock() };
    await beginErasure(store, erasure);
    expect(await settleErasures(store, { dataDir, clock })).toMatchObject([{ problem: null }]);
    expect((await readRoleHolders(store.members, organisationId)).map(({ id }) => id)).toEqual([2]);
    const chapters = await store.members.selectFrom('role_chapter').select('person_id').distinct().execute();
    expect(chapters).toEqual([{ person_id: 2 }]);
    const rows = await readJournal(store.members, organisationId, { after: 0, limit: 100 });
    const ofRoles = rows.filter(({ kind, recordId }) => kind === 'role' && recordId === 1);
    expect(ofRoles.filter(({ changes }) => JSON.stringify(changes).includes('officer'))).toEqual([]);
  });
});
