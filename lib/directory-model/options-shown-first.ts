/** How many options of a long facet are shown first: enough for membership types and states. */
export const optionsShownFirst = 8;
