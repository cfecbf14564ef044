import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';

/**
 * Answers with a body that is in memory. Written to Node's own response where there is one: a web Response makes a
 * stream of its body first, which takes longer than all the rest of a small answer.
 */
export function sendWhole(
  context: Context,
  {
    status,
    headers,
    body,
  }: { status: 200 | 304; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> | null },
): Response {
  // @hono/node-server puts it there; a request made in a test has none. Hono answers HEAD by way of the Response.
  const { outgoing } = (context.env ?? {}) as { outgoing?: ServerResponse };
  if (outgoing === undefined || context.req.raw.method !== 'GET')
    return new Response(body, { status, headers });
  outgoing.writeHead(status, headers);
  outgoing.end(body ?? undefined);
  return RESPONSE_ALREADY_SENT;
}
