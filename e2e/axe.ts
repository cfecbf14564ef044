import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Fails if axe finds a problem in the current page, by the rules of WCAG 2.2 AA. `also`: further sets of axe's rules.
 */
export async function expectClean(
  page: Page,
  what: string,
  { also = [] }: { also?: string[] } = {},
): Promise<void> {
  // The address changes before the page does.
  await page.waitForLoadState();
  // Evaluated, not added as a script: the pages' policy applies in tests too.
  await page.evaluate(axeSource);
  const violations = await page.evaluate(
    async (values) => {
      // Put there by the script above.
      const { axe } = window as unknown as { axe: typeof axeCore };
      const result = await axe.run(document, { runOnly: { type: 'tag', values } });
      return result.violations.map(({ id, nodes }) => ({
        id,
        where: nodes.map(({ html }) => html.slice(0, 200)),
      }));
    },
    [...wcag, ...also],
  );
  expect(violations, what).toEqual([]);
}
