/** Text of the frame around every page. */
export const siteText = {
  skip: 'Skip to the content',
  navigation: 'Main',
  directory: 'Directory',
  map: 'Map',
  account: 'My membership',
  demonstration: 'Demonstration: these members are invented.',
  titleOf: '{name} member directory',
  description: 'Find a member of {name} by name, field or place.',
  dataAsOf: 'Data as of {time}',
  dataStale: 'The membership system cannot be reached. You are seeing the data of {time}.',
  dataNone: 'The directory is being loaded. Please come back in a minute.',
  openSource: 'Runs on Chapterhouse',
  notFoundTitle: 'There is no such page',
  notFoundText: 'The address may be mistyped, or the page may have moved.',
  goneTitle: 'This member is no longer listed',
  goneText: 'The entry was public once and has been withdrawn.',
} as const;
