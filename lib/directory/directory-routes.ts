/** JSON for the browser: the searches of the pages, and the map's data. Requests are anonymous, without cookies. */
import { Hono, type Context } from 'hono';
import type { Places } from '@/lib/map/geo/places';
import type { Site } from '@/lib/contract/site';
import { clustersLimits } from './clusters';
import type { ClusterArea, Directory } from './directory';
import { formatDirectoryFilter, parseDirectoryFilter, defaultUnit } from './filter';
import { parseBox, placeProblemOf, type FilterProblem } from './filter-coordinates';
import { createJsonResponses, type CacheableQuery } from './json-responses';
import { placeContext, resolvePlace, type FilterWithPlace } from './resolve-place';

export interface SearchServices {
  directory: Directory;
  places: Pick<Places, 'suggest'>;
  site: () => Site;
  logError: (error: unknown) => void;
  /** The maximum size of all cached responses together. */
  cachedBytes?: number;
}

const maxPlaces = 10;

/**
 * `search.json`: a SearchResult with `problems`, `understood` (the recognised place) and `instead`. `instead` contains
 * other searches to try, if nothing was found. `resolve.json`: the same search as a query with its place and words
 * resolved. A page redirects the search to this query. `clusters.json?view=…&zoom=…`: the features in a map view.
 * `places.json?q=…`: places that begin with the text. `member.json?id=…`: one member's public entry. The parameters are
 * those of the pages.
 */
export function directoryRoutes({
  directory,
  places,
  site,
  logError,
  cachedBytes = 32 * 1024 * 1024,
}: SearchServices): Hono {
  const routes = new Hono();
  const responses = createJsonResponses(cachedBytes);
  const country = () => site().country ?? directory.about().country;
  const read = (context: Context) => {
    const parsed = parseDirectoryFilter(new URL(context.req.url).searchParams, {
      unit: defaultUnit(country()),
    });
    return resolvePlace(parsed, { ...placeContext({ directory, places }), country: country() });
  };
  const response = (path: string, toQuery: (context: Context) => CacheableQuery | Response) => {
    const version = () => `${directory.about().version} ${country()}`;
    routes.get(path, (context) => responses.send(context, version(), () => toQuery(context)));
  };

  response('/search.json', (context) => {
    const request = read(context);
    return { key: `search ${keyOf(request)}`, make: () => toSearchResponse(directory, request) };
  });
  response('/resolve.json', (context) => {
    const request = read(context);
    return { key: `resolve ${keyOf(request)}`, make: () => toResolved(directory, request) };
  });
  response('/clusters.json', (context) => {
    const query = read(context);
    const area = parseArea(context);
    if ('field' in area) return refuse(context, area);
    const key = `clusters ${JSON.stringify(area)} ${keyOf(query)}`;
    return { key, make: () => ({ features: directory.clusters(query.filter, area) }) };
  });
  response('/places.json', (context) => {
    const text = (context.req.query('q') ?? '').trim().slice(0, 200);
    if (text === '')
      return refuse(context, { field: 'q', message: '“q” must be the beginning of a place or a postcode' });
    const make = () => places.suggest(text, { country: country(), limit: maxPlaces });
    return { key: `places ${text}`, make };
  });
  response('/member.json', (context) => {
    const id = context.req.query('id') ?? '';
    const entry = directory.find(id);
    if (entry === null || entry === 'removed')
      return context.json({ error: 'not_found', error_description: 'No member with this ID is listed' }, 404);
    return { key: `member ${id}`, make: () => ({ entry }) };
  });
  routes.all('*', (context) =>
    context.json({ error: 'not_found', error_description: 'There is no endpoint at this address' }, 404),
  );
  routes.onError((error, context) => {
    logError(error);
    return context.json(
      { error: 'server_error', error_description: 'Something went wrong on our side. Try again' },
      500,
    );
  });
  return routes;
}

function toSearchResponse(directory: Directory, { filter, problems, understood }: FilterWithPlace) {
  const result = directory.search(filter);
  const instead = result.total === 0 ? directory.alternatives(filter) : null;
  return { ...result, problems, understood, instead };
}

function toResolved(directory: Directory, { filter, problems }: FilterWithPlace) {
  return {
    query: formatDirectoryFilter(directory.withOptionIds(filter)),
    placeProblem: placeProblemOf(problems),
  };
}

/**
 * Two requests with the same filter may have different places and problems, because visitors typed different texts. The
 * response contains the place and the problems, so the key needs them too.
 */
function keyOf({ filter, problems, understood }: FilterWithPlace): string {
  return JSON.stringify([filter, problems, understood?.id ?? null]);
}

function parseArea(context: Context): ClusterArea | FilterProblem {
  const box = parseBox(context.req.query('view') ?? '', []);
  const zoom = context.req.query('zoom') ?? '';
  const message =
    '“view” must be four numbers south,west,north,east: latitudes -90 to 90, longitudes -180 to 180';
  if (box === null) return { field: 'view', message };
  if (!/^\d{1,3}(\.\d+)?$/.test(zoom)) return { field: 'zoom', message: '“zoom” must be a number from 0' };
  const isClosest = context.req.query('closest') === '1';
  return {
    box,
    zoom: Math.min(clustersLimits.maxZoom, Math.floor(Number(zoom))),
    ...(isClosest && { isClosest }),
  };
}

function refuse(context: Context, { field, message }: FilterProblem): Response {
  return context.json({ error: 'invalid_request', error_description: message, field }, 400);
}
