/** Members correct their own entry. Each test ends with the data that it found. */
import sharp from 'sharp';
import { acceptedPictures, pictureFiles } from '@/lib/contract/picture-files';
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { enterPassword, memberWho, signIn } from './sign-in';

const entry = '/account/public-entry';

test('a member corrects a phone in four interactions, and the office sees who did it', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /is financial/), '/account');
  const setMobile = async (number: string) => {
    await page.getByRole('link', { name: 'My entry' }).click();
    await page.getByRole('link', { name: 'Edit: Phone' }).click();
    await page.getByLabel('Mobile').fill(number);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('status')).toContainText('Saved');
    await expect(page.getByRole('region', { name: 'Phone' })).toContainText(number);
  };
  const before = '0491 570 737';
  await setMobile('0491 570 006');
  for (const path of [
    `${entry}?edit=contact-1001`,
    `${entry}?edit=answers-1001`,
    '/account/places/1001/new',
  ]) {
    await page.goto(path);
    await expectClean(page, path);
  }
  await page.goto('/office/members/1001/history');
  await expect(page.getByText('0491 570 006').first()).toBeVisible();
  await page.goto('/account');
  await setMobile(before);
});

test('a member answers about languages, video and home visits, and the card shows what the association chose', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /is financial/), entry);
  const answer = async (home: string, video: string, hasGreek: boolean) => {
    await page.goto(`${entry}?edit=answers-1001`);
    await page.getByLabel('Do you visit people at home?').selectOption(home);
    await page.getByLabel('Do you offer consultations by video?').selectOption(video);
    await page.getByLabel('Greek').setChecked(hasGreek);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('status')).toContainText('Saved');
  };
  // Only members of another type are asked this.
  await page.goto(`${entry}?edit=answers-1001`);
  await expect(page.getByText('Where do you study?')).toHaveCount(0);
  await answer('Yes', 'Yes', true);
  const card = page.getByRole('article').filter({ hasText: 'Zoë van der Berg' }).first();
  await expect(card).toContainText('✓ Accepting new patients✓ Telehealth✓ Home visits');
  await expect(card).not.toContainText('Greek');
  await page.getByRole('link', { name: 'your public page' }).click();
  await expect(page.getByRole('main')).toContainText('Greek');
  await answer('No', 'No answer', false);
  await expect(card).toContainText('✓ Accepting new patients');
  await expect(card).not.toContainText('Home visits');
});

test('a new name waits for the office, which declines it and then accepts another', async ({
  page,
  demonstration,
  browser,
}) => {
  await signIn(page, memberWho(demonstration, /owes money/), entry);
  const propose = async (name: string) => {
    await page.goto(entry);
    await page.getByRole('link', { name: 'Edit: Name' }).click();
    await page.getByLabel('First name').fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`First name: ${name}`)).toBeVisible();
  };
  const office = await (await browser.newContext()).newPage();
  await signIn(office, memberWho(demonstration, /owner in the office/), '/office');
  const open = () => office.goto('/office/applications/changes');

  await propose('Leo');
  await open();
  await expect(office.getByRole('row', { name: /First name Liam Leo/ })).toBeVisible();
  await office.getByText('Decline', { exact: true }).click();
  await office.getByLabel(/What .* reads/).fill('Please send us a document.');
  await office.getByRole('button', { name: 'Decline and send' }).click();
  await expect(office.getByRole('status')).toContainText('Declined');
  await page.goto(entry);
  await expect(page.getByText('The association wrote: Please send us a document.')).toBeVisible();
  await page.getByRole('button', { name: 'Close this message' }).click();
  await expect(page.getByText('Please send us a document.')).toBeHidden();

  for (const name of ['Leo', 'Liam']) {
    await propose(name);
    await open();
    await office.getByRole('button', { name: 'Accept' }).click();
    await expect(office.getByRole('status')).toContainText('Accepted');
    await page.goto(entry);
    await expect(page.getByRole('region', { name: 'Name' })).toContainText(name);
  }
  await office.context().close();
});

test('a member adds a picture in five interactions; the office accepts it, and a removal ends it everywhere', async ({
  page,
  demonstration,
  browser,
}) => {
  await signIn(page, memberWho(demonstration, /is financial/), '/account');
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() };
  await page.getByRole('link', { name: 'My entry' }).click();
  const part = page.getByRole('region', { name: 'Picture' });
  await page.getByRole('link', { name: 'Edit: Picture' }).click();
  // A phone converts its pictures to these formats, or does not offer them.
  await expect(page.getByLabel('File')).toHaveAttribute('accept', acceptedPictures);
  const frame = page.getByRole('group', { name: /Frame of the shown part/ });
  // A file that is chosen before the page's scripts have started is sent without a frame.
  await expect(async () => {
    await page.getByLabel('File').setInputFiles(photo);
    await expect(frame).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByLabel('What the picture shows').fill('In the practice');
  await expectClean(page, 'the form of a picture');
  // The frame also moves with the keyboard.
  const crop = page.locator('input[name=crop]');
  const before = await crop.inputValue();
  await frame.focus();
  await frame.press('ArrowUp');
  await expect(crop).not.toHaveValue(before);
  const moved = await crop.inputValue();
  await frame.hover();
  await page.mouse.down();
  await page.mouse.move(400, 0);
  await page.mouse.up();
  await expect(crop).not.toHaveValue(moved);
  await part.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Picture: In the practice')).toBeVisible();
  await expect(part).toContainText('Nothing yet');

  const office = await (await browser.newContext()).newPage();
  await signIn(office, memberWho(demonstration, /owner in the office/), '/office/applications/changes');
  const proposed = office.getByRole('row', { name: /Picture .* In the practice/ }).locator('img');
  await expect.poll(() => proposed.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
  await expectClean(office, 'a proposed picture');
  await office.getByRole('button', { name: 'Accept' }).click();
  await expect(office.getByRole('status')).toContainText('Accepted');

  await page.goto(entry);
  await expect(part).toContainText('Shown in the directory');
  const profile = (await page.getByRole('link', { name: 'your public page' }).getAttribute('href')) ?? '';
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(profile);
  const shown = visitor.getByRole('img', { name: 'In the practice' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const address = await shown.evaluate((image: HTMLImageElement) => image.currentSrc);
  const found = await visitor.request.get(address);
  expect([found.status(), found.headers()['cache-control']]).toEqual([200, 'public, max-age=60']);
  for (const file of pictureFiles) {
    const response = await visitor.request.get(new URL(file, address).href);
    expect([file, response.status()]).toEqual([file, 200]);
    for (const text of ['Exif', 'GPS']) expect((await response.body()).includes(text)).toBe(false);
  }
  expect(await (await visitor.request.get(`${profile}/vcard`)).text()).toContain('PHOTO;VALUE=uri:');
  await expectClean(visitor, 'a profile with a picture');
  await page.goto('/account/card');
  await expect(page.locator('img[src^="/account/pictures/"]').first()).toBeVisible();

  await page.goto(entry);
  await page.getByRole('link', { name: 'Edit: Picture' }).click();
  await part.getByRole('button', { name: 'Remove the picture' }).click();
  await expect(page.getByRole('status')).toContainText('Saved');
  // The address has no picture any more. Caches have it for at most a minute, as its header says.
  await expect.poll(async () => (await visitor.request.get(address)).status()).toBe(404);
  await visitor.context().close();
  await office.context().close();
});

test('a free change is public within 5 seconds, one that needs an approval only after it, and a locked field has no form', async ({
  page,
  changeable: { address: home, installation, demonstration },
  browser,
}) => {
  installation.chapterhouse([
    ...['organisation', 'set', '--organisation', '100'],
    'ownEntry=User.Mobile: locked\nUser.Phone: locked\nUser.WorkPhone: free',
  ]);
  await page.goto(`${home}${entry}`);
  await enterPassword(page, memberWho(demonstration, /is financial/));
  await page.waitForURL(`**${entry}`);
  const profile = (await page.getByRole('link', { name: 'your public page' }).getAttribute('href')) ?? '';
  const visitor = (await browser.newContext({ baseURL: home })).request;
  const seen = async (text: string) => (await (await visitor.get(profile)).text()).includes(text);
  const save = async (part: string, label: string, value: string) => {
    await page.goto(`${home}${entry}`);
    await page.getByRole('link', { name: `Edit: ${part}` }).click();
    await page.getByLabel(label).fill(value);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('status').first()).toContainText('Saved');
  };
  await save('Name', 'First name', 'Zelda');
  await expect(page.getByText('What the association must approve waits below')).toBeVisible();
  await page.getByRole('link', { name: 'Edit: Phone' }).click();
  // The form has only the field that is not locked.
  await expect(page.getByLabel('Mobile')).toHaveCount(0);
  await save('Phone', 'Work phone', '03 5550 0909');
  await expect.poll(() => seen('03 5550 0909'), { timeout: 5_000 }).toBe(true);
  expect(await seen('Zelda')).toBe(false);

  const office = await (await browser.newContext({ baseURL: home })).newPage();
  await signIn(office, memberWho(demonstration, /secretary in the office/), '/office/applications/changes');
  await office.getByRole('button', { name: 'Accept' }).click();
  await expect(office.getByRole('status')).toContainText('Accepted');
  await expect.poll(() => seen('Zelda'), { timeout: 5_000 }).toBe(true);

  installation.chapterhouse(['organisation', 'set', '--organisation', '100', 'ownEntry=Picture: locked']);
  await page.goto(`${home}${entry}?edit=picture-1001`);
  const picture = page.getByRole('region', { name: 'Picture' });
  await expect(picture).toContainText('Only the association');
  await expect(picture.getByLabel('File')).toHaveCount(0);
  await office.context().close();
});

test('a file that is not a picture is not sent', async ({ page, demonstration }) => {
  await signIn(page, memberWho(demonstration, /is financial/), entry);
  await page.goto(`${entry}?edit=picture-1001`);
  const part = page.getByRole('region', { name: 'Picture' });
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg/>') });
  await expect(part.getByRole('alert')).toContainText('Choose a JPEG, PNG or WebP file of at most 20 MB');
  await part.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('File')).toBeFocused();
});

/** A photo of 12 megapixels that lies on its side, with the place where it was taken. */
function phonePhoto(): Promise<Buffer> {
  return sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#386' } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '37/1 48/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a picture needs no scripts, and a file that cannot be shown is refused with what is expected', async ({
    page,
    demonstration,
  }) => {
    await signIn(page, memberWho(demonstration, /is financial/), entry);
    await page.goto(`${entry}?edit=picture-1001`);
    const part = page.getByRole('region', { name: 'Picture' });
    const send = async (buffer: Buffer) => {
      await page.getByLabel('File').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
      await part.getByRole('button', { name: 'Save' }).click();
    };
    for (const [buffer, text] of [
      [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        'The file is SVG. Choose a JPEG, PNG or WebP',
      ],
      [Buffer.alloc(30 * 1024 * 1024, 1), 'Choose a JPEG, PNG or WebP file of at most 20 MB'],
    ] as const) {
      await send(buffer);
      await expect(page.getByRole('alert')).toContainText(text);
    }
    await send(await phonePhoto());
    await expect(page.getByText('Waiting for the association since')).toBeVisible();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await expect(page.getByRole('status')).toContainText('Done');
  });

  test('a wrong value is shown at its field with what was typed, and a place is added and removed', async ({
    page,
    demonstration,
  }) => {
    await signIn(page, memberWho(demonstration, /expires soon/), entry);
    await page.getByRole('link', { name: 'Edit: Phone' }).click();
    await page.getByLabel('Work phone').fill('x'.repeat(400));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Work phone');
    await expect(page.getByLabel('Work phone')).toHaveValue('x'.repeat(400));

    await page.goto(entry);
    await page.getByRole('link', { name: 'Add a place' }).click();
    await page.getByLabel('Name').fill('Second rooms');
    await page.getByLabel('Suburb', { exact: true }).fill('Ballarat');
    await page.getByRole('button', { name: 'Find from the address' }).click();
    await page.getByRole('button', { name: 'Add the place' }).click();
    const place = page.getByRole('link', { name: /Second rooms/ });
    await place.click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('status')).toContainText('Saved');
    await expect(place).toHaveCount(0);
  });
});
