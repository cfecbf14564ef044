/** Text of the web side's sign-in page. */
export const signInText = {
  title: 'Sign in',
  lead: 'You sign in at the membership service of {association} and then come back here. If your membership has lapsed you can still sign in and see how to put it right.',
  button: 'Sign in',
  signedOut: 'You are signed out.',
  signedOutHere: 'You are signed out. You may still be signed in at {host}.',
} as const;

/** What went wrong at the last sign-in. */
export const signInProblems = {
  denied: 'You chose not to let this site see your membership, so you are not signed in. Nothing was shared.',
  'no-membership':
    'You signed in, but the membership system has no membership of yours. Ask the association to look.',
  unavailable: 'The membership system cannot be reached at the moment. Please try again in a few minutes.',
  interrupted:
    'The sign-in was interrupted: it took too long, was started in another window, or the browser kept no cookie. Please try again.',
  'other-address': 'Signing in works only at this address of the site. You are here now: please try again.',
  ended: 'Your session has ended. Please sign in again.',
  failed: 'Signing in did not work. Please try again; if it fails again, tell the association.',
} as const;
