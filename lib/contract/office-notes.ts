/** `GET office/members/{MembershipID}/notes`, for the service and for the web app (docs/office.md). */
import { z } from 'zod';

/** `Name` null: the person is no longer stored. */
const author = z.object({ ID: z.string(), Name: z.string().nullable() });

export const officeNoteSchema = z.object({
  ID: z.string(),
  /** The entity tag, for the `If-Match` header of a change. */
  Tag: z.string(),
  Text: z.string(),
  WrittenBy: author,
  WrittenAt: z.string(),
  ChangedBy: author.nullable(),
  ChangedAt: z.string().nullable(),
});
export type OfficeNote = z.infer<typeof officeNoteSchema>;

export const officeNotesSchema = z.object({ Notes: z.array(officeNoteSchema) });
