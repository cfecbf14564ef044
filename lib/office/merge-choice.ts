/** The names of the inputs with the choices begin with it. A browser loads this file and not the rest of the merge. */
export const takePrefix = 'take.';
