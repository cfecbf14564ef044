/** Every byte that a directory shows: its JSON, addresses, saved contacts, structured data and site map. */
import { Hono } from 'hono';
import { expect } from 'vitest';
import { loadPlaces } from '@/lib/map/geo/places';
import { defaultNoun } from '@/lib/base/noun';
import { defaultAppearance, type Site } from '@/lib/contract/site';
import { neverPause } from '@/lib/base/slices';
import type { Directory } from './directory';
import { directoryRoutes } from './directory-routes';
import { memberJsonLd } from './json-ld';
import { withMemberPlaces } from './member-places';
import { sitemapXml } from './sitemap';
import { publicPages } from './sitemap-pages';
import { memberVcard } from './vcard';

const gazetteer = loadPlaces();

export function testSite(organisationId: number): Site {
  return {
    organisationId,
    name: 'Test',
    colour: null,
    logoUrl: null,
    ...defaultAppearance,
    country: null,
    timeZone: 'UTC',
    currency: null,
    noun: defaultNoun,
    synonyms: '',
    areas: '',
    contactEmail: null,
    chapterContacts: {},
    isDemonstration: false,
  };
}

export async function everythingShown(
  directory: Directory,
  site: () => Site,
  queries: readonly string[],
): Promise<string[]> {
  const places = withMemberPlaces(gazetteer, directory);
  const logError = (error: unknown) => {
    throw error;
  };
  const app = new Hono().route('/directory', directoryRoutes({ directory, places, site, logError }));
  const found = [JSON.stringify([directory.facets(), directory.about()])];
  for (const query of queries) {
    const response = await app.request(`/directory/${query}`);
    expect(response.status, query).toBeLessThan(500);
    found.push(`${JSON.stringify([...response.headers])} ${await response.text()}`);
  }
  const url = 'https://directory.example/';
  for (const { entry, changedOn } of directory.entries())
    found.push(
      `${changedOn} ${memberVcard(entry, { url })} ${memberJsonLd(entry, { url, associationName: 'Test' })}`,
    );
  found.push(await sitemapXml(publicPages(directory, 'https://directory.example'), neverPause));
  return found;
}
