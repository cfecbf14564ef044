export const serviceProblems = {
  client: {
    title: 'This site is not registered',
    text: 'The site that sent you here is not registered with us, so we cannot sign you in to it. Contact the people who run that site.',
  },
  'redirect address': {
    title: 'We cannot send you back',
    text: 'The site that sent you here gave a return address that is not registered for it. Contact the people who run that site.',
  },
  ended: {
    title: 'This sign-in has ended',
    text: 'The sign-in took too long, or your browser blocks cookies. Go back to the site you came from and sign in again.',
  },
  forged: {
    title: 'We could not confirm that this request came from our page',
    text: 'For your safety, we did nothing. Go back, reload the page and try again.',
  },
  'too many': {
    title: 'Too many attempts',
    text: 'There were too many attempts from your network. Wait a few minutes and try again.',
  },
  link: {
    title: 'This link no longer works',
    text: 'The link has already been used or has expired. To get a new one, go to sign in and choose “Forgotten password”.',
  },
  'too long': {
    title: 'This request is too long',
    text: 'The site that sent you here included more data than we accept. Contact the people who run that site.',
  },
  'not there': { title: 'Page not found', text: 'Check that the address is correct.' },
  broken: {
    title: 'Something went wrong',
    text: 'This is a problem on our side, and we have recorded it. Try again in a few minutes.',
  },
  away: {
    title: 'Sign-in is not available at the moment',
    text: 'Try again in a few minutes.',
  },
  'unfinished import': {
    title: 'Nobody can sign in yet',
    text: 'The import of the members is not finished. Try again in a few minutes. If you run this site and the import has stopped, import the same file again. ./chapterhouse doctor shows how.',
  },
} as const;

export const problemLinks = {
  again: 'Try again',
  account: 'Go to your account',
  start: 'Go to our start page',
} as const;

/** The text for somebody who goes back to a page of a finished sign-in. */
export const finishedText = {
  title: 'This sign-in is finished',
  text: 'You have already finished this sign-in, in this window or another one. Go back to {client}. If you are not signed in there, sign in again.',
  goOn: 'Go to {client}',
  account: problemLinks.account,
} as const;
