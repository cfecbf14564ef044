/** Where a picture is seen, and that it is seen nowhere once it is removed, hidden, or its person erased (A4). */
import sharp from 'sharp';
import type { APIRequestContext, Page } from '@playwright/test';
import { memberPicturePath, pictureFiles } from '@/lib/contract/picture-files';
import { expect, test } from './fixtures';
import { enterPassword, memberWho } from './sign-in';

interface Shown {
  /** The ID of the membership. */
  id: string;
  name: string;
  profile: string;
  picture: string;
  /** A browser in which the member is signed in. */
  own: Page;
}

/** Each place in which the public sees the picture, by what a request finds there. */
async function publicPlaces(request: APIRequestContext, { id, name, profile, picture }: Shown) {
  const text = async (path: string) => (await request.get(path)).text();
  const words = new URLSearchParams({ q: name }).toString();
  const page = await text(profile);
  const [, jsonLd = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(page) ?? [];
  const found = {
    card: (await text(`/?${words}`)).includes(picture),
    profile: page.replace(jsonLd, '').includes(picture),
    jsonLd: jsonLd.includes(picture),
    // Long lines of a vCard are folded.
    vcard: (await text(`${profile}/vcard`)).replaceAll('\r\n ', '').includes(picture),
    map: (await text(`/directory/clusters.json?${words}&view=-90,-180,90,180&zoom=18`)).includes(picture),
  };
  const files = pictureFiles.map(async (file) => {
    const response = await request.get(memberPicturePath(id, picture, file));
    return [file, response.status() === 200] as const;
  });
  return { ...found, ...Object.fromEntries(await Promise.all(files)) };
}

test('a picture is in all six places and sizes, and within a minute in none after a removal, a hiding or an erasure', async ({
  page,
  changeable: { address: home, installation, demonstration },
  browser,
}) => {
  test.setTimeout(300_000);
  installation.chapterhouse(['organisation', 'set', '--organisation', '100', 'ownEntry=Picture: free']);
  // Then the directory lists the member who owes money.
  installation.chapterhouse(['member', 'set', '1002', 'AmountOutstanding=0', '--organisation', '100']);
  const people = {
    removed: memberWho(demonstration, /is financial/),
    hidden: memberWho(demonstration, /expires soon/),
    erased: memberWho(demonstration, /owes money/),
  };
  const visitor = (await browser.newContext({ baseURL: home })).request;

  const show = async (way: keyof typeof people): Promise<Shown> => {
    const own = await (await browser.newContext({ baseURL: home })).newPage();
    await own.goto('/account/public-entry');
    await enterPassword(own, people[way]);
    await own.waitForURL('**/account/public-entry');
    const profile = (await own.getByRole('link', { name: 'your public page' }).getAttribute('href')) ?? '';
    const name = (await own.locator('[inert] h1').first().textContent()) ?? '';
    const id = profile.split('/')[2]?.split('-')[0] ?? '';
    await own.goto(`/account/public-entry?edit=picture-${id}`);
    const drawn = sharp({ create: { width: 300, height: 300, channels: 3, background: '#386' } });
    const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await drawn.jpeg().toBuffer() };
    await own.getByLabel('File').setInputFiles(photo);
    await own.getByRole('region', { name: 'Picture' }).getByRole('button', { name: 'Save' }).click();
    await expect(own.getByRole('status')).toContainText('Saved');
    const image = own.locator(`img[src^="/account/pictures/${id}/"]`).first();
    const picture = (await image.getAttribute('src'))?.split('/').at(-1) ?? '';
    return { id, name, profile, picture, own };
  };
  const isOnOwnCard = async ({ own, picture }: Shown) =>
    (await (await own.request.get('/account/card')).text()).includes(picture);
  const inAll = (seen: boolean) =>
    Object.fromEntries(
      ['card', 'profile', 'jsonLd', 'vcard', 'map', ...pictureFiles].map((place) => [place, seen]),
    );
  const expectEverywhere = (shown: Shown, seen: boolean) =>
    expect.poll(() => publicPlaces(visitor, shown), { timeout: 60_000 }).toEqual(inAll(seen));

  const removed = await show('removed');
  const hidden = await show('hidden');
  const erased = await show('erased');
  for (const shown of [removed, hidden, erased]) {
    expect(shown.picture).toMatch(/^[0-9a-f]{32}$/);
    await expectEverywhere(shown, true);
    expect(await isOnOwnCard(shown)).toBe(true);
  }
  // The cards beside the map are drawn in the browser.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${home}/map?q=${encodeURIComponent(removed.name)}`);
  await expect(page.locator(`img[src*="${removed.picture}"]`).first()).toBeVisible();

  await removed.own.goto(`/account/public-entry?edit=picture-${removed.id}`);
  await removed.own.getByRole('button', { name: 'Remove the picture' }).click();
  await expect(removed.own.getByRole('status')).toContainText('Saved');
  await expectEverywhere(removed, false);
  expect(await isOnOwnCard(removed)).toBe(false);

  await hidden.own.goto('/account/public-entry');
  await hidden.own.getByRole('link', { name: 'Change what is shown' }).click();
  await hidden.own.getByLabel('Picture').selectOption('The office only');
  await hidden.own.getByRole('button', { name: 'Save' }).click();
  await expect(hidden.own.getByText('Your choices are saved')).toBeVisible();
  await expectEverywhere(hidden, false);
  // Only the picture is gone.
  for (const { profile } of [removed, hidden]) expect((await visitor.get(profile)).status()).toBe(200);
  // The card is for the member, who still has the picture. Nobody else gets its address.
  expect(await isOnOwnCard(hidden)).toBe(true);
  const ownAddress = ({ id, picture }: Shown) => `/account/pictures/${id}/${picture}`;
  expect((await hidden.own.request.get(ownAddress(hidden))).status()).toBe(200);
  expect((await erased.own.request.get(ownAddress(hidden))).status()).toBe(404);
  expect((await visitor.get(ownAddress(hidden), { maxRedirects: 0 })).status()).not.toBe(200);

  installation.chapterhouse([
    'person',
    'erase',
    '--number',
    `SC${erased.id}`,
    '--yes',
    '--organisation',
    '100',
  ]);
  await expectEverywhere(erased, false);
  expect(await isOnOwnCard(erased)).toBe(false);
  expect((await erased.own.request.get(ownAddress(erased), { maxRedirects: 0 })).status()).not.toBe(200);
  for (const { own } of [removed, hidden, erased]) await own.context().close();
});
