import type { JournalKind } from '@/lib/membership-schema/members-schema';

/** The kinds of journal rows whose record ID is a person's ID. */
export const personKinds = [
  'person',
  'committee',
  'role',
  'alias',
  'note',
] as const satisfies readonly JournalKind[];
