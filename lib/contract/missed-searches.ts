/** `GET office/searches`: searches without results, for the web app (docs/office.md). */
import { z } from 'zod';

/** Nothing about the visitor is recorded. */
export interface MissedSearch {
  /** At most `missedLimits.words` words in lower case, separated by spaces. */
  words: string;
  /** The label of a place that the gazetteer knows. '': the search named no place. */
  place: string;
}

export const missedLimits = {
  /**
   * A text with more words, or with a word of more letters, does not count as a search. Such a text may contain
   * information about a person.
   */
  words: 5,
  letters: 30,
  /** How often words must have been searched for before anybody sees them. */
  shownFrom: 5,
  /** The highest number of different searches that are stored for a day. */
  perDay: 500,
  /** The highest number of different searches that are counted between two writes. */
  pending: 1_000,
  days: 90,
} as const;

const missedSearchSchema = z.object({
  Words: z.string(),
  /** The number of searches in all places together. */
  Count: z.number(),
  /** Only places where the words were searched for at least `missedLimits.shownFrom` times. */
  Places: z.array(z.object({ Name: z.string(), Count: z.number() })),
});
export type MissedSearchBody = z.infer<typeof missedSearchSchema>;

export const missedSearchesSchema = z.object({
  Days: z.number(),
  /** `Searches` contains only words that were searched for at least `AtLeast` times. */
  AtLeast: z.number(),
  Searches: z.array(missedSearchSchema),
});
export type MissedSearchesBody = z.infer<typeof missedSearchesSchema>;
