import { Hono } from 'hono';
import { ApiError } from '@/lib/membership-api/errors';
import type { ServiceContext } from '../service-context';
import { answerRecord } from './read-record';

const record = '/api/v2/organisation/:organisation/members/:membership';
const methods = 'GET, HEAD, OPTIONS';

/** An extension: single member records (docs/decisions.md, J1). */
export function recordRoutes(service: Pick<ServiceContext, 'store' | 'clock' | 'checkAccess'>): Hono {
  const routes = new Hono();
  routes.get(record, (context) => answerRecord(context, service));
  routes.options(record, (context) => context.body(null, 204, { Allow: methods }));
  routes.all(record, () => {
    throw new ApiError('method_not_allowed', `The method must be one of ${methods}`, { Allow: methods });
  });
  return routes;
}
