import type { JournalKind } from '@/lib/membership-schema/members-schema';

/** In these journal rows, the ID of the record is a person's ID. */
export const personKinds = [
  'person',
  'committee',
  'role',
  'alias',
  'note',
] as const satisfies readonly JournalKind[];
