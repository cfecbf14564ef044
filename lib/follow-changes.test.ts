import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDirectory } from '@/lib/directory/create-directory';
import type { Directory } from '@/lib/directory/directory';
import { emptyFilter } from '@/lib/directory/filter';
import { createMembershipApiClient, trustedLimits } from '@/lib/contract/client';
import { startTestService, testBaseUrl, type TestService } from '@/lib/service/service.fixture';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { deleteOldChanges } from '@/lib/changes/journal/retention';
import type { MembersWriter } from '@/lib/store/members-writer';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  sampleOrganisation,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { defaultNoun } from '@/lib/base/noun';
import { sampleSize } from '@/lib/base/test-strength';
import { defaultAppearance } from '@/lib/contract/site';
import { waitFor } from '@/lib/base/wait-for.fixture';

let organisationId = 0;
let service: TestService;
let requests: string[];
/** If this returns a response, the service is not asked. */
let onRequest: (path: string, init?: RequestInit) => Promise<Response | null>;
let folders: string[];
let opened: Directory[];
let isDirectoryClosed = false;

describeEachEngine('a directory that follows the changes', (store) => {
  const write = async (work: (writer: MembersWriter) => Promise<unknown>) => {
    service.time.now = new Date(service.time.now.getTime() + 1000);
    const clock = () => service.time.now;
    await withMembersWriter(
      store(),
      { organisationId, clock, areaCentre: noAreaCentre, cause: testCause },
      work,
    );
  };
  const put = (id: number, change = {}, person = {}) =>
    write((writer) => writer.memberships.put(sampleMember(id, change, person)));
  const open = async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'follow-'));
    folders.push(dataDir);
    const { id, secret } = await createClient(store(), {
      organisationId,
      name: 'Directory',
      scopes: ['basic', 'members'],
      redirectUris: [],
      seesAdminExtras: false,
    });
    const clock = () => service.time.now;
    const settings = {
      apiUrl: testBaseUrl,
      organisationId,
      client: { id, secret: secret ?? '' },
      clock,
      limits: trustedLimits,
    };
    const api = createMembershipApiClient(settings, {
      fetch: async (address, init) => {
        const path = String(address).replace(/^.*organisation\/\d+\//, '');
        requests.push(path);
        return (await onRequest(path, init)) ?? service.app.request(String(address), init);
      },
    });
    const site = {
      organisationId,
      name: 'Test',
      colour: null,
      logoUrl: null,
      ...defaultAppearance,
      country: null,
    };
    const directory = createDirectory({
      api,
      clock,
      config: { dataDir, remoteApiUrl: null },
      refreshSeconds: 86_400,
      site: () => ({
        ...site,
        timeZone: 'Australia/Melbourne',
        currency: null,
        noun: defaultNoun,
        synonyms: '',
        areas: '',
        contactEmail: null,
        chapterContacts: {},
        isDemonstration: false,
        isDirectoryClosed,
      }),
    });
    opened.push(directory);
    await directory.start();
    return directory;
  };
  const begin = async () => {
    organisationId += 1;
    service = startTestService(store(), { organisationId });
    requests = [];
    onRequest = async () => null;
    await write((writer) => putSampleStructure(writer, { id: organisationId }));
  };
  const shown = (directory: Directory) =>
    [...directory.entries()].map(({ entry }) => entry).sort((a, b) => Number(a.id) - Number(b.id));
  const listed = (directory: Directory) => shown(directory).map(({ id }) => id);
  const loads = () => requests.filter((request) => !request.startsWith('changes'));

  beforeEach(async () => {
    isDirectoryClosed = false;
    [folders, opened] = [[], []];
    await begin();
  });
  afterEach(async () => {
    for (const directory of opened) await directory.stop();
    for (const folder of folders) await rm(folder, { recursive: true });
  });

  it('loads the members in one list, and loads the same members from a site that ignores or refuses the extension', async () => {
    await put(1, { categoryIds: [2, 1], locations: [sampleLocation({ id: 8 }), sampleLocation({ id: 3 })] });
    await put(2, { locations: [sampleLocation({ id: 4, precision: 'suburb' })] });
    await put(3, { categoryIds: [2], isListed: false });
    const whole = await open();
    const isOfMembers = (path: string) => path.startsWith('members?') || path.startsWith('locations?');
    expect(requests.filter(isOfMembers)).toHaveLength(1);
    const withoutExtension = (path: string) => path.replace(/&Include%5B%5D=(Categories|Locations)/g, '');
    const older = {
      ignores: (path: string) => service.get(withoutExtension(path)),
      refuses: (path: string) => service.get(`${path}&Unknown=1`),
    };
    for (const respond of Object.values(older)) {
      requests = [];
      onRequest = async (path) => (withoutExtension(path) === path ? null : respond(path));
      expect(shown(await open())).toEqual(shown(whole));
      expect(requests.filter(isOfMembers).length).toBeGreaterThan(3);
    }
    expect(listed(whole)).toEqual(['1', '2']);
    expect(shown(whole)[0]).toMatchObject({ categories: [{ id: '1' }, { id: '2' }] });
    expect(shown(whole)[0]?.locations.map(({ id }) => id)).toEqual(['3', '8']);
  });

  it('shows nobody while it is closed, also when members change, and everybody listed once it is open', async () => {
    isDirectoryClosed = true;
    await put(1);
    await put(2, { isListed: false });
    const directory = await open();
    expect(listed(directory)).toEqual([]);
    await put(3);
    await put(1, {}, { firstName: 'Renamed' });
    await directory.refresh();
    expect(listed(directory)).toEqual([]);
    isDirectoryClosed = false;
    await directory.refresh();
    expect(listed(directory)).toEqual(['1', '3']);
    isDirectoryClosed = true;
    await directory.refresh();
    expect(listed(directory)).toEqual([]);
  });

  it('uses the tag of the list of members to see whether it has changed', async () => {
    await put(1, { categoryIds: [1] });
    const directory = await open();
    const statuses: number[] = [];
    onRequest = async (path, init) => {
      if (path.startsWith('changes?')) return Response.json({}, { status: 410 });
      if (!path.startsWith('members?')) return null;
      const response = await service.app.request(
        `${testBaseUrl}/api/v2/organisation/${organisationId}/${path}`,
        init,
      );
      statuses.push(response.status);
      return response;
    };
    await directory.refresh();
    expect(statuses).toEqual([304]);
  });

  it('shows a change by itself, without loading a list', async () => {
    await put(1);
    const directory = await open();
    requests = [];
    await put(2, { categoryIds: [1], locations: [sampleLocation()] });
    await waitFor(() => expect(listed(directory)).toEqual(['1', '2']));
    await put(1, { isListed: false });
    await waitFor(() => expect(listed(directory)).toEqual(['2']));
    expect(directory.find('1')).toBe('removed');
    await put(1);
    await write((writer) => writer.memberships.remove([2]));
    await waitFor(() => expect(listed(directory)).toEqual(['1']));
    expect(directory.find('2')).toBe('removed');
    expect(directory.find('1')).toMatchObject({ id: '1' });
    expect(directory.search(emptyFilter).total).toBe(1);
    expect(loads()).toEqual([]);
    expect(directory.about().isStale).toBe(false);
  });

  it('loads only the members whom a renamed type or chapter affects, and none for a renamed category', async () => {
    for (const id of [1, 2, 3]) await put(id, { typeId: id === 3 ? 3 : 1, categoryIds: [1, 2] });
    const directory = await open();
    requests = [];
    await write((writer) => writer.structure.putChapters([{ id: 1, name: 'The West' }]));
    await directory.refresh();
    expect(directory.find('1')).toMatchObject({ chapter: { name: 'The West' } });
    expect(loads().every((one) => !one.startsWith('members?') || one.includes('OrganisationChapter'))).toBe(
      true,
    );
    requests = [];
    await write((writer) => writer.structure.putCategories([{ id: 1, name: 'Elders', description: '' }]));
    await directory.refresh();
    expect(directory.find('1')).toMatchObject({ categories: [{ name: 'Elders' }, { name: 'Founders' }] });
    expect(loads().filter((one) => one.startsWith('members?'))).toEqual([]);
  });

  it('shows the first of many changes before it reads the next', async () => {
    const directory = await open();
    const many = Array.from({ length: 250 }, (_, at) => at + 1);
    const shownBefore: number[] = [];
    onRequest = async (path) => {
      if (path.startsWith('changes')) shownBefore.push(shown(directory).length);
      return null;
    };
    requests = [];
    await write(async (writer) => {
      for (const id of many) await writer.memberships.put(sampleMember(id));
    });
    await directory.refresh();
    expect(listed(directory)).toEqual(many.map(String));
    // The changes come on several pages, and each page is shown before the next one is read.
    expect(new Set(shownBefore).size).toBeGreaterThan(2);
    expect(loads()).toEqual([]);
  });

  it('loads everything instead of following very many changes', async () => {
    await put(1);
    const directory = await open();
    await put(1, { isListed: false });
    requests = [];
    const pages = () => requests.filter((request) => request.startsWith('changes'));
    onRequest = async (path) => {
      if (!path.startsWith('changes') || loads().length > 0) return null;
      const Changes = Array.from({ length: 100 }, (_, at) => ({
        Position: String(at),
        Time: '2026-06-15T02:00:00Z',
        Kind: 'Member',
        ID: '1',
        Operation: 'removed',
        Listed: false,
        Member: null,
        Reload: [],
      }));
      return Response.json({ Changes, Next: '1', HasMore: true });
    };
    await directory.refresh();
    expect(loads()).not.toEqual([]);
    expect(pages().length).toBeLessThan(60);
    expect(directory.about().isStale).toBe(false);
  });

  it('loads everything when its position is no longer stored', async () => {
    await put(1);
    const directory = await open();
    await put(2);
    await put(3);
    requests = [];
    await deleteOldChanges(store(), { organisationId, before: new Date(service.time.now.getTime() + 1) });
    await directory.refresh();
    expect(listed(directory)).toEqual(['1', '2', '3']);
    expect(directory.about().isStale).toBe(false);
  });

  it('shows the same as if it had loaded everything, after any changes', async () => {
    const change = fc.record({
      id: fc.integer({ min: 1, max: 5 }),
      membership: fc.record({
        typeId: fc.constantFrom(1, 2, 3),
        chapterId: fc.constantFrom(1, 2, null),
        expiryDate: fc.constantFrom('2020-01-01', '2026-06-20', '2030-01-01', null),
        isApproved: fc.boolean(),
        isListed: fc.boolean(),
        kind: fc.constantFrom('individual' as const, 'corporate' as const),
        show: fc.option(
          fc.subarray(['LastName', 'Categories', 'Locations', 'Suburb', 'Extras', 'Organisation']),
        ),
        categoryIds: fc.subarray([1, 2]),
        amountOutstandingThousandths: fc.constantFrom(0, 5000),
        addons: fc.subarray([{ addonId: 2, quantity: 1, expiryDate: '2026-08-01', answers: [] }]),
        answers: fc.subarray([
          { extraId: 11, answer: 'Yes' },
          { extraId: 13, answer: 'Hidden' },
        ]),
      }),
      person: fc.record({
        lastName: fc.constantFrom('Ash', 'Birch'),
        organisation: fc.constantFrom('', 'Oak Ltd'),
      }),
      precisions: fc.array(fc.constantFrom('exact' as const, 'suburb' as const, 'state' as const), {
        maxLength: 2,
      }),
    });
    const name = fc.constantFrom('One', 'Two', 'Three');
    const step = fc.oneof(
      { weight: 6, arbitrary: change },
      fc.record({ removed: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ type: fc.record({ name, isVisible: fc.boolean(), isSearchable: fc.boolean() }) }),
      fc.record({ category: name }),
      fc.record({ chapter: name }),
      fc.record({ extra: name, isSearchable: fc.boolean() }),
      fc.record({
        listedStatuses: fc.subarray(['financial' as const, 'expiring' as const, 'outstanding' as const]),
      }),
    );
    const apply = (one: typeof step extends fc.Arbitrary<infer T> ? T : never) =>
      write(async (writer) => {
        if ('removed' in one) return writer.memberships.remove([one.removed]);
        if ('category' in one)
          return writer.structure.putCategories([{ id: 1, name: one.category, description: '' }]);
        if ('chapter' in one) return writer.structure.putChapters([{ id: 1, name: one.chapter }]);
        if ('type' in one) {
          const type = writer.structure.find('membership_type', 1);
          return type === null ? null : writer.structure.putMembershipTypes([{ ...type, ...one.type }]);
        }
        if ('extra' in one) {
          const extra = writer.structure.find('extra', 11);
          return extra === null
            ? null
            : writer.structure.putExtras([
                { ...extra, searchName: one.extra, isSearchable: one.isSearchable },
              ]);
        }
        if ('listedStatuses' in one)
          return writer.structure.putOrganisation(
            sampleOrganisation({ id: organisationId, listedStatuses: one.listedStatuses }),
          );
        const locations = one.precisions.map((precision, at) =>
          sampleLocation({ id: 10 * one.id + 1 - at, precision }),
        );
        return writer.memberships.put(sampleMember(one.id, { ...one.membership, locations }, one.person));
      });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 }),
        async (rounds) => {
          await begin();
          const follower = await open();
          for (const steps of rounds) {
            for (const one of steps) await apply(one);
            await follower.refresh();
          }
          const fresh = await open();
          expect(shown(follower)).toEqual(shown(fresh));
          expect(follower.about().version).toBe(fresh.about().version);
          expect(follower.about().problems).toEqual([]);
          await Promise.all([follower.stop(), fresh.stop()]);
        },
      ),
      { seed: 20261122, numRuns: sampleSize({ usual: 8, long: 300 }) },
    );
  });
});
