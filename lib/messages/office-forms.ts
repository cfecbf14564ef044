export const formText = {
  problems: 'This was not saved',
  signedOut: 'Your session has ended. What you typed is still here.',
  signIn: 'Sign in again in a new tab',
  signInThen: 'Then come back to this tab and save again.',
  unavailable:
    'We cannot reach the membership system. We do not know whether this was saved. Try again in a minute.',
  notAllowed: 'Your role does not allow this.',
  gone: 'This has been removed.',
  failed: 'Try again.',
  emptyGroup: '{title}: nothing entered',
  keptTitle: 'What you typed is kept',
  sendAgain: 'Send again',
  showProgress: 'Show the progress',
  filesLost:
    '{count, plural, one {This file was not kept: {names}. Choose it again on the page that follows.} other {These files were not kept: {names}. Choose them again on the page that follows.}}',
} as const;

/** Shown before an action that needs a recent sign-in. */
export const recentText = {
  title: 'Sign in again to make changes here',
  why: 'Your last sign-in was more than 10 minutes ago. For security, sign in again before you make changes on this page.',
  notSaved: 'This was not saved, because your last sign-in was more than 10 minutes ago.',
  newTab:
    'Sign in again in a new tab. Then come back to this tab and save again. What you typed is still here.',
  button: 'Sign in again',
} as const;
