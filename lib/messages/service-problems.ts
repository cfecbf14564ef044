/** Text of the pages that say why the service cannot show what was asked for. */
export const serviceProblems = {
  client: {
    title: 'This site is not known here',
    text: 'The site that sent you here is not registered with us, so we cannot sign you in for it. Its operator can put that right.',
  },
  'redirect address': {
    title: 'We cannot send you back',
    text: 'The site that sent you here named an address to return to that is not registered for it. Its operator can put that right.',
  },
  ended: {
    title: 'This sign-in has ended',
    text: 'It took too long, was finished in another window, or cookies are blocked. Go back to the site you came from and sign in again.',
  },
  forged: {
    title: 'That did not come from our page',
    text: 'For your safety nothing was done. Go back, load the page again and repeat it there.',
  },
  'too many': {
    title: 'Too many attempts',
    text: 'There were too many attempts from your network. Please wait a little and try again.',
  },
  link: {
    title: 'This link no longer works',
    text: 'It was used already or is too old. Sign in again and ask for a new one with “Forgotten password”.',
  },
  'not there': { title: 'There is nothing here', text: 'The address may be mistyped.' },
  broken: {
    title: 'Something went wrong',
    text: 'It is our fault, and it has been noted. Please try again in a few minutes.',
  },
  away: {
    title: 'Sign-in is not available at the moment',
    text: 'Please try again in a few minutes.',
  },
} as const;
