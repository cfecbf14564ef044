import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';

/**
 * Responds with a body that is in memory. Written to Node's own response if there is one: a web Response first makes a
 * stream of its body, which takes longer than the rest of a small response.
 */
export function sendWhole(
  context: Context,
  {
    status,
    headers,
    body,
  }: { status: 200 | 304; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> | null },
): Response {
  // @hono/node-server sets it; a request made in a test has none. Hono answers HEAD through the Response.
  const { outgoing } = (context.env ?? {}) as { outgoing?: ServerResponse };
  if (outgoing === undefined || context.req.raw.method !== 'GET')
    return new Response(body, { status, headers });
  outgoing.writeHead(status, headers);
  outgoing.end(body ?? undefined);
  return RESPONSE_ALREADY_SENT;
}
