import type { MiddlewareHandler } from 'hono';
import { ApiError } from '@/lib/contract/errors';

/** RFC 6749 §5.1: caches may store neither tokens nor errors. */
export const noStore: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('Cache-Control', 'no-store');
  context.header('Pragma', 'no-cache');
};

/** Hono routes HEAD to the GET handlers, and HEAD must issue nothing, so the method is read from the request itself. */
export function allow(...methods: string[]): MiddlewareHandler {
  return async (context, next) => {
    if (!methods.includes(context.req.raw.method)) {
      const list = methods.join(', ');
      throw new ApiError('method_not_allowed', `The method must be one of ${list}`, { Allow: list });
    }
    await next();
  };
}
