import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleSize } from '@/lib/base/test-strength';
import { publicHtml, publicTags } from './public-html';

/**
 * A text that matches has only text, entities and allowed tags, so every parser reads it in the same way. No comment,
 * foreign element or raw text can begin in it.
 */
const harmless = new RegExp(
  `^(?:[^<>&"]|"|&(?:amp|lt|gt|quot);|</?(?:${publicTags.filter((tag) => tag !== 'a').join('|')})>|<br />|</a>` +
    `|<a href="https?://[^"<>\\s]+" rel="noopener nofollow">)*$`,
  'u',
);

test('the allowed tags stay, are closed, and lose their attributes', () => {
  const text =
    '<p class="x" style="color:red" id=y onclick="go()">For <strong>all</strong><br>of <em>us<ul><li>one<li>two</ul>';
  expect(publicHtml(text)).toBe(
    '<p>For <strong>all</strong><br />of <em>us<ul><li>one</li><li>two</li></ul></em></p>',
  );
});

test.each([
  ['Babies & children < 5', 'Babies &amp; children &lt; 5'],
  ['first\r\nsecond', 'first<br />second'],
  ['&lt;b&gt; is bold', '&lt;b&gt; is bold'],
  ['\u202eesrever\u0007 &#x202e;\ud800.', 'esrever   .'],
])('a text without markup keeps its lines and characters: %j', (text, html) => {
  expect(publicHtml(text)).toBe(html);
});

test.each([null, '', ' \n', '<p> </p><br>', '<script>go()</script>', '<!-- note -->', '&nbsp;'])(
  'a text without readable characters gives null: %j',
  (text) => {
    expect(publicHtml(text)).toBeNull();
  },
);

test('a link keeps its web address, normalised, and tells search engines not to follow it', () => {
  expect(publicHtml('<a href=" HTTPS://Example.org/a?b=1&c=2" target=_blank>More</a>')).toBe(
    '<a href="https://example.org/a?b=1&amp;c=2" rel="noopener nofollow">More</a>',
  );
});

describe('only the text of an attack is left', () => {
  test.each([
    'javascript:go()',
    'JaVaScRiPt:go()',
    ' javascript:go()',
    'java\nscript:go()',
    'java\tscript:go()',
    'java&#x0A;script:go()',
    'java&Tab;script:go()',
    '&#106;avascript&colon;go()',
    '\u0001javascript:go()',
    'javascript&#0;:go()',
    'http:javascript:go()',
    'https://user:word@example.org/',
    'data:text/html,<script>go()</script>',
    'vbscript:go()',
    'blob:https://example.org/1',
    '//example.org/',
    '/account',
    '#top',
    'mailto:a@example.org',
  ])('if it is in the address %j', (address) => {
    expect(publicHtml(`<a href="${address}">read</a>`)).toBe('read');
  });

  test.each([
    ['<img src=x onerror=go()>read', 'read'],
    ['<script>go()</script>read', 'read'],
    ['<scr<script>ipt>go()</scr</script>ipt>read', /read$/],
    ['<svg><script>go()</script><a xlink:href="javascript:go()">x</a></svg>read', 'read'],
    ['<svg/onload=go()></svg>read', 'read'],
    ['<style>@import "//evil.example"</style>read', 'read'],
    ['<iframe srcdoc="<script>go()</script>"></iframe>read', 'read'],
    ['<object data="javascript:go()"></object><embed src="javascript:go()">read', 'read'],
    ['<form action="javascript:go()"><button formaction="javascript:go()">read</button></form>', 'read'],
    [
      '<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=//evil.example">read',
      'read',
    ],
    ['<b <i onclick=go()>read</b>', '<b>read</b>'],
    ['</div></main></body></html>read', 'read'],
    ['<details open ontoggle=go()><summary>read</summary></details>', 'read'],
    ['<noscript><p title="</noscript><img src=x onerror=go()>"></noscript>read', 'read'],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=go()&gt;"></math>read',
      /^(read)?$/,
    ],
    ['<svg></p><style><a id="</style><img src=1 onerror=go()>"></style></svg>read', /^(read)?$/],
    ['<xmp></xmp><img src=x onerror=go()>read', 'read'],
    ['<!--><img src=x onerror=go()>-->read', /read$/],
    ['<?xml-stylesheet href="javascript:go()"?>read', 'read'],
    ['<template><script>go()</script></template>read', 'read'],
    ['&lt;img src=x onerror=go()&gt;read', '&lt;img src=x onerror=go()&gt;read'],
  ])('if it is written as %j', (text, expected) => {
    const html = publicHtml(text) ?? '';
    if (typeof expected === 'string') expect(html).toBe(expected);
    else expect(html).toMatch(expected);
    expect(html).toMatch(harmless);
  });

  test('any mixture of their pieces gives only allowed tags and attributes, and the same when sanitised again', () => {
    const pieces = [
      '<',
      '>',
      '</',
      '/>',
      '"',
      "'",
      '=',
      ' ',
      '\n',
      '&',
      ';',
      '&lt;',
      '&#x3c;',
      '&amp;lt;',
      '&quot;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '\0',
      '\u202e',
      'script',
      'svg',
      'math',
      'style',
      'title',
      'textarea',
      'noscript',
      'xmp',
      'iframe',
      'select',
      'plaintext',
      'template',
      'p',
      'b',
      'li',
      'a',
      'a href=',
      'javascript:',
      'https://a.example/',
      'onerror=go()',
      'x',
    ];
    const mixture = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((some) => some.join(''));
    fc.assert(
      fc.property(fc.oneof(mixture, fc.string({ unit: 'binary', maxLength: 60 })), (text) => {
        const html = publicHtml(text);
        expect(html ?? '').toMatch(harmless);
        expect(publicHtml(html)).toBe(html);
      }),
      { seed: 20261121, numRuns: sampleSize({ usual: 2_000, long: 50_000 }) },
    );
  });
});

test.each(['&', '<p>word', '<em>', 'word '])('an overlong text of %j is cut', (piece) => {
  const html = publicHtml(`start ${piece.repeat(1_000_000)}`) ?? '';
  expect(html.length).toBeLessThanOrEqual(10_000);
  expect(html).toMatch(/^start/);
  expect(html).toMatch(harmless);
});
