import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import type { TestClient } from '@/lib/service/issuer-over-http.fixture';

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

function settingsOf(section: string, place: Place): string {
  const [block] = blocksOf(section, place);
  if (block === undefined) throw new Error(`docs/connect.md has no settings for ${section}`);
  return block;
}

/** The blocks of settings of a section of docs/connect.md, with real addresses, ID and secret. */
export function blocksOf(section: string, { issuer, site, client }: Place): string[] {
  const [, text = ''] = page.split(`\n### ${section}`);
  const [own = ''] = text.split('\n### ');
  return [...own.matchAll(/^```\w*\n([^]*?)^```$/gm)].map(([, block = '']) =>
    block
      .replaceAll('https://members.example/api/v2/organisation/100', issuer)
      .replaceAll('https://site.example', site)
      .replaceAll(/\bCLIENT_ID\b/g, client.id)
      .replaceAll(/\bCLIENT_SECRET\b/g, client.secret),
  );
}
