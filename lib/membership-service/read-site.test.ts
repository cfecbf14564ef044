import { expect, it } from 'vitest';
import { findOnlyOrganisation, readSite } from './read-site';
import { noAreaCentre, sampleOrganisation, testCause } from '@/lib/membership-store/sample-members.fixture';
import { describeEachEngine } from '@/lib/membership-store/stores.fixture';
import { withMembersWriter } from '@/lib/membership-store/write';

describeEachEngine('the site', (store) => {
  it('is found without configuration only if there is exactly one organisation', async () => {
    expect(await findOnlyOrganisation(store())).toBe(null);
    for (const [id, found] of [
      [100, 100],
      [200, 'several'],
    ] as const) {
      const context = {
        organisationId: id,
        clock: () => new Date(),
        areaCentre: noAreaCentre,
        cause: testCause,
      };
      await withMembersWriter(store(), context, (writer) =>
        writer.putOrganisation(sampleOrganisation({ id, country: '' })),
      );
      expect(await findOnlyOrganisation(store())).toBe(found);
    }
  });

  it('has the appearance of its organisation, null for an unknown country, and is the demonstration only if it is marked as one', async () => {
    const site = await readSite(store(), 100);
    expect(site).toMatchObject({ name: 'Institute of Examples', country: null, isDemonstration: false });
    const context = {
      organisationId: 200,
      clock: () => new Date(),
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    await withMembersWriter(store(), context, (writer) => writer.marks.setDemonstration(true));
    expect((await readSite(store(), 200)).isDemonstration).toBe(true);
    expect((await readSite(store(), 100)).isDemonstration).toBe(false);
    await expect(readSite(store(), 300)).rejects.toThrow('no organisation 300');
  });
});
