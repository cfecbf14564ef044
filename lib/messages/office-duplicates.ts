export const duplicateText = {
  menu: 'Duplicates',
  listTitle: 'Possible duplicates',
  count:
    '{count, plural, =0 {No members look like the same person.} one {# pair of members may be the same person.} other {# pairs of members may be the same person.}}',
  first: 'The first {count, number} are listed.',
  pair: '{one} and {other}',
  merge: 'Compare and merge',
  separate: 'Not the same',
  separated: 'The two stay separate, and are not listed any more.',
  title: 'This may be a member already',
  text: 'Nothing is saved yet. Compare the new member with these members. The links open a new tab.',
  addAnyway: 'This is somebody else: add the member',
} as const;

/** Why two members may be the same. */
export const likenessText = {
  email: 'the same email address',
  name: 'the same name and town',
  phone: 'the same phone',
} as const;
