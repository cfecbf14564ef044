import { expect, test } from 'vitest';
import { withoutScripts } from './without-scripts';

test('a document has no scripts of Next and no script hints; data, our own files, styles and text stay', () => {
  const head = '<link rel="stylesheet" href="/a.css"/><link rel="icon" href="/icon.svg"/>';
  const own = '<script src="/kept-search.js" defer=""></script>';
  const data = '<script type="application/ld+json" nonce="n">{"@type":"Person","name":"A"}</script>';
  const text = '<p>&lt;script>kept&lt;/script></p>';
  expect(
    withoutScripts(
      `<head>${head}${own}<link rel="preload" as="script" nonce="n" href="/_next/static/a.js"/>` +
        '<script src="/_next/static/a.js" async="" nonce="n"></script></head>' +
        `<body>${data}${text}<script nonce="n">self.__next_f.push([1,"<p>"])</script>` +
        '<script src="/_next/static/b.js" noModule="" nonce="n"></script></body>',
    ),
  ).toBe(`<head>${head}${own}</head><body>${data}${text}</body>`);
});
