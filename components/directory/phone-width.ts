/** On a narrower screen, a popup would cover most of the map. The width must be the same as in globals.css. */
export const phone = '(width < 48rem)';
