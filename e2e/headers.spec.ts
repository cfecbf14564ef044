import { writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { expect, test } from './fixtures';
import { Installation } from './installation';

test.describe.configure({ mode: 'default' });

/**
 * `secure` has a public https address behind a proxy, so its responses require https. `plain` has the default settings,
 * as on a laptop.
 */
const secure = new Installation();
const plain = new Installation();
const publicUrl = 'https://members.example.org';
const metricsToken = 'a token for the figures';
let ports: Record<'secure' | 'plain' | 'broken', number>;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const port = async (installation: Installation, env: Record<string, string>) =>
    Number(new URL(await installation.startDemonstration(env)).port);
  const first = await port(secure, { BASE_URL: publicUrl, TRUST_PROXY: '1', METRICS_TOKEN: metricsToken });
  ports = { secure: first, plain: await port(plain, { METRICS_TOKEN: metricsToken }), broken: 0 };
});

test.afterAll(async () => {
  await secure.stop();
  await plain.stop();
});

interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends any headers, including Host, which fetch does not allow. Does not follow redirects. */
function send(
  which: keyof typeof ports,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port: ports[which], path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    request.on('error', reject).end();
  });
}

const api = '/api/v2/organisation/100';

/** The preview of the appearance shows this email in a frame. The styles of the email are in its HTML. */
const sampleMail = '/auth/organisation/100/sample-mail?theme=00708c-system';

/**
 * Returns paths whose responses are the same for everybody and set no cookie. They include the first profile, landing
 * page and script that the pages link to.
 */
async function publicPaths(): Promise<string[]> {
  const { text } = await send('plain', '/');
  const first = (pattern: RegExp, where = text) => {
    const found = pattern.exec(where)?.[1];
    if (found === undefined) throw new Error(`no ${pattern} in the page`);
    return found;
  };
  const profile = first(/href="(\/members\/[^"?]+)"/);
  const sitemap = (await send('plain', '/sitemap.xml')).text;
  return [
    '/',
    '/?q=a&page=2',
    '/map',
    profile,
    `${profile}/vcard`,
    '/theme.css',
    '/robots.txt',
    '/sitemap.xml',
    '/states/victoria',
    '/types/none',
    '/categories/none',
    '/gone',
    '/members/999999999-nobody',
    '/nothing/here',
    '/%zz',
    first(/<loc>https?:\/\/[^/]+(\/sitemaps\/[^<]+)<\/loc>/, sitemap),
    '/.well-known/membership-card-keys.json',
    '/.well-known/change-password',
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
    first(/<script src="(\/_next\/static\/[^"]+\.js)"/),
    '/_next/static/none.js',
    '/icon.svg',
    '/favicon.ico',
    '/icon-192.png',
    '/site.webmanifest',
    '/picture.png',
    '/directory/search.json',
    '/directory/resolve.json?q=physio+melbourne',
    '/directory/places.json?q=melb',
    '/directory/clusters.json',
    '/directory/none',
    '/tiles/light/0/0/0.svg',
    '/tiles/light/99/0/0.svg',
    '/tiles/none',
    '/api/openapi.json',
    '/docs/api',
    '/docs/api/reference.js',
    '/docs/api/reference.css',
    `${api}/members`,
    `${api}/user`,
    `${api}/token`,
    `${api}/none`,
    '/api/v1/organisation/100/members',
    `/.well-known/oauth-authorization-server${api}`,
    '/auth/none',
    '/auth/none.css',
    sampleMail,
  ];
}

const personalPaths = [
  '/account',
  '/account/card',
  '/account/devices',
  '/account/sites',
  '/account/public-entry',
  '/account/details',
  '/account/staff/1001',
  '/office',
  '/office/searches',
  '/office/pages',
  '/office/pages/new',
  '/members-only',
  '/members-only/members/1001-zoe-van-der-berg',
  '/members-only/pages/1',
  '/members-only/pages/1/files/none',
  '/sign-in',
  '/verify/none',
  '/demo/pay/1',
  '/demo/invoice/1',
  '/api/auth/session',
  '/api/auth/signin',
  '/api/auth/none',
  '/api/auth/renew',
  '/api/auth/callback/membership?code=a&state=b',
  '/auth/sign-out',
  `${api}/authorize`,
  `${api}/authorize?client_id=none&redirect_uri=https://evil.example/`,
  '/auth/organisation/100/email',
  '/account/privacy/data',
  '/set-up',
  '/auth/organisation/100/passkeys',
  '/auth/organisation/100/sign-in?request=none',
  '/auth/organisation/100/sample-mail?theme=none',
];

// Only the operator's own programs use these paths, and these programs ignore most of the headers.
const operatorPaths = ['/healthz', '/readyz', '/metrics', '/metrics?a=b'];

for (const which of ['secure', 'plain'] as const) {
  test(`every response has the headers that protect its reader (${which})`, async () => {
    for (const path of [...(await publicPaths()), ...personalPaths, ...operatorPaths])
      expectProtected(which, path, await send(which, path));
  });
}

test('the page of a former member and a failed page have them too, and reveal no details', async () => {
  const broken = new Installation();
  try {
    writeFileSync(join(broken.dataDir, 'card-key.json'), 'not a key');
    const base = await broken.startDemonstration({ BASE_URL: publicUrl, TRUST_PROXY: '1' });
    ports.broken = Number(new URL(base).port);
    const failed = await send('broken', '/verify/some-code');
    expect(failed.status).toBe(500);
    expect(failed.text).not.toMatch(/card-key|backup|at .*\.js/);
    // The request's number is in the HTML, so the page is not empty without JavaScript.
    expect(failed.text).toContain(`number ${failed.headers['x-request-id']}`);
    expectProtected('broken', '/verify/some-code', failed);
    expect((await send('broken', '/.well-known/membership-card-keys.json')).status).toBe(500);

    const { hits } = JSON.parse((await send('broken', '/directory/search.json?q=physio')).text);
    const { id, slug, name } = hits.find((hit: Hit) => hit.entry.kind === 'organisation').entry;
    const file = join(broken.dataDir, 'leaver.csv');
    writeFileSync(
      file,
      `ChapterhouseID,Kind,Organisation,Type,Listed\n${id},corporate,"${name}",Practice,no\n`,
    );
    broken.chapterhouse(['import', file, '--organisation', '100']);
    const profile = `/members/${slug}`;
    await expect
      .poll(async () => (await send('broken', profile)).status, { timeout: 60_000, intervals: [500] })
      .toBe(410);
    for (const path of [profile, `${profile}/vcard`, `${profile}?q=a`])
      expectProtected('broken', path, await send('broken', path));
  } finally {
    await broken.stop();
  }
});

interface Hit {
  entry: { id: string; slug: string; name: string; kind: string };
}

function expectProtected(which: keyof typeof ports, path: string, { status, headers }: RawResponse): void {
  const say = `${which} ${status} ${path}`;
  expect.soft(headers['x-powered-by'], say).toBeUndefined();
  expect.soft(headers['server'], say).toBeUndefined();
  expect.soft(headers['x-content-type-options'], say).toBe('nosniff');
  if (operatorPaths.includes(path)) return;
  expect.soft(headers['x-request-id'], say).toMatch(/^[0-9a-f-]{36}$/);
  const strict = headers['strict-transport-security'];
  if (which === 'plain') expect.soft(strict, say).toBeUndefined();
  else expect.soft(strict, say).toMatch(/^max-age=31536000/);
  if (!String(headers['content-type']).startsWith('text/html')) return;
  const policy = String(headers['content-security-policy']);
  if (path === sampleMail) {
    expect
      .soft(policy, say)
      .toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; .* sandbox$/);
    expect.soft(policy, say).toContain("frame-ancestors 'self'");
    return;
  }
  expect.soft(policy, say).toMatch(/default-src 'none'/);
  expect.soft(policy, say).toMatch(/frame-ancestors 'none'/);
  expect.soft(policy, say).toMatch(/base-uri 'none'/);
  expect.soft(policy, say).not.toMatch(/unsafe-|\*|data:[^;]*script/);
  expect.soft(headers['referrer-policy'], say).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/);
  expect.soft(headers['permissions-policy'], say).toContain('camera=()');
}

test('public responses set no cookie; the others set cookies that scripts and other sites do not get', async () => {
  for (const which of ['secure', 'plain'] as const) {
    for (const path of await publicPaths())
      expect.soft((await send(which, path)).headers['set-cookie'], path).toBeUndefined();
    const origin = which === 'secure' ? publicUrl : `http://localhost:${ports.plain}`;
    const own = {
      origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const responses = [
      ...(await Promise.all(personalPaths.map((path) => send(which, path)))),
      await send(which, '/api/auth/signin/membership', { method: 'POST', headers: own }),
      await send(which, '/api/auth/signout', { method: 'POST', headers: own }),
    ];
    const lines = responses.flatMap(({ headers }) => headers['set-cookie'] ?? []);
    expect(lines.length, which).toBeGreaterThan(3);
    for (const line of lines) {
      expect.soft(line).toMatch(/; HttpOnly/i);
      expect.soft(line).toMatch(/; SameSite=(Lax|Strict)/i);
      expect.soft(line).toMatch(/; Path=\//i);
      expect.soft(line).not.toMatch(/; Domain=/i);
      if (which === 'secure') expect.soft(line).toMatch(/^__(Host|Secure)-[^;]*;.*; Secure/i);
      else expect.soft(line).not.toMatch(/; Secure/i);
    }
  }
});

test('no response repeats an invented host from the request', async () => {
  const evil = 'evil.example';
  const headers = {
    host: evil,
    'x-forwarded-host': evil,
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '1',
    'x-original-url': `https://${evil}/`,
    'x-forwarded-for': '203.0.113.5',
    forwarded: `host=${evil};proto=https`,
  };
  const paths = [...(await publicPaths()), ...personalPaths].filter((path) => !path.includes(evil));
  for (const which of ['secure', 'plain'] as const) {
    for (const path of [...paths, ...paths.map((one) => `/${one}`), `http://${evil}/`, `//${evil}/%2f..`]) {
      const { headers: responseHeaders, text } = await send(which, path, { headers });
      const say = `${which} ${path}`;
      // No response may redirect to the foreign host. If the path contains the name of this host, the response may
      // repeat the path.
      expect.soft(responseHeaders.location ?? '', say).not.toMatch(/^(\w+:)?[/\\]{2}evil/);
      if (path.includes(evil)) continue;
      expect.soft(text, say).not.toContain(evil);
      expect.soft(JSON.stringify(responseHeaders), say).not.toContain(evil);
    }
  }
});
