import type { Context } from 'hono';

/** Returns the query as it was sent. Hono and the class `URL` would decode characters that must stay distinct. */
export function rawQuery(context: Context): string {
  const { url } = context.req;
  const start = url.indexOf('?');
  return start === -1 ? '' : (url.slice(start + 1).split('#', 1)[0] ?? '');
}
