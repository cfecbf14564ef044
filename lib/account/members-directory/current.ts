/** How pages for members reach the one directory for members, as they reach other objects by `lib/chapterhouse.ts`. */
import type { MembersDirectory, OpenMembersDirectory } from './members-directory';

const key = Symbol.for('chapterhouse.members-directory');

/** null: another site has the members, the association has no directory for members, or it is not loaded yet. */
export function membersDirectory(): OpenMembersDirectory | null {
  return holder()[key]?.open() ?? null;
}

export function setMembersDirectory(value: MembersDirectory): void {
  holder()[key] = value;
}

function holder(): { [key]?: MembersDirectory } {
  // The global object has no type for our symbol; this file is the only one that reads or writes it.
  return globalThis as { [key]?: MembersDirectory };
}
