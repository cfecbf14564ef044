import { z } from 'zod';
import { tombstoneSchema } from '@/lib/membership-store/tombstone';

/** What an erasure must do, as stored while it is in progress. */
export const erasureRequestSchema = z.object({
  /** The person who becomes the contact of the person's companies. null: none. */
  newContactId: z.number().nullable(),
  /** Erases the person's companies too. */
  withCompany: z.boolean(),
  /** The erasure that is repeated, because an older backup has the person again. null: it is a new one. */
  repeats: tombstoneSchema.nullable(),
});

export type ErasureRequest = z.infer<typeof erasureRequestSchema>;

/** Email addresses and names by which other records identify the person, for later steps. Personal data. */
export const searchTermsSchema = z.object({ emails: z.array(z.string()), names: z.array(z.string()) });

export type SearchTerms = z.infer<typeof searchTermsSchema>;
