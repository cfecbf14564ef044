/** Data stored before validation existed: every endpoint still works. */
import { expect, it } from 'vitest';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/membership-store/sample-members';
import { describeStoredProblems } from '@/lib/membership-store/sound-settings';
import { readStructure } from '@/lib/membership-store/structure';
import { describeEachEngine } from '@/lib/membership-store/test-stores';
import { withMembersWriter } from '@/lib/membership-store/write';
import { readSite } from './site';
import { startTestService } from './test-service';

const clock = () => new Date('2026-03-02T01:00:00Z');
const largest = 2 ** 53 - 1;

describeEachEngine('an organisation with unusable settings', (store) => {
  it('is served with the defaults, and each invalid setting is reported with its correction', async () => {
    const options = { organisationId: 1, clock, areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(store(), options, async (writer) => {
      await putSampleStructure(writer);
      await writer.putCategories([{ id: largest, name: 'Last', description: '<img>'.repeat(56_000) }]);
      await writer.putMember(sampleMember(1, { categoryIds: [largest] }));
    });
    await store()
      .members.updateTable('organisation')
      .set({
        time_zone: 'Mars/Olympus',
        notice_days: largest,
        listed_statuses: '{"all":true}',
        colour: 'red;x:y',
        logo_url: 'javascript:alert(1)',
      })
      .execute();
    const site = await readSite(store(), 1);
    expect(site).toMatchObject({ timeZone: 'UTC', colour: null, logoUrl: null });
    const { get, errors } = startTestService(store());
    for (const path of [
      'members',
      `members?MembershipCategory[]=${largest}`,
      'categories',
      'locations',
      'members?Include[]=Directory',
    ]) {
      const answer = await get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(await answer.json()).toBeInstanceOf(Array);
    }
    const found = await get(`members?MembershipCategory[]=${largest}`);
    expect(await found.json()).toHaveLength(1);
    expect(errors).toEqual([]);
    const structure = await readStructure(store().members, 1);
    expect(structure).not.toBeNull();
    if (structure === null) return;
    const problems = describeStoredProblems(structure);
    expect(problems).toEqual([
      {
        text: expect.stringContaining(
          'the setting timeZone is "Mars/Olympus"; it must be the name of a time',
        ),
        fix: './chapterhouse organisation set timeZone=VALUE --organisation 1',
      },
      { text: expect.stringContaining('the setting noticeDays'), fix: expect.anything() },
      { text: expect.stringContaining('the setting colour'), fix: expect.anything() },
      { text: expect.stringContaining('the setting logoUrl'), fix: expect.anything() },
      {
        text: expect.stringContaining(`ID of category ${largest} must be a positive whole number`),
        fix: './chapterhouse organisation apply FILE --organisation 1',
      },
      { text: expect.stringContaining('Description of category'), fix: expect.anything() },
    ]);
  });
});
