/** Enough for membership types and states. */
export const optionsShownFirst = 8;
