/** Under what name a request is counted and logged: never its address, which may name a person or hold a code. */

/** Who answers, as figures and limits tell them apart. */
export type Part = 'page' | 'account' | 'json' | 'tiles' | 'api' | 'sign-in' | 'static';

export interface RouteLabel {
  part: Part;
  /** A pattern such as `/members/:slug`; `other` for what no pattern knows. */
  route: string;
}

const organisation = (version: string, names: string) =>
  names.split(' ').map((name) => `/api/${version}/organisation/:organisation/${name}`);

const patterns: Record<Part, string[]> = {
  page: [
    ...[
      '/',
      '/map',
      '/members/:slug',
      '/members/:slug/vcard',
      '/members/:slug/report',
      '/members/:slug/report/:outcome',
      '/members/:slug/message',
      '/members/:slug/message/:outcome',
      '/states/:slug',
      '/types/:slug',
      '/categories/:slug',
      '/gone',
    ],
    ...[
      '/sitemap.xml',
      '/sitemaps/:file',
      '/robots.txt',
      '/theme.css',
      '/picture.png',
      '/.well-known/membership-card-keys.json',
    ],
  ],
  account: [
    ...[
      '/account',
      '/account/card',
      '/account/card/revoke',
      '/account/public-entry',
      '/members-only',
      '/sign-in',
    ],
    ...[
      '/verify/:code',
      '/demo/pay/:number',
      '/demo/invoice/:number',
      '/api/auth/:action',
      '/api/auth/:action/:name',
    ],
  ],
  json: ['search.json', 'clusters.json', 'places.json', 'report', 'message'].map(
    (name) => `/directory/${name}`,
  ),
  tiles: ['/tiles/:theme/:z/:x/:file'],
  api: [
    ...organisation('v1', 'token members membershiptypes addons'),
    ...organisation('v2', 'token members locations categories membershiptypes addons extras user revoke'),
    '/.well-known/oauth-authorization-server/api/v2/organisation/:organisation',
    ...['/api/openapi.json', '/docs/api', '/docs/api/:file'],
  ],
  'sign-in': [
    ...organisation('v2', 'authorize'),
    ...['/auth/organisation/:organisation/:page', '/auth/sign-out', '/auth/:file'],
  ],
  static: ['/_next/static/*', '/icon.svg'],
};

interface Step {
  next: Map<string, Step>;
  label: RouteLabel | null;
}

const start: Step = { next: new Map(), label: null };
for (const [part, routes] of Object.entries(patterns)) {
  // The keys of `patterns` are the parts.
  for (const route of routes) addRoute(route, part as Part);
}

/** The label of an address. Doubled slashes count as single ones, as where answers are chosen. */
export function routeLabel(url: string): RouteLabel {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  let step: Step | undefined = start;
  for (const segment of path.split('/')) {
    if (segment === '') continue;
    step = step.next.get(segment) ?? step.next.get(':');
    if (step === undefined) return unknownLabel(path);
    if (step.next.has('*')) return step.next.get('*')?.label ?? unknownLabel(path);
  }
  return step.label ?? unknownLabel(path);
}

function addRoute(route: string, part: Part): void {
  let step = start;
  for (const segment of route.split('/').filter((one) => one !== '')) {
    const key = segment.startsWith(':') ? ':' : segment;
    let next = step.next.get(key);
    if (next === undefined) step.next.set(key, (next = { next: new Map(), label: null }));
    step = next;
  }
  step.label = { part, route };
}

const others: [RegExp, RouteLabel][] = [
  [/^\/+(api\/+v\d|\.well-known\/)/, { part: 'api', route: 'other' }],
  [/^\/+auth\//, { part: 'sign-in', route: 'other' }],
  [/^\/+directory\//, { part: 'json', route: 'other' }],
  [/^\/+tiles\//, { part: 'tiles', route: 'other' }],
];
const otherPage: RouteLabel = { part: 'page', route: 'other' };

function unknownLabel(path: string): RouteLabel {
  return others.find(([pattern]) => pattern.test(path))?.[1] ?? otherPage;
}
