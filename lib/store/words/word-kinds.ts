/** Each kind is a bit, because a word may come from several fields. */
export const wordKinds = {
  /** Everybody in the office sees names, numbers and towns. */
  open: 1,
  /** Answers to questions that are not private. */
  answers: 2,
  contact: 4,
  addresses: 8,
  privateAnswers: 16,
} as const;

/** The kinds of words that all readers of the office see. */
export const readerWords = wordKinds.open | wordKinds.answers;
