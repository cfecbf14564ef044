import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import type { TestClient } from '@/lib/membership-service/issuer-over-http.fixture';

const page = readFileSync('docs/connect.md', 'utf8');

interface Place {
  issuer: string;
  /** The address of the site. */
  site: string;
  client: TestClient;
}

/**
 * The first block of settings of a section of docs/connect.md, which is an expression in JavaScript, with real addresses,
 * ID and secret. `names` are the variables that the expression uses.
 */
export function evaluateSettings<T>(section: string, place: Place, names: Record<string, unknown> = {}): T {
  const text = settingsOf(section, place).trim().replace(/;$/, '');
  const make = runInThisContext(`(${Object.keys(names).join(', ')}) => (${text})`) as (
    ...values: unknown[]
  ) => T;
  return make(...Object.values(names));
}

function settingsOf(section: string, { issuer, site, client }: Place): string {
  const start = page.indexOf(`\n### ${section}`);
  const block = start === -1 ? null : /^```\w*\n([^]*?)^```$/m.exec(page.slice(start));
  if (block?.[1] === undefined) throw new Error(`docs/connect.md has no settings for ${section}`);
  return block[1]
    .replaceAll('https://members.example/api/v2/organisation/100', issuer)
    .replaceAll('https://site.example', site)
    .replaceAll('CLIENT_ID', client.id)
    .replaceAll('CLIENT_SECRET', client.secret);
}
