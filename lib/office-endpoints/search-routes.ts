import type { Context } from 'hono';
import { ApiError } from '@/lib/membership-api/errors';
import { QueryParameters } from '@/lib/membership-api/query-string';
import { rawQuery } from '@/lib/membership-records/raw-query';
import { readDay } from '@/lib/membership-store/day';
import { readMissedSearches } from '@/lib/missed-searches/missed-searches';
import { checkOffice, type OfficeRouteServices } from './office-check';

/** GET: searches of the directory that found nobody, most frequent first. */
export async function listSearches(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'listSearches');
  const { store, clock } = services;
  new QueryParameters(rawQuery(context), []);
  const day = await readDay(store.members, organisationId, clock());
  if (day === null) throw new ApiError('not_found', 'The organisation no longer exists');
  await services.flushSearches();
  const body = await readMissedSearches(store, { organisationId, today: day.today });
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}
