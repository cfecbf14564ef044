import { z } from 'zod';
import { tombstoneSchema } from '@/lib/store/tombstone';

/** The request is stored while the erasure is in progress. */
export const erasureRequestSchema = z.object({
  /** The new contact of the erased person's companies. null: none. */
  newContactId: z.number().nullable(),
  /** Whether companies that have this person as their contact are erased too. */
  withCompany: z.boolean(),
  /** The tombstone of an erasure that is done again because a backup was restored. null: the erasure is new. */
  repeats: tombstoneSchema.nullable(),
});

export type ErasureRequest = z.infer<typeof erasureRequestSchema>;

/** Personal data: later steps of the erasure search other records for these email addresses and names. */
export const searchTermsSchema = z.object({ emails: z.array(z.string()), names: z.array(z.string()) });

export type SearchTerms = z.infer<typeof searchTermsSchema>;
