import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { referencePage } from '../reference/page';
import { describeApi } from './openapi';

/** The API reference: for programs at /api/openapi.json, for people at /docs/api. Loads nothing from other sites. */
export function referenceRoutes({
  baseUrl,
  organisationId,
}: {
  baseUrl: string;
  organisationId: number | null;
}): Hono {
  const routes = new Hono();
  const description = JSON.stringify(describeApi(baseUrl, organisationId ?? undefined));
  const folder = join(import.meta.dirname, '../reference');
  const script = readFileSync(join(folder, 'reference.js'), 'utf8');
  const style = readFileSync(join(folder, 'reference.css'), 'utf8');
  const kept = { 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' };
  routes.get('/api/openapi.json', (context) =>
    context.body(description, 200, { ...kept, 'Content-Type': 'application/json' }),
  );
  routes.get('/docs/api', async (context) =>
    context.body(await referencePage(organisationId ?? undefined), 200, {
      ...kept,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'Permissions-Policy': 'geolocation=(), camera=(), microphone=(), payment=(), usb=()',
    }),
  );
  routes.get('/docs/api/reference.js', (context) =>
    context.body(script, 200, { ...kept, 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  routes.get('/docs/api/reference.css', (context) =>
    context.body(style, 200, { ...kept, 'Content-Type': 'text/css; charset=utf-8' }),
  );
  return routes;
}
