import type { MembersWriter } from '@/lib/store/members-writer';
import type { MemberRecord } from '@/lib/store/schema/records';
import { InUseError } from '@/lib/store/references-to';
import { itemTables, type UsedItem } from '@/lib/store/remove-items';
import { removeOfficers } from './roles';

export interface ItemRemoval {
  item: UsedItem;
  id: number;
  /** The memberships get this type in place of the removed one. null: none. */
  replaceWith: number | null;
  /** Whether the item is also removed from the memberships, committees and officers that have it. */
  takesAway: boolean;
}

/** `uses`: what still uses the item, such as "3 memberships". The item is then not removed. */
export type RemovedItem = { isRemoved: true; memberships: number } | { isRemoved: false; uses: string };

export async function removeItem(
  writer: MembersWriter,
  { item, id, replaceWith, takesAway }: ItemRemoval,
): Promise<RemovedItem> {
  let memberships = 0;
  if (replaceWith !== null || takesAway) {
    const ids = await writer.membershipsWith(item, id);
    for (const record of (await writer.memberships.findMany(ids)).values()) {
      await writer.memberships.put(without(record, item, { id, other: replaceWith }));
    }
    if (item === 'chapter') {
      await writer.committees.removeOf(id);
      await removeOfficers(writer, id);
    }
    if (item === 'extra') await takeFromTypes(writer, id);
    memberships = ids.length;
  }
  try {
    await writer.structure.remove(itemTables[item], id);
    return { isRemoved: true, memberships };
  } catch (error) {
    if (error instanceof InUseError) return { isRemoved: false, uses: error.uses };
    throw error;
  }
}

async function takeFromTypes(writer: MembersWriter, extraId: number): Promise<void> {
  const types = [...(writer.structure.current?.types.values() ?? [])].filter((type) =>
    type.extraIds.includes(extraId),
  );
  await writer.structure.putMembershipTypes(
    types.map((type) => ({ ...type, extraIds: type.extraIds.filter((one) => one !== extraId) })),
  );
}

function without(
  { person, membership }: MemberRecord,
  item: UsedItem,
  { id, other }: { id: number; other: number | null },
): MemberRecord {
  if (item === 'type') return { person, membership: { ...membership, typeId: other ?? membership.typeId } };
  if (item === 'chapter') return { person, membership: { ...membership, chapterId: null } };
  if (item === 'addon') {
    const addons = membership.addons.filter(({ addonId }) => addonId !== id);
    return { person, membership: { ...membership, addons } };
  }
  if (item === 'extra') {
    const keeps = ({ extraId }: { extraId: number }) => extraId !== id;
    const addons = membership.addons.map((held) => ({ ...held, answers: held.answers.filter(keeps) }));
    return { person, membership: { ...membership, answers: membership.answers.filter(keeps), addons } };
  }
  const categoryIds = membership.categoryIds.filter((one) => one !== id);
  return { person, membership: { ...membership, categoryIds } };
}
