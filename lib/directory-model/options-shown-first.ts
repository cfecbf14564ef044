/** This number is enough for membership types and states. */
export const optionsShownFirst = 8;
