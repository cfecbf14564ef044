/** The language of the catalogue: decides plurals, and how numbers, dates and sorting are written. */
export const locale = 'en-AU';
