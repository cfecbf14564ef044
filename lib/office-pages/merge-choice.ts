/** This constant has a file of its own, because browsers load it without the rest of the merge. */
export const takePrefix = 'take.';
