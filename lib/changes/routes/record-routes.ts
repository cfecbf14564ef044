import { Hono, type Context } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import { respondWithRecord } from './read-record';
import { writeBatch } from './write-batch';
import { changeRecord, createRecord, removeRecord, type WriteServices } from './write-record';

const list = '/api/v2/organisation/:organisation/members';
const batch = `${list}/batch`;
const record = `${list}/:membership`;

type Handler = (context: Context, services: WriteServices) => Promise<Response>;

/** Single member records and their changes: an extension (docs/decisions.md, J1 to J9). */
export function recordRoutes(services: WriteServices): Hono {
  const routes = new Hono();
  const add = (path: string, handlers: Partial<Record<'GET' | 'POST' | 'PATCH' | 'DELETE', Handler>>) => {
    for (const [method, handler] of Object.entries(handlers)) {
      routes.on(method, path, (context) => handler(context, services));
    }
    const methods = [...Object.keys(handlers), ...('GET' in handlers ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    routes.options(path, (context) => context.body(null, 204, { Allow: methods }));
    routes.all(path, () => {
      throw new ApiError('method_not_allowed', `The method must be one of ${methods}`, { Allow: methods });
    });
  };
  routes.post(list, (context) => createRecord(context, services));
  add(batch, { POST: writeBatch });
  add(record, { GET: respondWithRecord, PATCH: changeRecord, DELETE: removeRecord });
  return routes;
}
