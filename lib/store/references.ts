import type { MemberRecord, Structure } from '@/lib/store/schema/records';

export class MissingReferenceError extends Error {
  override name = 'MissingReferenceError';
  /** @param reason such as "has the type 3, which organisation 1 does not have" */
  constructor(
    readonly membershipId: number,
    readonly reason: string,
  ) {
    super(`membership ${membershipId} ${reason}`);
  }
}

/** @throws MissingReferenceError naming the first missing reference */
export function requireReferences({ membership }: MemberRecord, structure: Structure): void {
  const of = { membershipId: membership.id, organisationId: structure.organisation.id };
  if (!structure.types.has(membership.typeId)) refuse(of, 'the type', membership.typeId);
  if (membership.chapterId !== null && !structure.chapters.has(membership.chapterId)) {
    refuse(of, 'the chapter', membership.chapterId);
  }
  for (const id of membership.categoryIds) if (!structure.categories.has(id)) refuse(of, 'the category', id);
  for (const { addonId } of membership.addons)
    if (!structure.addons.has(addonId)) refuse(of, 'the addon', addonId);
  const answers = [...membership.answers, ...membership.addons.flatMap((held) => held.answers)];
  for (const { extraId } of answers)
    if (!structure.extras.has(extraId)) refuse(of, 'an answer to the extra', extraId);
}

function refuse(of: { membershipId: number; organisationId: number }, what: string, id: number): never {
  throw new MissingReferenceError(
    of.membershipId,
    `has ${what} ${id}, which organisation ${of.organisationId} does not have`,
  );
}
