/**
 * What a chapter officer may change of a member: the person, and what the directory shows. Not the terms of the
 * membership: its type, dates, chapter, approval and what is owed.
 */
export const officerFields: readonly string[] = ['User', 'Extras', 'Categories', 'Directory', 'Locations'];
