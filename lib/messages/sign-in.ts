export const signInText = {
  title: 'Sign in',
  lead: 'You sign in with the membership service of {association} and then come back here. If your membership has ended, you can still sign in and find out what to do.',
  button: 'Sign in',
  signedOut: 'You are signed out.',
  signedOutHere: 'You are signed out. You may still be signed in at {host}.',
} as const;

export const signInProblems = {
  denied:
    'You chose not to share your membership with this site, so you are not signed in. Nothing was shared.',
  'no-membership':
    'You signed in, but the membership system has no membership for you. Contact the association.',
  unavailable: 'We cannot reach the membership system at the moment. Try again in a few minutes.',
  'not-accepted':
    'Nobody can sign in here at the moment, because the membership system does not accept this site’s own ID and secret. This is a problem on our side. Tell the people who run this site.',
  interrupted:
    'The sign-in was interrupted. It took too long, you started it in another window, or your browser blocks cookies. Try again.',
  'other-address':
    'Your request came from a page at another web address, so nothing was done. You are at the right web address now. Try again.',
  ended: 'Your session has ended. Sign in again.',
  unsent:
    'The form was not sent, because you are signed out or may not use the office. Sign in, and then choose the file again.',
  failed: 'We could not sign you in. Try again. If it fails again, contact the association.',
} as const;
