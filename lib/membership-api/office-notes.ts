/** `GET office/members/{MembershipID}/notes`, for the service and for the web app (docs/office.md). */
import { z } from 'zod';

/** `Name` null: the person is no longer stored. */
const author = z.object({ ID: z.string(), Name: z.string().nullable() });

export const officeNoteSchema = z.object({
  ID: z.string(),
  /** The tag, for `If-Match` of a change. */
  Tag: z.string(),
  Text: z.string(),
  WrittenBy: author,
  WrittenAt: z.string(),
  /** Who changed the note last. null: nobody has changed it. */
  ChangedBy: author.nullable(),
  ChangedAt: z.string().nullable(),
});
export type OfficeNote = z.infer<typeof officeNoteSchema>;

export const officeNotesSchema = z.object({ Notes: z.array(officeNoteSchema) });
