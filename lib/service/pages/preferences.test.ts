import { beforeAll, expect, test } from 'vitest';
import type { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import {
  api,
  requestToken,
  seedCast,
  startService,
  tokenOf,
  withToken,
  writerContext,
} from '@/lib/service/sign-in-service.fixture';
import { sampleLocation, sampleMember } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';

const page = '/auth/organisation/100/preferences';

function chosenOn(html: string, name: string): string | undefined {
  const select = new RegExp(`<select[^>]* name="${name}"[^>]*>(.*?)</select>`, 's').exec(html)?.[1];
  return /value="(\w+)" selected/.exec(select ?? '')?.[1];
}

describeEachEngine('preferences', (store) => {
  seedCast(store);
  const find = (id: number) =>
    withMembersWriter(store(), writerContext(100), (writer) => writer.findMember(id));

  beforeAll(async () => {
    const location = sampleLocation({ id: 5, latitude: -38.14991, longitude: 144.36172 });
    const person = {
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.org',
      organisation: 'Byron Bakery',
    };
    await withMembersWriter(store(), writerContext(100), async (writer) => {
      await writer.putMember(sampleMember(1, { locations: [location] }, person));
      await writer.putMember({
        ...sampleMember(50, { kind: 'corporate' }),
        person: sampleMember(1, {}, person).person,
      });
    });
  });

  async function signedIn(): Promise<Browser> {
    const browser = await startService(store()).browser().open(page);
    expect(browser.page).toContain('<h1>Sign in</h1>');
    return browser.signIn();
  }

  test('a member signs in and sees their own memberships, with the current settings', async () => {
    const browser = await signedIn();
    expect(browser.path).toBe(page);
    expect(browser.page).toContain('membership M-1');
    expect(browser.page).toContain('Byron Bakery, membership M-50');
    expect(browser.page).not.toContain('M-2');
    expect(chosenOn(browser.page, 'listed-1')).toBe('everybody');
    expect(chosenOn(browser.page, 'show-1-Categories')).toBe('everybody');
    expect(chosenOn(browser.page, 'show-1-Email')).toBe('office');
  });

  test('a firm is shown by its own name, and its contact’s name cannot be chosen', async () => {
    const browser = await signedIn();
    expect(browser.page).toContain('name="show-1-FirstName"');
    expect(browser.page).not.toContain('name="show-50-FirstName"');
    await browser.submit({ 'show-50-FirstName': 'everybody' }, { action: 'preferences' });
    expect((await find(50))?.membership.show).not.toContain('FirstName');
  });

  test('before sign-in the page does not show whether an organisation exists', async () => {
    const service = startService(store());
    const pages = [];
    for (const organisation of ['100', '999']) {
      const browser = await service.browser().open(page.replace('100', organisation));
      pages.push(
        browser.page.replace(
          /\/organisation\/\d+|request=\w+|value="[^"]*"|challenge&quot;:&quot;[\w-]+/g,
          '',
        ),
      );
    }
    expect(pages[0]).toBe(pages[1]);
    expect(pages[0]).not.toContain('Guild');
  });

  test('ticked choices are stored, for the member’s own memberships only', async () => {
    const browser = await signedIn();
    await browser.submit(
      {
        'listed-1': 'everybody',
        'show-1-Email': 'everybody',
        'show-1-Phone': 'members',
        'show-1-Mobile': 'strangers',
        'precision-1-5': 'suburb',
        'listed-2': 'office',
        'show-2-Mobile': 'everybody',
      },
      { action: 'preferences' },
    );
    expect(browser.path).toBe(`${page}?saved=1`);
    expect(browser.page).toContain('Your choices are saved');
    expect((await find(1))?.membership).toMatchObject({
      isListed: true,
      show: ['Email'],
      showMembers: ['Phone'],
      isMembersListed: false,
      locations: [{ precision: 'suburb' }],
    });
    expect((await find(50))?.membership).toMatchObject({ isListed: false, show: [], showMembers: null });
    expect((await find(2))?.membership).toMatchObject({ isListed: true, show: null });
  });

  test('a location shown as an area is sent without point and street, but stored exactly', async () => {
    const service = startService(store());
    const client = await service.register({ scopes: ['members'] });
    const token = await tokenOf(await requestToken(service, client, { grant_type: 'client_credentials' }));
    const answer = await (await service.request(`${api}/locations`, withToken(token))).text();
    expect(answer).toContain('"ID":"5"');
    expect(answer).not.toMatch(/38\.1499|144\.3617|Ryrie/);
    expect((await find(1))?.membership.locations[0]?.latitude).toBe(-38.14991);
  });

  test('for a location with a name, the page says that the name is shown at any precision', async () => {
    const browser = await signedIn();
    expect(browser.page).toContain(
      'The name “Geelong Clinic” is always shown, even if it reveals the place.',
    );
  });

  test('people may write only to members who allow it, which does not show the address', async () => {
    const browser = await signedIn();
    expect(browser.page).toContain('Let people write to me through the directory. My address is not shown.');
    expect(browser.page).not.toMatch(/name="show-1-Messages" checked=""/);
    await browser.submit({ 'listed-1': 'everybody', 'show-1-Messages': 'on' }, { action: 'preferences' });
    expect(browser.page).toMatch(/name="show-1-Messages" checked=""/);
    expect(browser.page).not.toMatch(/name="show-50-Messages" checked=""/);
    expect((await find(1))?.membership.show).toEqual(['Messages']);
  });

  test('if the site cannot send email, the page says that nobody can write to members', async () => {
    expect((await signedIn()).page).toContain('This site cannot send email yet');
  });

  test('if a member chooses the default again, no choice is stored, so that later defaults apply', async () => {
    const browser = await signedIn();
    const usual = [
      'FirstName',
      'Organisation',
      'MembershipType',
      'Categories',
      'Chapter',
      'JoiningDate',
      'Suburb',
      'State',
      'Extras',
      'Locations',
      'LocationWebsite',
      'Picture',
      'Introduction',
      'Services',
      'Areas',
      'LocationOpeningHours',
    ];
    const chosen = usual.map((field) => [`show-1-${field}`, 'everybody']);
    await browser.submit(
      { 'listed-1': 'everybody', ...Object.fromEntries(chosen) },
      { action: 'preferences' },
    );
    expect((await find(1))?.membership).toMatchObject({ isListed: true, show: null, showMembers: null });
  });

  test('“Members only” is offered if the association has a directory for members, or if it was chosen', async () => {
    const setDirectory = (hasMembersDirectory: boolean) =>
      withMembersWriter(store(), writerContext(100), async (writer) => {
        const organisation = writer.structure?.organisation;
        if (organisation !== undefined)
          await writer.putOrganisation({ ...organisation, hasMembersDirectory });
      });
    expect((await signedIn()).page).not.toContain('Members only');
    await setDirectory(true);
    const browser = await signedIn();
    expect(browser.page).toContain('Members only');
    await browser.submit({ 'listed-1': 'members', 'show-1-Email': 'members' }, { action: 'preferences' });
    expect((await find(1))?.membership).toMatchObject({
      isListed: false,
      isMembersListed: true,
      showMembers: ['Email'],
    });
    await setDirectory(false);
    expect(chosenOn((await signedIn()).page, 'show-1-Email')).toBe('members');
  });

  test('a form from another site or without its token changes nothing', async () => {
    const before = await find(1);
    const browser = await signedIn();
    await browser.submit({ csrf: 'x' }, { action: 'preferences' });
    expect(browser.response.status).toBe(403);
    const again = await signedIn();
    await again.submit({}, { action: 'preferences', headers: { Origin: 'https://evil.example' } });
    expect(again.response.status).toBe(403);
    expect(await find(1)).toEqual(before);
  });

  test('nothing is saved without a session', async () => {
    const response = await startService(store()).request(page, {
      method: 'POST',
      body: new URLSearchParams({ 'listed-1': 'office' }),
      headers: { Origin: 'https://members.example' },
    });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain('Nobody is signed in now');
  });
});
