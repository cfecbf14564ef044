import { expect, it } from 'vitest';
import { contrast, parseColour } from '@/lib/base/theme';
import { mailHtml, type MailAppearance } from './mail-html';

const look: MailAppearance = {
  name: 'The Guild',
  colour: '#ffd400',
  font: 'source-serif',
  contactEmail: 'office@guild.example',
};
const url = 'https://guild.example/account?a=1&b=2';
const html = (text: string, change: Partial<MailAppearance> = {}, logo: string | null = null) =>
  mailHtml(
    { subject: 'Hello', text, links: [{ url, label: 'Open it' }] },
    { look: { ...look, ...change }, logo },
  );

const read = (page: string) =>
  page
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replace(/&#39;/g, "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

it('says what the text says, between the name of the association and its address', () => {
  const text = `Dear Ann,\n\nOne line\nand another:\n${url}\n\nBye\n-- \nYour page: ${url}\n`;
  expect(read(html(text))).toBe(
    `The Guild Dear Ann, One line and another: Open it ${url} Bye Your page: ${url} The Guild office@guild.example`,
  );
});

it('has a button for an address of ours on its own line, and shows the address', () => {
  const links = [...html(`Here:\n${url}\n`).matchAll(/<a class="(\w+)" href="([^"]*)"/g)];
  expect(links.map(([, kind, href]) => [kind, href])).toEqual([
    ['button', url.replaceAll('&', '&amp;')],
    ['link', url.replaceAll('&', '&amp;')],
    ['link', 'mailto:office@guild.example'],
  ]);
});

it('the digits of a code stand alone, and columns keep their spaces', () => {
  expect(html('Your code is\n\n    481516\n\nBye\n')).toMatch(/font-size:28px[^>]*>481516<\/p>/);
  expect(html('Show:    one\nErase:   two\n')).toContain('Show:&nbsp;&nbsp;&nbsp; one<br>');
});

it.each([
  '<script>alert(1)</script>',
  '<a href="https://evil.example">Sign in</a>',
  '<img src=https://evil.example/pixel.gif onerror=alert(1)>',
  '"><style>body{display:none}</style>',
  "' onmouseover='alert(1)",
  '</td></tr></table><h1>Your account</h1>',
  '<!-- -->&lt;b&gt;',
  'https://evil.example/sign-in',
  '[Sign in](https://evil.example)',
  'javascript:alert(1)',
])('%j in any value adds no element, attribute or link', (attack) => {
  const shape = (page: string) => page.match(/<[^>]*>/g);
  const text = (words: string) =>
    `Dear ${words},\n\n${words}\n\n    ${words}\n\n${words}\n${url}\n-- \n${words}\n`;
  const withWords = (words: string) =>
    mailHtml(
      { subject: words, text: text(words), links: [{ url, label: words }] },
      { look: { ...look, name: words }, logo: null },
    );
  const harmless = withWords(attack.replace(/\S/g, 'x'));
  const attacked = withWords(attack);
  expect(shape(attacked)).toEqual(shape(harmless));
  expect(shape(attacked)?.join('')).not.toMatch(/evil|src=|javascript/);
  expect(read(attacked)).toContain(attack.replace(/\s+/g, ' '));
});

it('loads nothing, and names its language and its two colour schemes', () => {
  const page = html('Hi\n', {}, 'cid:logo');
  expect(page.match(/(?:src|url\(|@import|<link|<script|<iframe)[^>]*/g)).toEqual([
    expect.stringContaining('src="cid:logo" alt="The Guild"'),
  ]);
  expect(page).toContain('<html lang="en-AU">');
  expect(page).toContain('<meta name="color-scheme" content="light dark">');
});

it.each([null, '#ffd400', '#000000', '#ffffff', '#0b6e69', '#ff0000', '#1a2b8c'])(
  'with the colour %s, text and links are readable on light and dark pages',
  (colour) => {
    const page = html(`${url}\n`, { colour });
    const rule = (name: string, property: string) =>
      new RegExp(`\\.${name}\\{(?:[^}]*;)?${property}:(#\\w{6})!important`).exec(page)?.[1] ?? '';
    const inline = (tag: string, property: string) =>
      new RegExp(`class="${tag}"[^>]*?[;"]${property}:(#\\w{6})`).exec(page)?.[1] ?? '';
    for (const colourOf of [rule, inline]) {
      const pairs = [
        [colourOf('sheet', 'color'), colourOf('sheet', 'background')],
        [colourOf('link', 'color'), colourOf('sheet', 'background')],
        [colourOf('link', 'color'), colourOf('page', 'background')],
        [colourOf('soft', 'color'), colourOf('page', 'background')],
        [colourOf('button', 'color'), colourOf('button', 'background')],
      ];
      for (const [front = '', back = ''] of pairs) {
        const [a, b] = [parseColour(front), parseColour(back)];
        if (a === null || b === null) throw new Error(`no colour in ${front} on ${back}`);
        expect(contrast(a, b)).toBeGreaterThanOrEqual(4.5);
      }
    }
  },
);
