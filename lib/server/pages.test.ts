import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { applyChanges } from '@/lib/directory/model/apply-changes';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { entryOf, modelOf } from '@/lib/directory/model/entry.fixture';
import { emptyFilter } from '@/lib/directory/filter';
import { landingPages } from '@/lib/directory/landing-pages';
import { Turns } from '@/lib/base/turns';
import { createQueries } from '@/lib/directory/queries';
import { recordingDirectory } from '@/lib/directory/recorded-reads';
import { waitFor } from '@/lib/base/wait-for.fixture';
import { PageCache } from './page-cache';
import { createFormGate } from './page-forms';
import { createPageHandler, renderLimits, type PageServices } from './pages';

const servers: { close: () => void }[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function serve(
  next: PageServices['next'],
  { rendered = [], ...services }: Partial<PageServices> & { rendered?: boolean[] } = {},
): Promise<string> {
  const handler = createPageHandler({
    next,
    cache: new PageCache({ maxBytes: 1e6, maxAgeMs: 1000, now: () => 1 }),
    turns: new Turns(renderLimits),
    trustProxy: 0,
    siteState: () => '',
    dataVersion: () => '1',
    record: async (work) => ({ result: await work(), isCurrent: () => true }),
    admitForm: createFormGate({
      baseUrl: 'https://members.example',
      isSignedIn: async () => false,
      findOffice: async () => 'closed',
    }),
    isHttps: false,
    isDevelopment: false,
    publicDir: 'public',
    imageOrigins: () => [],
    formOrigins: [],
    resolveQuery: () => null,
    admitReader: async () => ({ refusal: null, resolveQuery: () => null }),
    ...services,
  });
  const server = createServer((request, response) => {
    const current = {
      id: 'request-1',
      isRendered: false,
      caller: null,
      isStrangersForm: false,
      isAborted: () => false,
    };
    response.once('finish', () => rendered.push(current.isRendered));
    void handler(request, response, current);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('for a public page, Next gets no cookie, host or language from the visitor', async () => {
  const seen: Record<string, unknown>[] = [];
  const base = await serve(async (request, response) => {
    seen.push(request.headers);
    response.setHeader('content-type', 'text/html');
    response.end('<p>public</p>');
  });
  await fetch(`${base}/?q=a`, {
    headers: { cookie: 'session=secret', 'accept-language': 'de', 'x-forwarded-host': 'evil.example' },
  });
  expect(Object.keys(seen[0] ?? {}).sort()).toEqual(['content-security-policy', 'host']);
  expect(seen[0]?.host).toBe('localhost');
});

test('a cached page has hashes in its policy, and is not sent again to a browser that has it', async () => {
  const base = await serve(async (request, response) => {
    const nonce = /'nonce-([^']+)'/.exec(String(request.headers['content-security-policy']))?.[1];
    response.setHeader('content-type', 'text/html');
    response.end(`<script nonce="${nonce}">hello()</script>`);
  });
  const first = await fetch(`${base}/`, { headers: { 'accept-encoding': 'identity' } });
  expect(await first.text()).toBe('<script>hello()</script>');
  expect(first.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';/);
  const again = await fetch(`${base}/`, {
    headers: { 'accept-encoding': 'identity', 'if-none-match': first.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
});

test('each page that is rendered has its own nonce, which Next learns', async () => {
  const policies: unknown[] = [];
  const rendered: boolean[] = [];
  const base = await serve(
    async (request, response) => {
      policies.push(request.headers['content-security-policy']);
      response.setHeader('content-type', 'text/html');
      response.end('<p>page</p>');
    },
    { rendered },
  );
  const sent: unknown[] = [];
  for (const path of ['/account', '/account', '/', '/'])
    sent.push((await fetch(base + path)).headers.get('content-security-policy'));
  expect(rendered).toEqual([true, true, true, false]);
  expect(sent.slice(0, 2)).toEqual(policies.slice(0, 2));
  const nonces = policies.map((policy) => /script-src 'self' 'nonce-([\w-]{22})'/.exec(String(policy))?.[1]);
  expect(nonces).not.toContain(undefined);
  expect(new Set(nonces).size).toBe(3);
  expect(sent[2], 'a page that is shared has none').not.toContain('nonce');
});

test('an address with invalid percent-encoding is a missing page', async () => {
  const seen: (string | undefined)[] = [];
  const base = await serve(async (request, response) => {
    seen.push(request.url);
    response.writeHead(404).end();
  });
  for (const path of ['/%E0%A4%A', '/account/%E0%A4%A']) await fetch(base + path);
  expect(seen).toEqual(['/-', '/-']);
});

test('icons, and in production the build’s files, are sent without the cost of a page', async () => {
  const seen: (string | undefined)[] = [];
  const next: PageServices['next'] = async (request, response) => {
    seen.push(request.url);
    response.setHeader('content-type', 'text/javascript');
    response.end('let a = 1;');
  };
  const script = '/_next/static/chunks/a.js';
  for (const isDevelopment of [false, true]) {
    const base = await serve(next, { isDevelopment });
    expect((await fetch(`${base}/icon.svg`)).headers.get('content-type')).toBe('image/svg+xml');
    await (await fetch(base + script)).text();
    await (await fetch(base + script)).text();
  }
  expect(seen).toEqual([script, `${script}.br`, script, script]);
});

test.each(['/', '/account'])('a page of %s that failed can be read without JavaScript', async (path) => {
  const seen: (string | undefined)[] = [];
  const base = await serve(async (request, response) => {
    seen.push(request.url);
    response.statusCode = 500;
    response.setHeader('content-type', 'text/html');
    response.end('<html id="__next_error__"><body></body></html>');
  });
  const failed = await fetch(base + path, { headers: { 'accept-encoding': 'identity' } });
  expect([failed.status, await failed.text()]).toEqual([
    500,
    expect.stringMatching(/^<html lang="en" .*<noscript>.*request-1/),
  ]);
  expect(seen).toEqual([path]);
});

test('a missing page comes whole, whatever its address', async () => {
  const seen: (string | undefined)[] = [];
  const base = await serve(async (request, response) => {
    seen.push(request.url);
    response.statusCode = 404;
    response.setHeader('content-type', 'text/html');
    response.end(
      request.url === '/-' ? '<html lang="en"><h1>None</h1>' : '<html id="__next_error__"><body></body>',
    );
  });
  const missing = await fetch(`${base}/states/nowhere`, { headers: { 'accept-encoding': 'identity' } });
  expect([missing.status, await missing.text()]).toEqual([404, '<html lang="en"><h1>None</h1>']);
  await fetch(`${base}/states/nowhere`);
  expect(seen).toEqual(['/states/nowhere', '/-']);
});

const data = '<script type="application/ld+json">{"name":"A"}</script>';

test.each([
  ['/members/1-a', '<html lang="en">', data, "script-src 'self';"],
  ['/', '<html lang="en">', `${data}<script>hello()</script>`, "script-src 'self' 'sha256-"],
  ['/members/1-a', '<html id="__next_error__">', '<script>hello()</script>', "script-src 'self' 'sha256-"],
])('the page %s, drawn as %s, is sent with these scripts: %s', async (path, html, scripts, policy) => {
  const base = await serve(async (request, response) => {
    const nonce = /'nonce-([^']+)'/.exec(String(request.headers['content-security-policy']))?.[1];
    response.statusCode = html.includes('error') ? 500 : 200;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `${html}${html.includes('error') ? '' : data}<script nonce="${nonce}">hello()</script></html>`,
    );
  });
  const page = await fetch(base + path, { headers: { 'accept-encoding': 'identity' } });
  expect((await page.text()).match(/<script.*<\/script>/s)?.[0]).toBe(scripts);
  expect(page.headers.get('content-security-policy')).toContain(policy);
});

test('anything that is not a page is sent unchanged', async () => {
  const card = 'NOTE:<script>in a text</script>';
  const base = await serve(async (_request, response) => {
    response.setHeader('content-type', 'text/vcard; charset=utf-8');
    response.end(card);
  });
  const sent = await fetch(`${base}/members/1-a/vcard`, { headers: { 'accept-encoding': 'identity' } });
  expect(await sent.text()).toBe(card);
});

test.each([
  ['/?near=Geelong', '/?lat=1'],
  ['/map?near=Geelong', '/map?lat=1'],
  // An address that begins with two slashes would name another host.
  ['//map?near=Geelong', '/map?lat=1'],
  [`/?near=Geelong&q=${'a'.repeat(5_000)}`, '/?lat=1'],
])('a typed place in %.20s redirects before anything is rendered', async (path, location) => {
  const queries: string[] = [];
  for (const cache of [undefined, null]) {
    const base = await serve(() => Promise.reject(new Error('rendered')), {
      ...(cache === null ? { cache } : {}),
      resolveQuery: (query) => {
        queries.push(query);
        return 'lat=1';
      },
    });
    const response = await fetch(base + path, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([307, location]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('default-src');
  }
  expect(queries.every((query) => query.startsWith('near=Geelong'))).toBe(true);
});

test('a page that is no search, and a search without a query, are not redirected', async () => {
  const base = await serve(
    async (request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(request.url);
    },
    { resolveQuery: () => 'lat=1' },
  );
  for (const path of ['/', '/members/1-a?near=Geelong', '/account?near=Geelong'])
    expect((await fetch(base + path, { redirect: 'manual' })).status).toBe(200);
});

test('a change renders again only the pages on which it is seen', async () => {
  const member = (id: string, name: string, state: string) => entryOf(id, { name, state });
  let model = await modelOf([member('1', 'Ada', 'VIC'), member('2', 'Ben', 'VIC'), member('3', 'Cy', 'TAS')]);
  const queries = createQueries(
    () => model,
    () => '2026-03-01',
  );
  const about = () => ({ ...queries.about(), loadedAt: null, isStale: false, problems: [] });
  const none = async () => undefined;
  const { directory, record } = recordingDirectory({
    ...queries,
    about,
    refresh: none,
    start: none,
    stop: none,
  });
  const content = (path: string): unknown => {
    const [, kind, name = ''] = path.split('/');
    if (kind === 'members') return directory.find(name);
    if (kind === 'states') return directory.search({ ...emptyFilter, facets: { state: [name] } });
    return landingPages(directory);
  };
  const rendered: string[] = [];
  const base = await serve(
    async ({ url = '' }, response) => {
      rendered.push(url);
      // Next renders in several turns of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(content(url)));
    },
    { record, dataVersion: () => directory.about().version },
  );
  const paths = ['/', '/members/1', '/members/2', '/members/3', '/members/4', '/states/VIC', '/states/TAS'];
  const visit = async () => {
    rendered.length = 0;
    for (const path of paths) {
      const sent = await (await fetch(base + path)).json();
      expect([path, sent]).toEqual([path, JSON.parse(JSON.stringify(content(path)))]);
    }
    return [...rendered];
  };
  const change = (changed: PublicEntry[], removed: string[] = []) => {
    const listed = changed.map((entry) => ({ entry, listedUntil: null }));
    model = applyChanges(model, { changed: listed, removed }, { today: '2026-03-01' });
  };
  expect(await visit()).toEqual(paths);
  expect(await visit()).toEqual([]);
  change([member('2', 'Benjamin', 'VIC')]);
  expect(await visit()).toEqual(['/members/2', '/states/VIC']);
  // Both pages of states show the number of members of every state.
  change([], ['3']);
  expect(await visit()).toEqual(['/', '/members/3', '/states/VIC', '/states/TAS']);
  change([member('4', 'Dot', 'TAS')]);
  expect(await visit()).toEqual(['/', '/members/4', '/states/VIC', '/states/TAS']);
  change([member('1', 'Ada', 'TAS')]);
  expect(await visit()).toEqual(['/', '/members/1', '/states/VIC', '/states/TAS']);
  expect(await visit()).toEqual([]);
});

test('a form that another site sends to a page of the office does not reach Next', async () => {
  const reached: (string | undefined)[] = [];
  const base = await serve(async (request, response) => {
    reached.push(request.headers.host);
    response.end('page');
  });
  const send = (origin: string) => fetch(`${base}/office`, { method: 'POST', headers: { origin } });
  expect((await send('https://evil.example')).status).toBe(403);
  expect(reached).toEqual([]);
  expect((await send('https://members.example')).status).toBe(200);
  expect(reached).toEqual(['members.example']);
});

test('while many public pages are rendered, others are refused and say when to try again; pages of members are not', async () => {
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const base = await serve(
    async (request, response) => {
      started.push(request.url ?? '');
      if (request.url?.startsWith('/?q=')) await new Promise<void>((resolve) => finish.push(resolve));
      response.setHeader('content-type', 'text/html');
      response.end('<p>page</p>');
    },
    { turns: new Turns({ ...renderLimits, simultaneous: 1, maxWaiting: 1 }) },
  );
  const first = fetch(`${base}/?q=a`);
  await waitFor(() => expect(started).toEqual(['/?q=a']));
  // A second request for the same page waits for the first and needs no turn.
  const same = fetch(`${base}/?q=a`);
  const both = [fetch(`${base}/?q=b`), fetch(`${base}/?q=c`)];
  const refused = await Promise.race(both);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(await refused.text()).toContain('Many people are opening pages');
  expect((await fetch(`${base}/account`)).status).toBe(200);
  for (const of of [0, 1]) {
    await waitFor(() => expect(finish[of]).toBeDefined());
    finish[of]?.();
  }
  const statuses = (await Promise.all([first, same, ...both])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 200, 200, 503]);
  expect(started).toHaveLength(3);
});
