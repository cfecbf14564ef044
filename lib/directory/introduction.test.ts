import { expect, it } from 'vitest';
import { introductionHtml } from './introduction';

it('Markdown becomes paragraphs, lists, emphasis and links', () => {
  const html = introductionHtml('We are **local**.\n\n- one\n- [two](https://example.org)');
  expect(html).toContain('<strong>local</strong>');
  expect(html).toContain('<li>one</li>');
  expect(html).toContain('<a href="https://example.org/" rel="noopener nofollow">two</a>');
});

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '![x](https://elsewhere.example/pixel.png)',
  '<a href="https://example.org" onclick="alert(1)">x</a>',
])('%s brings no script, no attribute and no picture of another site', (markdown) => {
  const html = introductionHtml(`Text ${markdown}`) ?? '';
  expect(html).toContain('Text');
  expect(html).not.toMatch(/<(?!\/?(?:p|br|a|strong|em|ul|ol|li)\b)|on\w+=|javascript:/);
});

it.each(['>', '> ', '- ', '*', '['])('a text that nests %s without end is shown without failing', (mark) => {
  expect(() => introductionHtml(`${mark.repeat(2000 / mark.length)}a`)).not.toThrow();
});

it('returns null if there is nothing to read', () => {
  expect([introductionHtml(null), introductionHtml('   '), introductionHtml('<!-- note -->')]).toEqual([
    null,
    null,
    null,
  ]);
});
