import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { officeHelp } from './office-pages';

it('docs/office.md explains each page with the words of the page', () => {
  const lines = Object.values(officeHelp).map(
    ({ title, path, text }) => `- **${title}** (\`${path}\`). ${text}`,
  );
  expect(readFileSync('docs/office.md', 'utf8')).toContain(`\n${lines.join('\n')}\n`);
});
