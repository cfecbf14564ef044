import type { Context } from 'hono';
import { ApiError } from '@/lib/membership-api/errors';
import type { OAuthOptions } from './options';
import { readForm, readParameter, refuseRepeated } from './parameters';
import { requireClient } from './token-endpoint';
import { revokeToken } from './tokens';

/**
 * Ends a token of the client that asks. 200 for one that is unknown or another client's, which then lives on:
 * the answer tells nothing about tokens. @see RFC 7009 §2
 */
export async function answerRevocation(
  options: OAuthOptions,
  context: Context,
  organisation: string,
): Promise<Response> {
  const form = await readForm(context);
  refuseRepeated(form);
  const client = await requireClient(options, context, { organisation, form });
  const secret = readParameter(form, 'token');
  if (secret === null) throw new ApiError('invalid_request', 'token is missing');
  await revokeToken(options.store, { secret, clientId: client.id }, options.clock());
  // RFC 7009 has clients ignore the body; simple-oauth2 reads it as JSON nevertheless.
  return context.json({});
}
