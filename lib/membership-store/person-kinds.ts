import type { JournalKind } from '@/lib/membership-schema/members-schema';

/** The kinds of journal rows whose record is a person: its ID is the person's. */
export const personKinds = [
  'person',
  'committee',
  'role',
  'alias',
  'note',
] as const satisfies readonly JournalKind[];
