export const duplicateText = {
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
