import type { MemberRecord } from './records';
import type { Structure } from './structure';

/** @throws Error naming the first reference of a member that its organisation does not have */
export function requireReferences({ membership }: MemberRecord, structure: Structure): void {
  const refuse = (what: string, id: number): never => {
    throw new Error(
      `membership ${membership.id} has ${what} ${id}, which organisation ${structure.organisation.id} does not have`,
    );
  };
  if (!structure.types.has(membership.typeId)) refuse('the type', membership.typeId);
  if (membership.chapterId !== null && !structure.chapters.has(membership.chapterId)) {
    refuse('the chapter', membership.chapterId);
  }
  for (const id of membership.categoryIds) if (!structure.categories.has(id)) refuse('the category', id);
  for (const { addonId } of membership.addons)
    if (!structure.addons.has(addonId)) refuse('the addon', addonId);
  const answers = [...membership.answers, ...membership.addons.flatMap((held) => held.answers)];
  for (const { extraId } of answers)
    if (!structure.extras.has(extraId)) refuse('an answer to the extra', extraId);
}
