/** Pages of their own for each state and each membership type: what people and search engines look for first. */
import { textKey } from '@/lib/text-key';
import type { Directory } from './directory';
import { emptyFilter } from './filter';
import type { DirectoryFilter } from './search';

export const landingKinds = { states: 'state', types: 'type' } as const;
export type LandingKind = keyof typeof landingKinds;

export interface LandingPage {
  kind: LandingKind;
  /** Last segment of the address. */
  slug: string;
  name: string;
  path: string;
  /** The search whose members the page shows. */
  filter: DirectoryFilter;
  count: number;
}

/** The landing pages of one kind, in the facet's order. What nobody is in has none. */
export function landingPages(directory: Pick<Directory, 'search'>, kind: LandingKind): LandingPage[] {
  const key = landingKinds[kind];
  const facet = directory.search(emptyFilter).facets.find((one) => one.key === key);
  const options = (facet?.options ?? []).filter((option) => option.count > 0 && slugOf(option.name) !== '');
  return options.map(({ id, name, count }) => {
    // Names may repeat or fold to the same; the ID of a type does not.
    const slug = kind === 'types' ? `${id}-${slugOf(name)}` : slugOf(name);
    const filter = { ...emptyFilter, facets: { [key]: [id] } };
    return { kind, slug, name, path: `/${kind}/${encodeURIComponent(slug)}`, filter, count };
  });
}

/** The landing page at an address; null when there is none. */
export function findLandingPage(
  directory: Pick<Directory, 'search'>,
  kind: LandingKind,
  slug: string,
): LandingPage | null {
  return landingPages(directory, kind).find((page) => page.slug === slug) ?? null;
}

function slugOf(name: string): string {
  return textKey(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
