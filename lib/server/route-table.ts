import { endpoints } from '@/lib/contract/endpoints';
import { maxImportBytes } from '@/lib/contract/import-choices';
import { officeEndpoints, officeRoute } from '@/lib/contract/office-rights/role-table';

export type Part = 'page' | 'account' | 'card' | 'json' | 'tiles' | 'api' | 'sign-in' | 'static';

export interface Route {
  part: Part;
  /**
   * The pattern of the address, such as `/members/:slug`, or `other` if no pattern matches. Metrics and logs contain
   * the pattern instead of the address. An address may name a person or contain a code.
   */
  route: string;
  /** `service`: the membership API and its own pages; `data`: the directory's JSON and the map's tiles; `pages`: Next. */
  handler: 'service' | 'data' | 'pages';
  /** Other methods are refused. */
  methods: readonly string[];
  /** The response is the same for everybody, so the page cache may store it. */
  isShared: boolean;
  maxBodyBytes: number;
  /** Pages without scripts have only text, links and forms. */
  hasScripts: boolean;
  /** The parameters that the page reads: those of the search, those of the shortlist, or none. Others are ignored. */
  parameters: 'search' | 'shortlist' | 'none';
  /** The page accepts forms, but only from our own pages. */
  takesForms: boolean;
  /**
   * What a member reads here of the directory for members. The page is sent only to members, and to nobody who has read
   * too much. null: it shows nothing of that directory.
   */
  reads: 'page' | 'profile' | null;
  /** Members send files to the page. Without it, only people with access to the office send large forms. */
  takesMembersFiles: boolean;
  /** The page shows other pages of this site in frames. */
  hasFrames: boolean;
}

const reading = ['GET', 'HEAD'];
const sending = ['POST'];
const readingAndSending = ['GET', 'HEAD', 'POST'];
// The service itself refuses methods that an endpoint does not accept. It cannot read TRACE, so TRACE is refused here.
const anyOfService = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'];

// Our largest form has a few hundred kilobytes. A file to import is larger.
const maxBodyBytes = 1024 * 1024;
const maxUploadBytes = maxImportBytes + maxBodyBytes;

const page = {
  part: 'page',
  handler: 'pages',
  methods: reading,
  isShared: false,
  maxBodyBytes,
  hasScripts: false,
  parameters: 'none',
  takesForms: false,
  reads: null,
  takesMembersFiles: false,
  hasFrames: false,
} as const;
const shared = { ...page, isShared: true };
const printed = { ...shared, parameters: 'search' } as const;
const search = { ...printed, hasScripts: true };
const shortlist = { ...shared, parameters: 'shortlist' } as const;
const account = { ...page, part: 'account' } as const;
// The browser keeps the policy of the first office page that it loaded, so every office page must allow the preview's
// frame.
const office = { ...account, methods: readingAndSending, takesForms: true, hasFrames: true };
const json = { ...page, part: 'json', handler: 'data' } as const;
const tiles = { ...json, part: 'tiles' } as const;
const api = { ...page, part: 'api', handler: 'service', methods: anyOfService } as const;
const signIn = { ...api, part: 'sign-in' } as const;
const file = { ...page, part: 'static' } as const;

const organisation = (version: string, names: string) =>
  names.split(' ').map((name) => `/api/${version}/organisation/:organisation/${name}`);

const table: [Omit<Route, 'route'>, string[]][] = [
  [search, ['/', '/map']],
  [printed, ['/print']],
  [shortlist, ['/shortlist']],
  [
    shared,
    [
      '/about',
      '/members/:slug',
      '/members/:slug/vcard',
      '/members/:slug/report',
      '/members/:slug/report/:outcome',
      '/members/:slug/message',
      '/members/:slug/message/:outcome',
      '/states/:slug',
      '/types/:slug',
      '/categories/:slug',
      '/sitemap.xml',
      '/sitemaps/:file',
      '/robots.txt',
      '/theme.css',
      '/site.webmanifest',
      '/picture.png',
    ],
  ],
  [page, ['/gone', '/.well-known/membership-card-keys.json', '/.well-known/change-password']],
  [
    account,
    [
      '/account/card',
      '/account/signed-in',
      '/account/check/:token',
      '/account/devices',
      '/account/sites',
      '/account/privacy/data',
      '/members-only',
      '/members-only/pages/:page',
      '/members-only/pages/:page/files/:file',
      '/sign-in',
      '/verify',
      '/demo/pay/:number',
      '/demo/invoice/:number',
    ],
  ],
  [{ ...page, methods: readingAndSending, takesForms: true }, ['/set-up']],
  // A check reads the database or another site's API for somebody whom we do not know, so it has a limit of its own.
  [{ ...page, part: 'card' }, ['/verify/:code']],
  [
    { ...account, methods: readingAndSending, takesForms: true },
    [
      '/account',
      '/account/leaving',
      '/account/privacy',
      '/account/details',
      '/account/places/:membership/:location',
      '/account/staff/:membership',
    ],
  ],
  [
    { ...account, hasScripts: true, parameters: 'search', reads: 'page' },
    ['/members-only/directory', '/members-only/directory/map'],
  ],
  [{ ...account, reads: 'profile' }, ['/members-only/members/:slug']],
  [
    {
      ...account,
      methods: readingAndSending,
      takesForms: true,
      takesMembersFiles: true,
      maxBodyBytes: maxUploadBytes,
    },
    ['/account/public-entry'],
  ],
  [account, ['/account/pictures/:membership/:picture']],
  [
    office,
    [
      '/office',
      '/office/members',
      '/office/members/new',
      '/office/members/export',
      '/office/members/export/file',
      '/office/members/:id',
      '/office/members/:id/membership',
      '/office/members/:id/pictures/:picture',
      '/office/members/:id/sign-in',
      '/office/members/:id/notes',
      '/office/members/:id/history',
      '/office/members/bulk',
      '/office/members/bulk/:bulk',
      '/office/members/:id/locations/:location',
      '/office/members/:id/company',
      '/office/members/:id/sub-members',
      '/office/members/:id/remove',
      '/office/members/:id/notes/:note',
      '/office/members/:id/merge',
      '/office/members/:id/personal-data',
      '/office/members/:id/personal-data/file',
      '/office/applications',
      '/office/applications/changes',
      '/office/applications/:membership',
      // The former addresses, from which `next.config.js` redirects.
      '/office/approvals',
      '/office/approvals/:membership',
      '/office/journal',
      '/office/journal/undo',
      '/office/import/:import',
      '/office/mails',
      '/office/searches',
      '/office/duplicates',
      '/office/pages',
      '/office/notices',
      '/office/notices/mails',
      '/office/notices/drop',
      '/office/notices/:notice',
      '/office/roles',
      '/office/health',
      '/office/settings',
      '/office/appearance/preview',
      '/office/webhooks',
      '/office/webhooks/:webhook',
      '/office/sites',
      '/office/sites/:site',
      '/office/settings/:items/:item',
    ],
  ],
  [
    { ...office, maxBodyBytes: maxUploadBytes },
    ['/office/import', '/office/appearance', '/office/pages/:page', '/office/members/:id/directory'],
  ],
  [
    { ...account, methods: sending },
    ['/account/card/revoke', '/account/devices/end', '/account/sites/withdraw', '/account/privacy/data/send'],
  ],
  [{ ...account, methods: readingAndSending }, ['/api/auth/:action', '/api/auth/:action/:name']],
  [
    json,
    [
      '/directory/search.json',
      '/directory/resolve.json',
      '/directory/clusters.json',
      '/directory/places.json',
      '/directory/member.json',
      '/members-only/directory/search.json',
      '/members-only/directory/resolve.json',
      '/members-only/directory/clusters.json',
      '/members-only/directory/places.json',
      '/members-only/directory/member.json',
    ],
  ],
  [{ ...json, methods: sending }, ['/directory/report', '/directory/message']],
  [tiles, ['/tiles/:theme/:z/:x/:file', '/streets/:file']],
  [tiles, ['/pictures/members/:membership/:picture/:file']],
  [{ ...tiles, handler: 'service' }, ['/pictures/:organisation/:name']],
  [
    api,
    [
      ...endpoints.flatMap(({ version, path }) => organisation(version, path)),
      ...Object.values(officeEndpoints).map(({ path }) => officeRoute(path)),
      ...organisation('v1', 'token'),
      ...organisation(
        'v2',
        'token revoke introspect jwks userinfo .well-known/openid-configuration members/:membership changes user/sessions user/sessions/:session user/passkeys user/sites user/sites/:client user/members user/members/:membership user/members/:membership/proposal user/members/:membership/pictures/:picture user/members/:membership/leaving user/members/:membership/audiences user/members/:membership/confirmation user/members/:membership/staff user/members/:membership/staff/:part user/members/:membership/staff/:part/invitation user/members/:membership/answers user/pages user/pages/:page user/pages/:page/files/:file user/directory-readings/:kind cards/keys cards/memberships/:membership cards/memberships/:membership/code cards/codes/:code',
      ),
      '/.well-known/oauth-authorization-server/api/v2/organisation/:organisation',
    ],
  ],
  [
    { ...api, maxBodyBytes: maxUploadBytes },
    [
      officeRoute(officeEndpoints.addImport.path),
      officeRoute(officeEndpoints.addPicture.path),
      officeRoute(officeEndpoints.addPageFile.path),
      officeRoute(officeEndpoints.addMemberPicture.path),
      ...organisation('v2', 'user/members/:membership/pictures'),
    ],
  ],
  // Enough for 1,000 members with their locations.
  [{ ...api, maxBodyBytes: 8 * maxBodyBytes }, organisation('v2', 'members/batch')],
  [{ ...api, methods: reading }, ['/api/openapi.json', '/docs/api', '/docs/api/:file']],
  [
    signIn,
    [
      ...organisation('v2', 'authorize end-session'),
      '/auth/organisation/:organisation/:page',
      '/auth/sign-out',
      '/auth/:file',
    ],
  ],
  [
    file,
    [
      '/_next/static/*',
      '/favicon.ico',
      '/icon.svg',
      '/icon-192.png',
      '/icon-512.png',
      '/apple-touch-icon.png',
      '/mark.png',
      '/kept-search.js',
      '/actions.js',
      '/shortlist.js',
      '/fonts/:file',
    ],
  ],
];

/** The routes of addresses without a pattern. The first match is used. */
const areas: [RegExp, Route][] = [
  [
    /^\/(api\/v\d+|api\/openapi\.json|docs\/api|\.well-known\/oauth-authorization-server)(\/|$)/,
    { ...api, route: 'other' },
  ],
  [/^\/auth(\/|$)/, { ...signIn, route: 'other' }],
  [/^\/\.well-known\//, { ...page, part: 'api', route: 'other' }],
  [/^\/directory\//, { ...json, route: 'other' }],
  [/^\/(tiles|streets)\//, { ...tiles, route: 'other' }],
  // The tools that Next adds to pages in development.
  [/^\/__nextjs_/, { ...page, methods: readingAndSending, route: 'other' }],
];
const otherPage: Route = { ...page, route: 'other' };

/** Public pages that read the directory's parameters and need scripts. */
export const searchPaths = table.flatMap(([{ hasScripts, isShared }, paths]) =>
  hasScripts && isShared ? paths : [],
);

/** Whatever is sent here is for everybody: pages that are the same for all, and the JSON of the public directory. */
export const publicRoutes = table.flatMap(([{ isShared, part }, paths]) =>
  isShared || part === 'json' ? paths.filter((path) => !path.startsWith('/members-only/')) : [],
);

interface Step {
  next: Map<string, Step>;
  route: Route | null;
}

const start: Step = { next: new Map(), route: null };
for (const [kind, paths] of table) {
  for (const route of paths) addRoute({ ...kind, route });
}

/** Doubled slashes count as single ones, because existing clients send them. */
export function findRoute(url: string): Route {
  const path = pathOf(url);
  let step: Step | undefined = start;
  for (const segment of path.split('/')) {
    if (segment === '') continue;
    step = step.next.get(segment) ?? step.next.get(':');
    if (step === undefined) return routeOfArea(path);
    if (step.next.has('*')) return step.next.get('*')?.route ?? routeOfArea(path);
  }
  return step.route ?? routeOfArea(path);
}

export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

function addRoute(route: Route): void {
  let step = start;
  for (const segment of route.route.split('/').filter((one) => one !== '')) {
    const key = segment.startsWith(':') ? ':' : segment;
    let next = step.next.get(key);
    if (next === undefined) step.next.set(key, (next = { next: new Map(), route: null }));
    step = next;
  }
  step.route = route;
}

function routeOfArea(path: string): Route {
  const single = path.replace(/\/{2,}/g, '/');
  return areas.find(([pattern]) => pattern.test(single))?.[1] ?? otherPage;
}
