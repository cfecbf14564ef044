/** What went wrong at the last sign-in, in words from a fixed table: nothing of a query string is ever shown. */
import { z } from 'zod';

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
export type SignInProblem = keyof typeof signInProblems;

const problemSchema = z.enum(Object.keys(signInProblems) as [SignInProblem, ...SignInProblem[]]);

/** The problem a `problem` parameter names; any other word is `failed`, none is null. */
export function parseSignInProblem(value: unknown): SignInProblem | null {
  if (value === undefined || value === '') return null;
  return problemSchema.catch('failed').parse(value);
}

/** For the error codes of RFC 6749 §4.1.2.1 that come back from authorize, and for next-auth's own. */
export function problemOfErrorCode(code: string): SignInProblem {
  return byErrorCode.get(code) ?? 'failed';
}

const byErrorCode = new Map<string, SignInProblem>([
  ['access_denied', 'denied'],
  ['temporarily_unavailable', 'unavailable'],
  ['server_error', 'unavailable'],
  ['OAuthSignin', 'unavailable'],
  ['OAuthCallback', 'interrupted'],
  ['SessionRequired', 'ended'],
]);
