/**
 * The proof of non-interference for three audiences (docs/decisions.md, 36 and A3), with the store, the API and both
 * directories: what members see changes no byte of anything public, and what only the office sees changes no byte for
 * members either.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDirectory } from '@/lib/directory/create-directory';
import type { Directory } from '@/lib/directory/directory';
import { everythingShown, testSite } from '@/lib/directory/everything-shown.fixture';
import { loadPlaces } from '@/lib/map/geo/places';
import { audiences, choicesOf, toDirectory, type Audience } from '@/lib/contract/audiences';
import { createMembershipApiClient, trustedLimits } from '@/lib/contract/client';
import type { Site } from '@/lib/contract/site';
import type { MemberRecord } from '@/lib/store/schema/records';
import { testBaseUrl } from '@/lib/service/service.fixture';
import { sampleLocation, sampleMember } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { startTestOffice, type TestOffice } from '@/lib/office/office.fixture';
import { sampleSize } from '@/lib/base/test-strength';
import { createMembersDirectory, type MembersDirectory } from './account/members-directory/members-directory';

let organisationId = 9800;
const places = loadPlaces();
const choices = choicesOf('individual');
const words = ['Qeverybody', 'Qmembers', 'Qoffice'];
const queries = [
  'search.json',
  'search.json?sort=name',
  'search.json?sort=newest',
  ...words.map((word) => `search.json?q=${word}`),
  ...words.map((word) => `resolve.json?q=${word}+geelong`),
  ...words.map((word) => `places.json?q=${word}`),
  'search.json?state=Victoria&category=1',
  'search.json?lat=-37&lng=144&radius=500',
  'search.json?q=zzzz',
  'clusters.json?view=-90,-180,90,180&zoom=3',
  'clusters.json?view=-90,-180,90,180&zoom=18&closest=1',
  ...[1, 7, 100, 101, 102, 200].map((id) => `member.json?id=${id}`),
];

interface Seeds {
  /** Who sees which entry and field, and what everybody sees. */
  everybody: number;
  members: number;
  office: number;
}

/** Each value is made from the seed of its audience, and has the name of the audience in it. */
function makeMembers(seeds: Seeds): MemberRecord[] {
  const digit = (audience: Audience, ...of: (string | number)[]) =>
    createHash('sha256')
      .update(JSON.stringify([seeds[audience], of]))
      .digest()
      .readUInt32BE();
  const make = (id: number, entry: Audience, structure: Audience): MemberRecord => {
    const pick = (field: string) =>
      audiences[digit(structure, id, 'audience', field) % audiences.length] ?? 'office';
    const chosen = new Map(choices.map(({ fields }) => [fields[0], pick(fields[0])]));
    const audienceOf = (field: string) => {
      const own = chosen.get(field) ?? 'office';
      return audiences.indexOf(own) > audiences.indexOf(entry) ? own : entry;
    };
    const number = (field: string) => digit(audienceOf(field), id, field) % 1_000_000;
    const secret = (field: string) => `Qoffice${digit('office', id, field)}`;
    const text = (field: string) => `Q${audienceOf(field)}${number(field)}`;
    const area = (field: string) => (number(field) % 2 === 0 ? 'Geelong' : text(field));
    const shown = toDirectory(
      { entry, of: (field) => chosen.get(field) ?? 'office', takesMessages: false },
      'individual',
    );
    const point = { latitude: -38 + (number('Locations') % 300) / 100, longitude: 144 };
    const membership = {
      isListed: shown.Listed,
      isMembersListed: shown.MembersListed,
      show: shown.Show,
      showMembers: shown.ShowMembers,
      categoryIds: number('Categories') % 2 === 0 ? [1] : [2],
      joiningDate: `${1980 + (number('JoiningDate') % 40)}-02-03`,
      answers: number('Extras') % 2 === 0 ? [] : [{ extraId: 12, answer: text('Extras') }],
      picture: { id: pictureIdOf(id, number('Picture')), description: text('Picture') },
      introduction: text('Introduction'),
      services: text('Services'),
      areas: text('Areas'),
      locations:
        number('Locations') % 3 === 0
          ? []
          : [
              sampleLocation({
                id,
                ...point,
                name: text('Locations'),
                suburb: text('Locations'),
                address: text('LocationAddress'),
                phone: text('LocationPhone'),
                website: `https://${text('LocationWebsite').toLowerCase()}.example/`,
                openingHours: text('LocationOpeningHours'),
                email: `${secret('email of the place')}@example.org`,
              }),
            ],
    };
    return sampleMember(id, membership, {
      firstName: text('FirstName'),
      lastName: text('FirstName'),
      title: '',
      organisation: number('Organisation') % 2 === 0 ? '' : text('Organisation'),
      email: `${text('Email')}@example.org`,
      phone: text('Phone'),
      workPhone: text('WorkPhone'),
      mobile: text('Mobile'),
      address: {
        address: secret('street'),
        suburb: area('Suburb'),
        state: number('State') % 2 === 0 ? 'Victoria' : text('State'),
        postcode: secret('postcode'),
        country: 'Australia',
      },
    });
  };
  return [
    ...range(1, 14).map((id) => make(id, 'everybody', 'everybody')),
    // Whether these are in the directory for members is known only there.
    ...range(100, 8).map((id) => make(id, digit('members', id) % 3 === 0 ? 'office' : 'members', 'members')),
    ...range(200, 6).map((id) => make(id, 'office', 'office')),
  ];
}

/** A picture of its own for each value. */
function pictureIdOf(membershipId: number, value: number): string {
  return createHash('md5').update(`${membershipId} ${value}`).digest('hex');
}

function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at);
}

interface Both {
  everybody: Directory;
  members: MembersDirectory;
  /** The files that both have written. */
  stop: () => Promise<string[]>;
}

describeEachEngine('three audiences', (store) => {
  async function start(office: TestOffice, more: Partial<Site> = {}): Promise<Both> {
    const dataDir = await mkdtemp(join(tmpdir(), 'three-audiences-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const clock = () => office.time.now;
    const client = { id: `own-client-${organisationId}`, secret: 'secret of the own client' };
    const api = createMembershipApiClient(
      { apiUrl: testBaseUrl, organisationId, client, clock, limits: trustedLimits },
      { fetch: async (address, init) => office.app.request(String(address), init) },
    );
    const site = () => ({ ...testSite(organisationId), hasMembersDirectory: true, ...more });
    const services = { api, clock, site, places, config: { dataDir, remoteApiUrl: null } };
    const everybody = createDirectory(services);
    const members = createMembersDirectory({ ...services, gazetteer: places });
    await everybody.start();
    await members.start();
    const stop = async () => {
      await everybody.stop();
      await members.stop();
      return readdir(dataDir);
    };
    return { everybody, members, stop };
  }

  async function shown({ everybody, members }: Both) {
    const site = () => testSite(organisationId);
    const forMembers = members.open()?.directory;
    if (forMembers === undefined) throw new Error('the directory for members is open');
    await everybody.refresh();
    await forMembers.refresh();
    return {
      everybody: await everythingShown(everybody, site, queries),
      members: await everythingShown(forMembers, site, queries),
    };
  }

  const write = (office: TestOffice, seeds: Seeds) =>
    office.write(async (writer) => {
      // The bytes are not read here. `picture-routes.test.ts` says who gets them.
      writer.memberships.expectPictures();
      for (const member of makeMembers(seeds)) await writer.memberships.put(member);
    });

  it('data for members changes no byte of public routes, and data for the office none for members', async () => {
    for (let seed = 1; seed <= sampleSize({ usual: 1, long: 20 }); seed += 1) {
      organisationId += 1;
      const office = await startTestOffice(store(), organisationId);
      await write(office, { everybody: seed, members: 1, office: 1 });
      const following = await start(office);
      const first = await shown(following);
      const reload = async () => {
        const fresh = await start(office);
        const found = await shown(fresh);
        // What members see is never on disk.
        expect((await fresh.stop()).filter((name) => name.startsWith('directory')).length).toBeLessThan(2);
        return found;
      };
      await write(office, { everybody: seed, members: 1, office: 2 });
      const otherOffice = await shown(following);
      expect(otherOffice, `seed ${seed}, office`).toEqual(first);
      expect(await reload(), `seed ${seed}, office, loaded anew`).toEqual(first);
      await write(office, { everybody: seed, members: 2, office: 2 });
      const otherMembers = await shown(following);
      expect(otherMembers.everybody, `seed ${seed}, members`).toEqual(first.everybody);
      expect((await reload()).everybody, `seed ${seed}, members, loaded anew`).toEqual(first.everybody);
      // The comparison can fail: members see a difference, and everybody one of public data.
      expect(otherMembers.members).not.toEqual(first.members);
      const [all, ofMembers] = [first.everybody.join('\n'), first.members.join('\n')];
      expect(all).toMatch(/Qeverybody\d/);
      expect(all).not.toMatch(/Q(members|office)\d/i);
      expect(ofMembers).toMatch(/Qmembers\d/);
      expect(ofMembers).not.toMatch(/Qoffice\d/i);
      await write(office, { everybody: seed + 100, members: 2, office: 2 });
      expect((await shown(following)).everybody).not.toEqual(first.everybody);
      await following.stop();
    }
  });

  it('while the public directory is closed, the public sees nobody and members see the same as before', async () => {
    organisationId += 1;
    const office = await startTestOffice(store(), organisationId);
    await write(office, { everybody: 1, members: 1, office: 1 });
    const before = await start(office);
    const closed = await start(office, { isDirectoryClosed: true });
    const { everybody, members } = await shown(closed);
    expect(everybody.join('\n')).not.toMatch(/Q(everybody|members|office)\d/i);
    expect(members).toEqual((await shown(before)).members);
    expect(members.join('\n')).toMatch(/Qmembers\d/);
    await before.stop();
    await closed.stop();
  });
});
