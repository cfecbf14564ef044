/** A page for each state, membership type and category. People and search engines look for these first. */
import { textKey } from '@/lib/base/text-key';
import type { Directory } from './directory';
import type { Named } from '@/lib/directory/model/entry';
import { emptyFilter } from './filter';
import type { DirectoryFilter } from './search';

/** In display order. */
export const landingKinds = ['states', 'types', 'categories'] as const;
export type LandingKind = (typeof landingKinds)[number];

export interface LandingPage {
  kind: LandingKind;
  /** The ID of the facet option. The ID of a state is its name. */
  id: string;
  slug: string;
  name: string;
  path: string;
  filter: DirectoryFilter;
  count: number;
}

/**
 * By kind, in facet order. A value gets a page only if at least one member has it. A state also needs a name with a
 * letter or digit.
 */
export function landingPages(directory: Pick<Directory, 'facets'>): LandingPage[] {
  const facets = directory.facets();
  return landingKinds.flatMap((kind) => {
    const options = facets.find(({ key }) => key === facetKeys[kind])?.options ?? [];
    const slugs =
      kind === 'states' ? slugsOfStates(options) : options.map(({ id, name }) => slugWithId(id, name));
    return options
      .map((option, at) => toLandingPage(kind, option, slugs[at] ?? ''))
      .filter(({ count, slug }) => count > 0 && slug !== '');
  });
}

/**
 * null: there is no page at this address. A type or category is found by its ID, even after its name has changed. A
 * state is also found if its address is in capitals. In both cases, the slug of the returned page differs from `slug`.
 * The caller then redirects to the page's own address.
 */
export function findLandingPage(
  directory: Pick<Directory, 'facets'>,
  kind: LandingKind,
  slug: string,
): LandingPage | null {
  const pages = landingPages(directory).filter((page) => page.kind === kind);
  const [id] = slug.split('-', 1);
  const isFormer = (page: LandingPage) =>
    kind === 'states' ? page.slug === slug.toLowerCase() : page.id === id;
  return pages.find((page) => page.slug === slug) ?? pages.find(isFormer) ?? null;
}

export function categoryPath({ id, name }: Named): string {
  return landingPath('categories', slugWithId(id, name));
}

const facetKeys: Record<LandingKind, string> = { states: 'state', types: 'type', categories: 'category' };

function toLandingPage(
  kind: LandingKind,
  { id, name, count }: Named & { count: number },
  slug: string,
): LandingPage {
  const filter = { ...emptyFilter, facets: { [facetKeys[kind]]: [id] } };
  return { kind, id, slug, name, path: landingPath(kind, slug), filter, count };
}

/**
 * The slug of a state has only Latin letters and digits, if possible. If the name has no Latin letters ("東京都"), the
 * slug is the name itself. The slug is also the name itself if two names have the same slug ("North-West" and "North
 * West"). All slugs are counted in one pass. If members type their state freely, there are thousands of names. A pass
 * for each name would be slow.
 */
function slugsOfStates(states: Named[]): string[] {
  const slugs = states.map(({ name }) => slugOf(name));
  const uses = new Map<string, number>();
  for (const slug of slugs) uses.set(slug, (uses.get(slug) ?? 0) + 1);
  return states.map(({ name }, at) => {
    const slug = slugs[at] ?? '';
    if (slug !== '' && uses.get(slug) === 1) return slug;
    return /[\p{L}\p{N}]/u.test(name) ? textKey(name) : '';
  });
}

/** Names may be equal, or equal after folding; IDs are unique. */
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
