import { emptyFilter, formatDirectoryFilter, sortOrders } from '@/lib/directory/filter';
import { memberPath, membersPath } from '@/lib/directory/member-address';
import type { DirectoryFilter } from '@/lib/directory/search';
import { lookUp } from '@/lib/base/look-up';

/** The two views of a search: the list with a map beside it, or the map with the list below. */
export type DirectoryPath = '/' | '/map' | '/members-only/directory' | '/members-only/directory/map';

const otherViews: Record<DirectoryPath, DirectoryPath> = {
  '/': '/map',
  '/map': '/',
  '/members-only/directory': '/members-only/directory/map',
  '/members-only/directory/map': '/members-only/directory',
};

export function otherViewOf(path: DirectoryPath): DirectoryPath {
  return otherViews[path];
}

export function isMapPage(path: string): boolean {
  return path.endsWith('/map');
}

/** Whether the page shows the directory for members. */
export function isForMembers(path: string): boolean {
  return path.startsWith('/members-only/');
}

export function dataPathOf(path: string): string {
  return isForMembers(path) ? '/members-only/directory' : '/directory';
}

/** The profile of a member whom the page at `path` shows. */
export function profilePath(path: DirectoryPath, slug: string): string {
  return isForMembers(path) ? membersPath(slug) : memberPath(slug);
}

export function directoryHref(path: DirectoryPath, filter: DirectoryFilter): string {
  const query = formatDirectoryFilter(filter);
  return query === '' ? path : `${path}?${query}`;
}

/** Whether the visitor has searched or filtered. A changed order, layout or page is not a search. */
export function isSearch({ text, facets, near, inside, box }: DirectoryFilter): boolean {
  return formatDirectoryFilter({ ...emptyFilter, text, facets, near, inside, box }) !== '';
}

/**
 * A changed search starts at its first page. The text that the visitor typed is dropped, because it no longer describes
 * the search.
 */
export function changed(filter: DirectoryFilter, change: Partial<DirectoryFilter>): DirectoryFilter {
  return { ...filter, page: 1, typed: '', leftOut: '', ...change };
}

export function withFacet(
  filter: DirectoryFilter,
  { key, value, isChosen }: { key: string; value: string; isChosen: boolean },
): DirectoryFilter {
  const others = (lookUp(filter.facets, key) ?? []).filter((one) => one !== value);
  const values = isChosen ? [...others, value] : others;
  const rest = Object.fromEntries(Object.entries(filter.facets).filter(([other]) => other !== key));
  const facets = values.length === 0 ? rest : { ...rest, [key]: values };
  return changed(filter, { facets, all: filter.all.filter((one) => Object.hasOwn(facets, one)) });
}

/** An unknown order means the default order. */
export function withSort(filter: DirectoryFilter, value: string): DirectoryFilter {
  return { ...filter, page: 1, sort: sortOrders.find((order) => order === value) ?? 'default' };
}
