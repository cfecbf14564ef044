export const forMembersText = {
  profile: 'A member’s profile',
  directory: 'Directory for members',
  directoryIntro: 'The directory for members shows what members show only to each other. Do not pass it on.',
  openDirectory: 'Open the directory for members',
  noDirectory: 'The association has no directory for members, or it is being loaded. Try again in a minute.',
  intro: 'Find a member to see their profile, including the details that only members can see.',
  find: 'Find a member',
  byName: 'Name, place or anything else that the directory shows',
  search: 'Search',
  nobody: 'Nobody in the directory matches.',
  found: '{count, plural, one {# member} other {# members}}',
  more: 'These are the first {count}. Type more of the name to find others.',
  section: 'For members only',
  sectionHint: 'Signed-in members see this. The public does not.',
  refused:
    'This page is for members, and you have no valid membership today. Go to <link>your account</link> to find out why and what to do.',
} as const;
