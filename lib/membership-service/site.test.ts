import { expect, it } from 'vitest';
import { findOnlyOrganisation, readSite } from './site';
import { noAreaCentre, sampleOrganisation } from './store/sample-members';
import { describeEachEngine } from './store/test-stores';
import { withMembersWriter } from './store/write';

describeEachEngine('the site', (store) => {
  it('is found without configuration only while there is exactly one organisation', async () => {
    expect(await findOnlyOrganisation(store())).toBe(null);
    for (const [id, found] of [
      [100, 100],
      [200, 'several'],
    ] as const) {
      const options = { organisationId: id, clock: () => new Date(), areaCentre: noAreaCentre };
      await withMembersWriter(store(), options, (writer) =>
        writer.putOrganisation(sampleOrganisation({ id, country: '' })),
      );
      expect(await findOnlyOrganisation(store())).toBe(found);
    }
  });

  it('has the look of its organisation, null for a country that is not known', async () => {
    const site = await readSite(store(), 100);
    expect(site).toMatchObject({ name: 'Institute of Examples', country: null, isDemonstration: true });
    expect((await readSite(store(), 200)).isDemonstration).toBe(false);
    await expect(readSite(store(), 300)).rejects.toThrow('no organisation 300');
  });
});
