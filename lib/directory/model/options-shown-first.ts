/** The number of options that a facet shows at first. This number is enough for membership types and states. */
export const optionsShownFirst = 8;
