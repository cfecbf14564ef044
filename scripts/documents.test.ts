import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { basename, dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { publicPageKey } from '@/lib/server/public-page-key';
import { importedBy } from './imports.mjs';

const root = join(import.meta.dirname, '..');
// A client component, a part that loads or runs a script, or a part that React renders later and inserts with a script.
const needsScripts = /^['"]use client['"]|from ['"]next\/(script|dynamic)['"]|<Suspense\b/m;

function livingParts(file: string): string[] {
  const parts = [...importedBy(join(root, file)).files];
  return parts
    .filter((part) => needsScripts.test(readFileSync(part, 'utf8')))
    .map((part) => relative(root, part));
}

/** The address of a page: `/members/a` for `app/(directory)/members/[slug]/page.tsx`. */
function addressOf(page: string): string {
  const segments = dirname(page).split(sep).slice(1);
  const path = segments.filter((one) => !one.startsWith('(')).map((one) => (one.startsWith('[') ? 'a' : one));
  return `/${path.join('/')}`;
}

/**
 * Whether the page needs scripts. A layout gives false, because it is also part of pages that are sent without scripts.
 */
function isInteractive(file: string): boolean {
  if (basename(file) !== 'page.tsx') return false;
  // Only these three fields are read.
  const request = { method: 'GET', url: addressOf(file), headers: {} } as unknown as IncomingMessage;
  return publicPageKey(request)?.isInteractive ?? false;
}

const files = readdirSync(join(root, 'app/(directory)'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => join('app/(directory)', file));
const interactive = files.filter(isInteractive);
const documents = files.filter((file) => !isInteractive(file));

test.each(['app/layout.tsx', 'app/not-found.tsx', ...documents])(
  '%s, which is sent without scripts, contains nothing that needs them',
  (file) => {
    expect(basename(file), 'is drawn until a script puts the page into its place').not.toBe('loading.tsx');
    expect(livingParts(file)).toEqual([]);
  },
);

test.each(interactive)('a part of %s that needs scripts would be detected', (file) => {
  expect(livingParts(file)).toContain('components/directory-page/directory-view.tsx');
});

test('the two searches are interactive, and a profile is a document', () => {
  expect(interactive.map(addressOf).sort()).toEqual(['/', '/map']);
  expect(documents.map(addressOf)).toContain('/members/a');
});
