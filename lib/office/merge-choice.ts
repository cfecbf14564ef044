/**
 * The prefix of the names of the inputs for the choices. This file is separate, because browsers load it without the
 * rest of the merge.
 */
export const takePrefix = 'take.';
