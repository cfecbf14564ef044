import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompactSign, compactVerify, generateKeyPair, importJWK } from 'jose';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { userSchema } from '@/lib/contract/resources';
import type { Membership } from '@/lib/contract/resources';
import { issuerOf } from '@/lib/account/sso/provider';
import { startTestSite, testApp } from '@/lib/account/sso/api-and-app.fixture';
import type { TestSite } from '@/lib/account/sso/api-and-app.fixture';
import { issueCards, revokeCardsOf } from './card';
import { checkCard } from './card-check';
import { readCardCode } from '@/lib/contract/cards';
import { issueCardCode } from '@/lib/member-card/card-code';
import { createCardFiles } from '@/lib/member-card/card-files';
import { seededRandom } from '@/lib/base/seeded-random';
import { sampleCorporateMembership, sampleMembership, sampleUser } from '@/lib/contract/sample-user.fixture';
import { toStanding } from '@/lib/contract/standing';

prepareZXingModule({
  overrides: {
    wasmBinary: new Uint8Array(readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')).buffer,
  },
});
const now = { value: new Date() };
let dataDir: string;
let site: TestSite;
let app: Chapterhouse;

beforeEach(async () => {
  now.value = new Date('2026-03-15T10:00:00Z');
  dataDir = await mkdtemp(join(tmpdir(), 'cards-'));
  site = await startTestSite(sampleUser());
  app = testApp(site, { baseUrl: 'https://members.example', now, dataDir });
  site.members = [listed({ ID: '40' }), listed({ ID: '41' })];
});
afterEach(async () => {
  await site.close();
  await rm(dataDir, { recursive: true });
});

function listed(changes: Partial<Membership> = {}): Membership {
  return { ...sampleMembership(), User: userSchema.parse(sampleUser()), ...changes };
}
const member = (user = sampleUser()) => ({ user, standing: toStanding(user, '2026-03-15') });
const signingKey = () => createCardFiles(dataDir, issuerOf(app)).signingKey();
async function card() {
  const [first] = await issueCards(app, member());
  if (first === undefined) throw new Error('a valid membership has a card');
  return { ...first, code: first.checkUrl.replace('https://members.example/verify/', '') };
}

describe('a membership card', () => {
  it('its code shows whether it is valid today, the name, the type and nothing more', async () => {
    const check = await checkCard(app, (await card()).code);
    expect(check).toEqual({ kind: 'known', isValid: true, name: 'Ada Brandt', type: 'Full member' });
  });

  it('stays usable for years and shows the current status', async () => {
    const { code } = await card();
    now.value = new Date('2027-06-30T13:59:00Z');
    expect(await checkCard(app, code)).toMatchObject({ isValid: true });
    // In Melbourne, the next day has just begun.
    now.value = new Date('2027-06-30T14:01:00Z');
    expect(await checkCard(app, code)).toMatchObject({ kind: 'known', isValid: false });
    site.members = [listed({ ExpiryDate: '2028-06-30' })];
    expect(await checkCard(app, code)).toMatchObject({ isValid: true });
  });

  it('is searched with every status: a lapsed membership is known and not valid', async () => {
    const { code } = await card();
    site.members = [listed({ Status: 'expired', ExpiryDate: '2026-01-31' })];
    expect(await checkCard(app, code)).toMatchObject({ kind: 'known', isValid: false });
  });

  it('is the same each time, so that the printed card and the one on screen match', async () => {
    expect((await card()).checkUrl).toBe((await card()).checkUrl);
  });

  it('with a short code has a small QR code, which another library reads from a noisy picture of 200 pixels', async () => {
    const baseUrl = 'https://directory.association-of-physiotherapists.example';
    const cards = { ...app.cards, issue: async () => '0123456789ABC' };
    const config = { ...app.config, baseUrl };
    const [first] = await issueCards({ ...app, config, cards }, member());
    const qr = first?.qr ?? [];
    const [border, versionSix] = [4, 41];
    expect(qr.length - border).toBeLessThanOrEqual(versionSix);
    expect(first?.typed).toEqual({
      code: '0123-4567-89ABC',
      address: 'directory.association-of-physiotherapists.example/verify',
    });
    const size = 200;
    const random = seededRandom(7);
    const data = new Uint8ClampedArray(size * size * 4).fill(255);
    for (let pixel = 0; pixel < size * size; pixel += 1) {
      const module = (place: number) => Math.floor((place * qr.length) / size);
      const isDark = qr[module(Math.floor(pixel / size))]?.[module(pixel % size)] === true;
      data.fill((isDark ? 60 : 200) + (random() - 0.5) * 110, pixel * 4, pixel * 4 + 3);
    }
    const read = await readBarcodes({ data, width: size, height: size, colorSpace: 'srgb' } as ImageData, {
      formats: ['QRCode'],
    });
    expect(read.map(({ text }) => text)).toEqual([`${baseUrl}/verify/0123456789ABC`]);
  });

  it('with a long code has none to type', async () => {
    expect((await card()).typed).toBeNull();
  });

  it.each([
    ['0123-4567-89ABC', '0123456789ABC'],
    [' 0123 4567 89abc ', '0123456789ABC'],
    ['oil3-4567-89ABC', '0113456789ABC'],
    ['0123-4567-89AB', null],
    ['0123-4567-89ABCD', null],
    ['0123-4567-89ABU', null],
    ['', null],
  ])('a typed code %j is read as %j', (typed, code) => {
    expect(readCardCode(typed)).toBe(code);
  });

  it('exists for each membership that is valid today, and for no lapsed one', async () => {
    const firms = [
      sampleCorporateMembership(),
      sampleCorporateMembership({ ID: '78', Status: 'expired', ExpiryDate: '2025-06-30' }),
    ];
    const cards = await issueCards(app, member(sampleUser({ CorporateMemberships: firms })));
    expect(cards.map(({ membershipId, name }) => [membershipId, name])).toEqual([
      ['41', 'Ada Brandt'],
      ['77', 'Tidewater Rehab'],
    ]);
  });
});

it('a firm whose contact has no name is found by its organisation, never by requesting all members', async () => {
  const key = await signingKey();
  const content = {
    membershipId: '41',
    firstName: '',
    lastName: '',
    organisation: 'Tidewater',
    generation: 0,
  };
  await checkCard(app, await issueCardCode(key, issuerOf(app), content));
  await checkCard(app, await issueCardCode(key, issuerOf(app), { ...content, organisation: null }));
  expect(site.requests.map((query) => query.get('User[Organisation]'))).toEqual(['Tidewater']);
});

describe('invalid codes all get the same response', () => {
  async function codes(): Promise<Record<string, string>> {
    const key = await signingKey();
    const { code } = await card();
    const [header = '', payload = '', signature = ''] = code.split('.');
    const bytes = Buffer.from(payload, 'base64url').toString().replace('"41"', '"40"');
    const other = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    const forged = await new CompactSign(Buffer.from(payload, 'base64url'))
      .setProtectedHeader({ alg: 'EdDSA' })
      .sign(other.privateKey);
    const content = {
      membershipId: '999',
      firstName: 'Ada',
      lastName: 'Brandt',
      organisation: null,
      generation: 0,
    };
    return {
      'another membership under the same signature': `${header}.${Buffer.from(bytes).toString('base64url')}.${signature}`,
      'signed with another key': forged,
      'unsigned (alg none)': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
      'of another association': await issueCardCode(key, 'https://other.example', {
        ...content,
        membershipId: '41',
      }),
      'of a membership that does not exist': await issueCardCode(key, issuerOf(app), content),
      'of a generation to come': await issueCardCode(key, issuerOf(app), {
        ...content,
        membershipId: '41',
        generation: 1,
      }),
      'no code at all': 'x',
      empty: '',
      'very long': 'x'.repeat(100_000),
    };
  }

  it('unknown, with the same single request to the API', async () => {
    for (const [name, code] of Object.entries(await codes())) {
      site.requests.length = 0;
      expect(await checkCard(app, code), name).toEqual({ kind: 'unknown' });
      expect(site.requests.length, name).toBe(1);
    }
  });

  it('revoked by the member: the old card is unknown, the new one is valid, others are unaffected', async () => {
    const old = await card();
    const other = await issueCardCode(await signingKey(), issuerOf(app), {
      membershipId: '40',
      firstName: 'Ada',
      lastName: 'Brandt',
      organisation: null,
      generation: 0,
    });
    await revokeCardsOf(app, member());
    site.requests.length = 0;
    expect(await checkCard(app, old.code)).toEqual({ kind: 'unknown' });
    expect(site.requests.length).toBe(1);
    expect(await checkCard(app, (await card()).code)).toMatchObject({ kind: 'known' });
    expect(await checkCard(app, other)).toMatchObject({ kind: 'known' });
    await revokeCardsOf(app, member());
    expect(await checkCard(app, old.code)).toEqual({ kind: 'unknown' });
  });

  it('while the API is down, no code is reported as valid or invalid', async () => {
    const { code } = await card();
    site.isDown = true;
    expect(await checkCard(app, code)).toEqual({ kind: 'unavailable' });
    expect(await checkCard(app, 'x')).toEqual({ kind: 'unavailable' });
  });
});

describe('the key of the cards', () => {
  it('is created once even by concurrent requests, can be read by its owner only, and publishes no private part', async () => {
    const [a, b] = await Promise.all([signingKey(), signingKey()]);
    expect(a.publicJwk).toEqual(b.publicJwk);
    expect((await stat(join(dataDir, 'card-key.json'))).mode & 0o777).toBe(0o600);
    const { d } = JSON.parse(await readFile(join(dataDir, 'card-key.json'), 'utf8')) as { d: string };
    expect(JSON.stringify(a.publicJwk)).not.toContain(d);
  });

  it('the published part checks a card without a request to us', async () => {
    const { publicJwk } = await signingKey();
    const { payload } = await compactVerify((await card()).code, await importJWK(publicJwk, 'EdDSA'));
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({ m: '41', f: 'Ada', l: 'Brandt' });
  });
});
