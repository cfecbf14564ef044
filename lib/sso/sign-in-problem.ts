/** What went wrong at the last sign-in, in words from a fixed table: no text from a query string is ever shown. */
import { z } from 'zod';
import { signInProblems } from '@/lib/messages/sign-in';

export type SignInProblem = keyof typeof signInProblems;

const problemSchema = z.enum(Object.keys(signInProblems) as [SignInProblem, ...SignInProblem[]]);

/** The problem that a `problem` parameter names; any other word is `failed`, no parameter is null. */
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
  ['interaction_required', 'interrupted'],
  ['SessionRequired', 'ended'],
]);
