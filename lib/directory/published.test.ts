import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { neverPause } from '@/lib/base/slices';
import { entryOf, locationAt } from '@/lib/directory/model/entry.fixture';
import { memberJsonLd } from './json-ld';
import { maxPagesInSitemap, sitemapCount, sitemapIndexXml, sitemapXml } from './sitemap';
import { memberVcard } from './vcard';

const url = 'https://directory.example/members/1-x';
const context = { url, associationName: 'Guild' };

describe('memberJsonLd', () => {
  test('no name closes the script or opens a tag', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const text = memberJsonLd(entryOf('1', { name: `${name}</script><!--&` }), context);
        expect(text).not.toMatch(/[<>&]/);
        expect(JSON.parse(text)).toMatchObject({ name: `${name}</script><!--&` });
      }),
      { seed: 61 },
    );
  });

  test('a person has no point, a firm has its exact one, and an area has none', () => {
    const locations = [locationAt('a', -38, 144)];
    const read = (change: Parameters<typeof entryOf>[1]) =>
      JSON.parse(memberJsonLd(entryOf('1', change), context)) as object;
    expect(read({ locations })).toMatchObject({
      '@type': 'LocalBusiness',
      geo: { latitude: -38, longitude: 144 },
    });
    expect(read({ kind: 'person', locations })).not.toHaveProperty('geo');
    const area = read({ locations: [locationAt('a', -38, 144, true)] });
    expect(area).toMatchObject({ '@type': 'Organization' });
    expect(area).not.toHaveProperty('geo');
  });

  test('all places of a member are included, with the first point and the first phone number', () => {
    const area = { ...locationAt('a', -37, 143, true), suburb: 'Ballarat' };
    const shop = { ...locationAt('b', -38, 144), suburb: 'Geelong', phone: '03 5550 0000' };
    const data: unknown = JSON.parse(memberJsonLd(entryOf('1', { locations: [area, shop, shop] }), context));
    expect(data).toMatchObject({
      '@type': 'LocalBusiness',
      address: [{ addressLocality: 'Ballarat' }, { addressLocality: 'Geelong' }],
      geo: { latitude: -38, longitude: 144 },
      telephone: '03 5550 0000',
    });
  });
});

describe('memberVcard', () => {
  const unfold = (card: string) => card.replaceAll('\r\n ', '');

  test('lines have at most 75 bytes, and folding loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
        const single = name.replace(/[\r\n]/g, '').replace(/\p{Cs}/gu, '');
        const card = memberVcard(entryOf('1', { name: single }), { url });
        for (const line of card.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        const escaped = single.replace(/[\\;,]/g, (sign) => `\\${sign}`);
        expect(unfold(card)).toContain(`FN:${escaped}\r\n`);
      }),
      { seed: 62 },
    );
  });

  test('a value cannot add a line', () => {
    const card = memberVcard(entryOf('1', { name: 'A\r\nEMAIL:evil@x.example' }), { url });
    expect(
      unfold(card)
        .split('\r\n')
        .filter((line) => line.startsWith('EMAIL')),
    ).toEqual([]);
  });

  test('a member with only a state or country still has an address', () => {
    expect(memberVcard(entryOf('1', { state: 'VIC' }), { url })).toContain('ADR;TYPE=WORK:;;;;VIC;;\r\n');
    expect(memberVcard(entryOf('1', { country: 'Fiji' }), { url })).toContain('ADR;TYPE=WORK:;;;;;;Fiji\r\n');
    expect(memberVcard(entryOf('1'), { url })).not.toContain('ADR');
  });

  test('an area’s point is not included', () => {
    const locations = [{ ...locationAt('a', -38, 144, true), suburb: 'Geelong' }];
    const card = memberVcard(entryOf('1', { locations }), { url });
    expect(card).toContain('ADR;TYPE=WORK:;;;Geelong;;;\r\n');
    expect(card).not.toContain('GEO');
  });
});

describe('site maps', () => {
  const pages = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ url: `https://x.example/${at}`, changedOn: '2026-03-01' }));

  test('have at most 50,000 addresses each, and are written in slices', async () => {
    const all = pages(maxPagesInSitemap + 1);
    expect([sitemapCount(maxPagesInSitemap), sitemapCount(all.length)]).toEqual([1, 2]);
    let pauses = 0;
    const first = await sitemapXml(all, () => void (pauses += 1));
    expect(first.match(/<url>/g)).toHaveLength(maxPagesInSitemap);
    expect(first).not.toContain(`/${maxPagesInSitemap}<`);
    expect(pauses).toBe(maxPagesInSitemap - 1);
    expect(await sitemapXml(all.slice(maxPagesInSitemap), neverPause)).toContain(
      `<loc>https://x.example/${maxPagesInSitemap}</loc><lastmod>2026-03-01</lastmod>`,
    );
  });

  test('escape addresses; an empty directory has one empty sitemap', async () => {
    expect(sitemapIndexXml([{ url: 'https://x.example/?a=1&b=<', changedOn: null }])).toContain(
      '?a=1&#38;b=&#60;</loc></sitemap>',
    );
    expect(sitemapCount(0)).toBe(1);
    expect(await sitemapXml([], neverPause)).toContain('<urlset');
  });
});
