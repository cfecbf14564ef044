import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findShownOrganisation, readSite } from './read-site';
import { markInstallation } from '@/lib/store/installation/marks';
import { noAreaCentre, sampleOrganisation, testCause } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';

describeUsualEngines('the site', (store) => {
  const put = (id: number) =>
    withMembersWriter(
      store(),
      { organisationId: id, clock: () => new Date(), areaCentre: noAreaCentre, cause: testCause },
      (writer) => writer.structure.putOrganisation(sampleOrganisation({ id, country: '' })),
    );

  it('without configuration is the only organisation, or the one that was shown before there were others', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-site-'));
    const find = (organisationId: number | null = null) =>
      findShownOrganisation(store(), { organisationId, dataDir });
    const mark = (shownId: number | null) =>
      markInstallation(store(), { dataDir, secretMark: null, shownId });
    expect(await find()).toBe(null);
    await put(100);
    expect(await find()).toBe(100);
    await put(200);
    await expect(find()).rejects.toThrow('which of the organisations 100, 200 the directory shows');
    await mark(null);
    await expect(find()).rejects.toThrow('which of the organisations 100, 200 the directory shows');
    await mark(200);
    expect(await find()).toBe(200);
    expect(await find(100)).toBe(100);
    await expect(find(300)).rejects.toThrow('is 300, but the database has only the organisations 100, 200');
    rmSync(dataDir, { recursive: true });
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
