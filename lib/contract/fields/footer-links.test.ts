import { describe, expect, it } from 'vitest';
import { footerLinks, parseFooterLinks } from './footer-links';

const read = (text: string) => footerLinks.read(text, { hasReferred: null });

describe('the links at the end of every page', () => {
  it('have a text and an address on each line', () => {
    const text = read(
      ' Privacy and cookies   https://example.org/privacy\n\nIn short http://example.org/?a=b',
    );
    expect(parseFooterLinks(text)).toEqual([
      { text: 'Privacy and cookies', url: 'https://example.org/privacy' },
      { text: 'In short', url: 'http://example.org/?a=b' },
    ]);
  });

  it.each([
    'Privacy',
    'https://example.org',
    'Press javascript:alert(1)',
    'Press data:text/html,x',
    'Press https://',
  ])('%s is refused', (line) => {
    expect(() => read(line)).toThrow(
      'must be a text of at most 80 characters, a space and an http or https address',
    );
    expect(parseFooterLinks(line)).toEqual([]);
  });

  it('are at most 12', () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => `Page ${at} https://example.org/${at}`);
    expect(parseFooterLinks(read(lines(12).join('\n')))).toHaveLength(12);
    expect(() => read(lines(13).join('\n'))).toThrow('must have at most 12 links');
  });
});
