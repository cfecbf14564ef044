import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { paletteStylesheet } from '@/lib/base/theme';
import { chooseVariant, createVariants, respondWith, type Variants } from '@/lib/base/http/representation';
import { referencePage } from './reference-page';
import { describeApi } from './openapi';

/** The API reference: for programs at /api/openapi.json, for people at /docs/api. Loads nothing from other sites. */
export function referenceRoutes({
  baseUrl,
  organisationId,
  readExtraIds,
}: {
  baseUrl: string;
  organisationId: number | null;
  /** The extras that the description names. It is public, so these are never admin-only. */
  readExtraIds: () => Promise<readonly string[]>;
}): Hono {
  const routes = new Hono();
  const add = (path: string, headers: Record<string, string>, make: () => string | Promise<string>) => {
    let variants: Promise<Variants> | null = null;
    routes.get(path, async (context) => {
      variants ??= createReference(headers, make);
      return respondWith(context, chooseVariant(await variants, context.req.header('accept-encoding')));
    });
  };
  const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
  let described: { extras: string; variants: Promise<Variants> } | null = null;
  routes.get('/api/openapi.json', async (context) => {
    const ids = await readExtraIds();
    const extras = ids.join();
    if (described?.extras !== extras) {
      const make = () => JSON.stringify(describeApi(baseUrl, organisationId ?? undefined, ids));
      described = { extras, variants: createReference({ 'Content-Type': 'application/json' }, make) };
    }
    const variants = await described.variants;
    return respondWith(context, chooseVariant(variants, context.req.header('accept-encoding')));
  });
  add('/docs/api', pageHeaders, () => referencePage(organisationId ?? undefined));
  add('/docs/api/reference.js', { 'Content-Type': 'text/javascript; charset=utf-8' }, () =>
    read('reference.js'),
  );
  add(
    '/docs/api/reference.css',
    { 'Content-Type': 'text/css; charset=utf-8' },
    () => paletteStylesheet() + read('reference.css'),
  );
  return routes;
}

/** The response is created and compressed once, at the first request. */
async function createReference(
  headers: Record<string, string>,
  make: () => string | Promise<string>,
): Promise<Variants> {
  return createVariants({
    headers: { ...sharedHeaders, ...headers },
    body: Buffer.from(await make()),
    levels,
  });
}

const levels = [
  ['br', 5],
  ['gzip', 6],
] as const;

const sharedHeaders = {
  'Cache-Control': 'public, max-age=300',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept-Encoding',
};

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'geolocation=(), camera=(), microphone=(), payment=(), usb=()',
};
