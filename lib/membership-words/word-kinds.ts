/** The kinds of fields that words come from, as bits. A word may come from several fields. */
export const wordKinds = {
  /** Names, numbers and towns, which everybody in the office sees. */
  open: 1,
  /** Answers to questions that are not private. */
  answers: 2,
  contact: 4,
  addresses: 8,
  privateAnswers: 16,
} as const;

/** What all readers of the office see. */
export const readerWords = wordKinds.open | wordKinds.answers;
