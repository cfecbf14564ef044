/**
 * The JSON of `export` and `import`: the API's shapes, and data that the API does not contain (exact points,
 * categories, approval, choices). One record per line, ordered by ID, so that two exports of the same data are
 * identical.
 */
import { field, group, type RecordOf } from '@/lib/contract/fields/field';
import { recordsOf } from '@/lib/contract/fields/list-kinds';
import { organisationFields } from '@/lib/contract/fields/organisation';
import {
  addonFields,
  categoryFields,
  chapterFields,
  committeeSeatFields,
  extraFields,
  membershipTypeFields,
} from '@/lib/contract/fields/structure';
import { oneOf } from '@/lib/contract/fields/text-kinds';

/** `chapterhouse-1` contains only members, and `chapterhouse-2` contains everything. */
export const archiveFormats = ['chapterhouse-1', 'chapterhouse-2'] as const;

export function isFullArchive({ format }: Pick<ArchiveHead, 'format'>): boolean {
  return format === 'chapterhouse-2';
}

const maxRecords = 100_000;

/** Everything except the memberships, which are read and written one by one. */
export const archiveHeadFields = {
  Format: field('format', oneOf(archiveFormats)),
  Organisation: group('organisation', organisationFields, { columnPrefix: '', cellPrefix: '' }),
  Chapters: field('chapters', recordsOf(chapterFields, maxRecords)),
  Categories: field('categories', recordsOf(categoryFields, maxRecords)),
  Extras: field('extras', recordsOf(extraFields, maxRecords)),
  Addons: field('addons', recordsOf(addonFields, maxRecords)),
  MembershipTypes: field('types', recordsOf(membershipTypeFields, maxRecords)),
  CommitteeSeats: field('seats', recordsOf(committeeSeatFields, maxRecords)),
};
export type ArchiveHead = RecordOf<typeof archiveHeadFields>;
