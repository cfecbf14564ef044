import { z } from 'zod';
import { tombstoneSchema } from '@/lib/membership-store/tombstone';

/** The settings of an erasure, as they are stored while it is in progress. */
export const erasureRequestSchema = z.object({
  /** The person who becomes the contact of the erased person's companies. null: none. */
  newContactId: z.number().nullable(),
  /** Whether the erasure includes the companies that have the person as their contact. */
  withCompany: z.boolean(),
  /** The tombstone of an earlier erasure that is done again because a backup was restored. null: the erasure is new. */
  repeats: tombstoneSchema.nullable(),
});

export type ErasureRequest = z.infer<typeof erasureRequestSchema>;

/** Personal data: the email addresses and names that later steps search for in other records. */
export const searchTermsSchema = z.object({ emails: z.array(z.string()), names: z.array(z.string()) });

export type SearchTerms = z.infer<typeof searchTermsSchema>;
