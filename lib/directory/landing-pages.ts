/** Pages of their own for each state, membership type and category: what people and search engines look for first. */
import { textKey } from '@/lib/text-key';
import type { Directory } from './directory';
import type { Named } from './entry';
import { emptyFilter } from './filter';
import type { DirectoryFilter } from './search';

/** In the order in which they are shown. */
export const landingKinds = ['states', 'types', 'categories'] as const;
export type LandingKind = (typeof landingKinds)[number];

export interface LandingPage {
  kind: LandingKind;
  /** The chosen option of the facet: of a type or category its ID. */
  id: string;
  /** Last segment of the address. */
  slug: string;
  name: string;
  path: string;
  /** The search whose members the page shows. */
  filter: DirectoryFilter;
  count: number;
}

/** The landing pages, by kind in the facet's order. What nobody is in has none, nor a state without letters and digits of any script. */
export function landingPages(directory: Pick<Directory, 'search'>): LandingPage[] {
  const { facets } = directory.search(emptyFilter);
  return landingKinds.flatMap((kind) => {
    const options = facets.find(({ key }) => key === facetKeys[kind])?.options ?? [];
    return options
      .filter(({ count }) => count > 0)
      .map((option) => toLandingPage(kind, option, options))
      .filter(({ slug }) => slug !== '');
  });
}

/** The landing page at an address; null when there is none. */
export function findLandingPage(
  directory: Pick<Directory, 'search'>,
  kind: LandingKind,
  slug: string,
): LandingPage | null {
  return landingPages(directory).find((page) => page.kind === kind && page.slug === slug) ?? null;
}

/** The address of the landing page of a category that somebody is in. */
export function categoryPath({ id, name }: Named): string {
  return landingPath('categories', slugWithId(id, name));
}

const facetKeys: Record<LandingKind, string> = { states: 'state', types: 'type', categories: 'category' };

function toLandingPage(
  kind: LandingKind,
  { id, name, count }: Named & { count: number },
  all: Named[],
): LandingPage {
  const slug = kind === 'states' ? slugOfState(name, all) : slugWithId(id, name);
  const filter = { ...emptyFilter, facets: { [facetKeys[kind]]: [id] } };
  return { kind, id, slug, name, path: landingPath(kind, slug), filter, count };
}

/** In Latin letters, unless it has none or shares them with another: "東京都", "North-West" and "North West". */
function slugOfState(name: string, all: Named[]): string {
  const slug = slugOf(name);
  if (slug !== '' && all.filter((other) => slugOf(other.name) === slug).length === 1) return slug;
  return /[\p{L}\p{N}]/u.test(name) ? textKey(name) : '';
}

/** Names may repeat or fold to the same; IDs do not. */
function slugWithId(id: string, name: string): string {
  return slugOf(name) === '' ? id : `${id}-${slugOf(name)}`;
}

function landingPath(kind: LandingKind, slug: string): string {
  return `/${kind}/${encodeURIComponent(slug)}`;
}

function slugOf(name: string): string {
  return textKey(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
