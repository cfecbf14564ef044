import { z } from 'zod';
import type { Clock } from '@/lib/base/clock';
import { parseJson, refusal, sendRead, unreadable, wholeText, type Transport } from './client-request';

export interface TokenSource {
  /** A token that is valid for at least a few seconds. @throws ApiRequestError */
  get(): Promise<string>;
  /**
   * Reports that the API refused a token. The next `get` then requests a new token, except when a newer token has been
   * requested already.
   */
  discard(token: string): void;
}

export interface TokenRequest {
  transport: Transport;
  tokenUrl: string;
  client: { id: string; secret: string };
  clock: Clock;
}

// Other sites may send the number as a string, or omit it. If it is not a number, the lifetime in the contract is used.
const tokenBodySchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().catch(3600),
});

// A token is renewed a minute before it expires. A request with the token may arrive late, and the site's clock may
// differ from ours.
const marginSeconds = 60;

export function createTokenSource(request: TokenRequest): TokenSource {
  let current: { token: string; renewAt: number } | null = null;
  let inFlight: Promise<string> | null = null;

  const renew = async () => {
    const { access_token: token, expires_in: seconds } = await requestToken(request);
    const lifetime = Math.max(seconds - marginSeconds, seconds / 2);
    current = { token, renewAt: request.clock().getTime() + lifetime * 1000 };
    return token;
  };
  return {
    get() {
      if (current !== null && request.clock().getTime() < current.renewAt)
        return Promise.resolve(current.token);
      inFlight ??= renew().finally(() => (inFlight = null));
      return inFlight;
    },
    discard(token) {
      if (current?.token === token) current = null;
    },
  };
}

async function requestToken({ transport, tokenUrl, client }: TokenRequest) {
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'basic members' });
  const authorization = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
  const headers = { authorization, accept: 'application/json' };
  let response = await sendRead(transport, tokenUrl, { method: 'POST', headers, body: form });
  if (response.status === 404 || response.status === 405) {
    // The contract uses GET, but fetch cannot send a body with GET. `grant_type` and `scope` are not secret, so they go
    // in the query. The secret is in a header.
    response.cancel();
    response = await sendRead(transport, `${tokenUrl}?${form}`, { headers });
  }
  if (response.status !== 200) throw await refusal(response, 'the request for a token');
  const parsed = tokenBodySchema.safeParse(parseJson(await wholeText(response)));
  if (!parsed.success) throw unreadable('The API’s response to the token request has no valid token');
  return parsed.data;
}
