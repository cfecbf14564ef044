import { lookUp } from '@/lib/base/look-up';
import type { ListResult, MembershipApiClient } from '@/lib/contract/client';
import { isMissing } from '@/lib/contract/client-request';
import {
  categoryQuery,
  categoryTag,
  extrasQuery,
  membersQuery,
  noLocations,
  wholeMembersQuery,
  wholeTag,
  withSettings,
  type Tags,
} from './api-queries';
import type { Readers } from './projection';

/**
 * A list without a tag counts as changed. With `withCategories`, the members of each category that has a tag are
 * checked too.
 */
export async function isUnchanged(
  api: MembershipApiClient,
  tags: Tags,
  { withCategories, readers }: { withCategories: boolean; readers: Readers },
): Promise<boolean> {
  const each = () => {
    throw new ListChanged();
  };
  const isWhole = lookUp(tags, wholeTag) !== undefined;
  const send: NamedRequest[] = [
    ...(isWhole ? [requestWhole(api, tags, { each, readers })] : requestRelated(api, tags, each)),
    ['types', () => api.membershipTypes({ etag: tags.types, each })],
    ['categories', () => api.categories({ etag: tags.categories, each })],
    ['extras', () => api.extras({ query: extrasQuery(), etag: tags.extras, each })],
  ];
  for (const name of withCategories ? Object.keys(tags).filter((tag) => tag.startsWith(categoryTag)) : []) {
    const query = categoryQuery(name.slice(categoryTag.length));
    send.push([name, () => api.members({ query, etag: lookUp(tags, name), each })]);
  }
  // If a tag is missing, the site would answer with the whole list. Nothing here would use this list. So nothing is
  // requested, and the result is false.
  if (send.some(([name]) => typeof lookUp(tags, name) !== 'string')) return false;
  try {
    for (const [, request] of send) if ((await request()).status !== 'unchanged') return false;
    return true;
  } catch (error) {
    if (error instanceof ListChanged) return false;
    throw error;
  }
}

type NamedRequest = [tag: string, send: () => Promise<ListResult>];

function requestWhole(
  api: MembershipApiClient,
  tags: Tags,
  { each, readers }: { each: () => never; readers: Readers },
): NamedRequest {
  const query = wholeMembersQuery(readers.includes);
  return [wholeTag, () => api.members({ query, etag: lookUp(tags, wholeTag) ?? null, each })];
}

function requestRelated(api: MembershipApiClient, tags: Tags, each: () => never): NamedRequest[] {
  const query = withSettings(membersQuery(), tags.include === 'true');
  return [
    ['members', () => api.members({ query, etag: tags.members, each })],
    ['locations', () => requestLocations(api, tags, each)],
  ];
}

/** If the site had no list of locations at the last load and still has none, the list is unchanged. */
async function requestLocations(
  api: MembershipApiClient,
  tags: Tags,
  each: () => never,
): Promise<ListResult> {
  const query = withSettings(membersQuery(), tags.include === 'true');
  if (tags.locations !== noLocations) return api.locations({ query, etag: tags.locations, each });
  try {
    return await api.locations({ query, each });
  } catch (error) {
    if (isMissing(error)) return { status: 'unchanged' };
    throw error;
  }
}

/** Thrown at the first record of a list, to skip the rest. */
class ListChanged extends Error {}
