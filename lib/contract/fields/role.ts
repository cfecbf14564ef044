import { field } from './field';
import { listOf, withoutRepeats } from './list-kinds';
import { recordId } from './number-kinds';
import { oneOf, optional } from './text-kinds';

/** The roles of the people who work in the office, from the most powerful (docs/decisions.md, J23). */
export const officeRoles = ['owner', 'secretary', 'officer', 'reader'] as const;
export type OfficeRole = (typeof officeRoles)[number];

/** Owners and secretaries see and change everything about all members. */
export function managesMembers(role: OfficeRole): boolean {
  return role === 'owner' || role === 'secretary';
}

/** Chapter officers see and change only members of their chapters. */
export function isLimitedToChapters(role: OfficeRole): boolean {
  return role === 'officer';
}

/**
 * `ID` is the person's ID. `Role` null: the person has no role. `Chapters` contains the chapters of an officer, and is
 * empty for other roles.
 */
export const roleFields = {
  ID: field('id', recordId),
  Role: field('role', optional(oneOf(officeRoles))),
  Chapters: field('chapterIds', withoutRepeats(listOf(recordId, 1000))),
};
