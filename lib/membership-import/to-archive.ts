import { writeRecord } from '@/lib/membership-api/fields/field';
import { memberFields } from '@/lib/membership-api/fields/membership';
import type { CommitteeSeatRecord, MemberRecord, Structure } from '@/lib/membership-schema/records';
import { structureNames } from '@/lib/membership-store/structure';
import { archiveHeadFields, type ArchiveHead } from './archive';

export function toArchiveHead(
  structure: Structure,
  { seats, format }: { seats: CommitteeSeatRecord[]; format: ArchiveHead['format'] },
) {
  const head = {
    format,
    organisation: structure.organisation,
    chapters: [...structure.chapters.values()],
    categories: [...structure.categories.values()],
    extras: [...structure.extras.values()],
    addons: [...structure.addons.values()],
    types: [...structure.types.values()],
    seats,
  };
  return writeRecord(archiveHeadFields, head, structureNames(structure));
}

/** Includes exact points, because an archive is only for the association. */
export function toArchivedMembership({ membership, person }: MemberRecord, structure: Structure) {
  return writeRecord(memberFields, { ...membership, person }, structureNames(structure));
}
