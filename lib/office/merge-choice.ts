/**
 * The prefix of the names of the inputs for the choices. It has its own file, because browsers load it without the rest
 * of the merge.
 */
export const takePrefix = 'take.';
