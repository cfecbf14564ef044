/** Data that was stored before validation existed: every endpoint still works. */
import { expect, it } from 'vitest';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Store } from '@/lib/store/database';
import { shortenEmbeddedTexts } from '@/lib/store/embedded-texts';
import { describeStoredProblems } from '@/lib/changes/valid-organisation';
import { readStructure } from '@/lib/store/structure';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { readSite } from './read-site';
import { startTestService } from './service.fixture';

const clock = () => new Date('2026-03-02T01:00:00Z');
const largest = 2 ** 53 - 1;

describeEachEngine('an organisation with unusable settings', (store) => {
  it('is served with the defaults, and each invalid setting is reported with its correction', async () => {
    const context = { organisationId: 1, clock, areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(store(), context, async (writer) => {
      await putSampleStructure(writer);
      await writer.structure.putCategories([
        { id: largest, name: 'Last', description: '<img>'.repeat(56_000) },
      ]);
      await writer.memberships.put(sampleMember(1, { categoryIds: [largest] }));
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
      'members?Include[]=Directory&Include[]=Categories&Include[]=Locations',
    ]) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.json()).toBeInstanceOf(Array);
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

  it('has no long descriptions or names in its members’ documents, and reports them', async () => {
    const context = { organisationId: 2, clock, areaCentre: noAreaCentre, cause: testCause };
    const [long, name] = ['<img src="data:é">'.repeat(16_000), 'N"'.repeat(1_000)];
    await withMembersWriter(store(), context, async (writer) => {
      await putSampleStructure(writer, { id: 2 });
      for (let id = 1; id <= 30; id += 1) await writer.memberships.put(sampleMember(id));
    });
    const body = () =>
      store()
        .members.selectFrom('membership_document')
        .select('body')
        .where('organisation_id', '=', 2)
        .orderBy('membership_id')
        .execute();
    const [first] = await body();
    const type = z.object({ ID: z.string(), Type: z.string(), Description: z.string() });
    const { MembershipType: own } = z
      .object({ MembershipType: type })
      .parse(JSON.parse(`{${first?.body.slice(1) ?? ''}}`));
    // The documents now contain the long texts, as an earlier release stored them.
    await store()
      .members.updateTable('membership_type')
      .set({ description: long, name })
      .where('organisation_id', '=', 2)
      .where('id', '=', Number(own.ID))
      .execute();
    const replaced = sql<string>`replace(replace(body, ${`"Type":${JSON.stringify(own.Type)}`}, ${`"Type":${JSON.stringify(name)}`}), ${`"Description":${JSON.stringify(own.Description)}`}, ${`"Description":${JSON.stringify(long)}`})`;
    await store()
      .members.updateTable('membership_document')
      .set({ body: replaced })
      .where('organisation_id', '=', 2)
      .execute();
    const lengthOf = async () => (await body()).reduce((sum, row) => sum + row.body.length, 0);
    expect(await lengthOf()).toBeGreaterThan(30 * long.length);
    const before = await readOrganisationVersion(store(), 2);
    await shortenEmbeddedTexts(store().members);
    expect(await lengthOf()).toBeLessThan(30 * 3_000);
    const shown = (row: { body: string } | undefined) =>
      z.object({ MembershipType: type }).parse(JSON.parse(`{${row?.body.slice(1) ?? ''}}`)).MembershipType;
    const short = { Type: `${name.slice(0, 999)}…`, Description: '' };
    expect(shown((await body())[0])).toMatchObject(short);
    const after = await readOrganisationVersion(store(), 2);
    expect(after, 'clients read the list again').toBeGreaterThan(before);
    await shortenEmbeddedTexts(store().members);
    expect(await readOrganisationVersion(store(), 2)).toBe(after);
    await withMembersWriter(store(), context, async (writer) => {
      await writer.memberships.put(sampleMember(31));
    });
    expect(shown((await body())[30])).toMatchObject(short);
    const structure = await readStructure(store().members, 2);
    expect(structure?.types.get(Number(own.ID))?.description).toBe(long);
    const problems = structure === null ? [] : describeStoredProblems(structure);
    expect(problems.map(({ text }) => text)).toEqual([
      expect.stringContaining(`Name of type ${own.ID} must`),
      expect.stringContaining(`Description of type ${own.ID} must`),
    ]);
  });
});

async function readOrganisationVersion(store: Store, id: number): Promise<number> {
  const row = await store.members
    .selectFrom('organisation')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.version;
}
