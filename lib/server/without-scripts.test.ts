import { expect, test } from 'vitest';
import { withoutScripts } from './without-scripts';

test('a document has no scripts and no script hints; data, styles and text stay', () => {
  const head = '<link rel="stylesheet" href="/a.css"/><link rel="icon" href="/icon.svg"/>';
  const data = '<script type="application/ld+json" nonce="n">{"@type":"Person","name":"A"}</script>';
  const text = '<p>&lt;script>kept&lt;/script></p>';
  expect(
    withoutScripts(
      `<head>${head}<link rel="preload" as="script" nonce="n" href="/_next/static/a.js"/>` +
        '<script src="/_next/static/a.js" async="" nonce="n"></script></head>' +
        `<body>${data}${text}<script nonce="n">self.__next_f.push([1,"<p>"])</script>` +
        '<script src="/_next/static/b.js" noModule="" nonce="n"></script></body>',
    ),
  ).toBe(`<head>${head}</head><body>${data}${text}</body>`);
});
