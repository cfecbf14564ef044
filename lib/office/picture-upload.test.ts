import { beforeEach, expect, it } from 'vitest';
import { maxPictureBytes } from '@/lib/contract/picture-types';
import { readSite } from '@/lib/service/read-site';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { testBaseUrl } from '@/lib/service/service.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

const png = (content: string) =>
  Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from(content)]);

let organisationId = 8_800_000;

describeEachEngine('pictures of an association', (store) => {
  let office: TestOffice;
  const upload = async (content: string | Buffer, personId: number = officePeople.owner) => {
    const headers = { Authorization: `Bearer ${await office.ownToken({ personId })}` };
    const path = `/api/v2/organisation/${organisationId}/office/pictures`;
    return request(path, { method: 'POST', headers, body: new Uint8Array(Buffer.from(content)) });
  };
  const request = async (path: string, init?: RequestInit) => office.app.request(testBaseUrl + path, init);
  const nameOf = async (response: Response) => ((await response.json()) as { Name: string }).Name;
  const set = async (body: object) =>
    office.office('PATCH', 'settings', {
      token: await office.ownToken({ personId: officePeople.owner }),
      body,
    });

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
  });

  it('are sent to everybody as they were uploaded, and never change', async () => {
    const name = await nameOf(await upload(png('logo')));
    expect(await nameOf(await upload(png('logo')))).toBe(name);
    const response = await request(`/pictures/${organisationId}/${name}`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png('logo'));
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toContain('immutable');
  });

  it('are not sent again to a browser that has them', async () => {
    const name = await nameOf(await upload(png('logo')));
    const tag = (await request(`/pictures/${organisationId}/${name}`)).headers.get('etag') ?? '';
    const known = { headers: { 'If-None-Match': tag } };
    expect((await request(`/pictures/${organisationId}/${name}`, known)).status).toBe(304);
  });

  it('an SVG cannot run scripts when it is opened by itself', async () => {
    const svg =
      '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const name = await nameOf(await upload(svg));
    const { headers } = await request(`/pictures/${organisationId}/${name}`);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['a page', '<!doctype html><svg onload=alert(1)>'],
    ['a script', 'alert(1) // <svg>'],
    ['nothing', ''],
  ])('%s is refused', async (_name, content) => {
    const response = await upload(content);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('must be PNG, JPEG, WebP or SVG');
  });

  it('a comment ends at its first end mark, so there is only one way to divide a file into comments', async () => {
    expect((await upload('<!-- a --> text <!-- b --> <svg></svg>')).status).toBe(400);
    expect((await upload(`${'<!---->'.repeat(30)}x`)).status).toBe(400);
    expect((await upload(`${'<!-- a --> '.repeat(20)}<svg></svg>`)).status).toBe(201);
  });

  it('one byte too many is refused', async () => {
    const full = png('').length;
    expect((await upload(png('x'.repeat(maxPictureBytes - full)))).status).toBe(201);
    expect((await upload(png('x'.repeat(maxPictureBytes - full + 1)))).status).toBe(413);
  });

  it('a picture is found only under its own association, and an unknown name gets the same response as a wrong one', async () => {
    const name = await nameOf(await upload(png('logo')));
    const paths = [
      `${organisationId + 900}/${name}`,
      `${organisationId}/${'0'.repeat(32)}.png`,
      `${organisationId}/..%2F`,
    ];
    const answers = await Promise.all(
      paths.map(async (path) => {
        const response = await request(`/pictures/${path}`);
        return [response.status, await response.text()];
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(404);
  });

  it('a setting names only a picture that was uploaded', async () => {
    const refused = await set({ Logo: `${'0'.repeat(32)}.png` });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('must name a picture that was uploaded');
    const name = await nameOf(await upload(png('logo')));
    expect((await set({ Logo: name, Heading: 'Find a physiotherapist', Font: 'atkinson' })).status).toBe(200);
    expect(await readSite(store(), organisationId)).toMatchObject({
      logoUrl: `/pictures/${organisationId}/${name}`,
      darkLogoUrl: null,
      heading: 'Find a physiotherapist',
      font: 'atkinson',
    });
  });

  it('the oldest pictures are deleted when there are more than 40, but not those that a setting names', async () => {
    const logo = await nameOf(await upload(png('logo')));
    await set({ Logo: logo });
    const second = await nameOf(await upload(png('second')));
    for (let number = 0; number < 40; number += 1) {
      office.time.now = new Date(office.time.now.getTime() + 1000);
      await upload(png(String(number)));
    }
    const statusOf = async (name: string) => (await request(`/pictures/${organisationId}/${name}`)).status;
    expect(await statusOf(logo)).toBe(200);
    expect(await statusOf(second)).toBe(404);
    expect((await readSite(store(), organisationId)).logoUrl).toContain(logo);
  });

  it('a secretary may not upload a picture', async () => {
    expect((await upload(png('logo'), officePeople.secretary)).status).toBe(403);
  });
});
