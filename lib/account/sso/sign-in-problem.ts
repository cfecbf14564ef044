/** The problem of the last sign-in, in words from a fixed table. No text from a query string is ever shown. */
import { z } from 'zod';
import { signInProblems } from '@/lib/messages/sign-in';

export type SignInProblem = keyof typeof signInProblems;

const problemSchema = z.enum(Object.keys(signInProblems) as [SignInProblem, ...SignInProblem[]]);

/** Any unknown word is `failed`. null: the parameter is absent. */
export function parseSignInProblem(value: unknown): SignInProblem | null {
  if (value === undefined || value === '') return null;
  return problemSchema.catch('failed').parse(value);
}

/** @param code an error that authorize sends back (RFC 6749 §4.1.2.1), or one of next-auth's own codes */
export function problemOfErrorCode(code: string): SignInProblem {
  return byErrorCode.get(code) ?? 'failed';
}

/**
 * The problem to show if the request for the token or the user failed. null: next-auth's own error code says more.
 * @param error the error of openid-client or of the API's client
 */
export function problemOfFailure(error: unknown): SignInProblem | null {
  const refusal = refusalSchema.safeParse(error);
  if (refusal.success && /^(invalid|unauthorized)_client$/.test(refusal.data.error)) return 'not-accepted';
  if (refusal.success && byErrorCode.get(refusal.data.error) === 'unavailable') return 'unavailable';
  return isUnreachable(error) ? 'unavailable' : null;
}

const refusalSchema = z.object({ error: z.string() });

function isUnreachable(error: unknown): boolean {
  const failed = failedSchema.safeParse(error);
  if (!failed.success) return false;
  const { details, response, code } = failed.data;
  const status = details?.status ?? response?.statusCode ?? null;
  if (status !== null) return status >= 500;
  return details !== undefined || code !== undefined || /timed out/.test(failed.data.message);
}

/** Errors of the API's client have `details`, those of openid-client have `response`, and those of Node have `code`. */
const failedSchema = z.object({
  message: z.string(),
  details: z.object({ status: z.number().nullable() }).optional(),
  response: z.object({ statusCode: z.number() }).optional(),
  code: z.string().optional(),
});

const byErrorCode = new Map<string, SignInProblem>([
  ['access_denied', 'denied'],
  ['temporarily_unavailable', 'unavailable'],
  ['server_error', 'unavailable'],
  ['OAuthSignin', 'unavailable'],
  ['OAuthCallback', 'interrupted'],
  ['interaction_required', 'interrupted'],
  ['SessionRequired', 'ended'],
]);
