import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, replaceNonceByHashes } from './content-security';

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

test('an inline script with the nonce gets its hash, and the nonce is removed from the page', () => {
  const page = '<p>a</p><script nonce="n1">one()</script><script nonce="n1" id="x">two("é")</script>';
  const { html, hashes } = replaceNonceByHashes(page, 'n1');
  expect(html).toBe('<p>a</p><script>one()</script><script id="x">two("é")</script>');
  expect(hashes).toEqual([hashOf('one()'), hashOf('two("é")')]);
});

test('a script that was put into the page without the nonce gets no hash', () => {
  const page =
    '<script>evil()</script><script nonce="other">evil()</script><script nonce="n1">good()</script>';
  expect(replaceNonceByHashes(page, 'n1').hashes).toEqual([hashOf('good()')]);
});

test('files need no hash', () => {
  expect(replaceNonceByHashes('<script src="/a.js" nonce="n1"></script>', 'n1').hashes).toEqual([]);
});

test('the policy of a served page allows no inline script, style or foreign host', () => {
  const policy = contentSecurityPolicy({
    scripts: ["'nonce-abc'"],
    imageOrigins: [],
    formOrigins: [],
    isDevelopment: false,
  });
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(policy).toContain("script-src 'self' 'nonce-abc'");
  expect(policy).toContain("default-src 'none'");
});

test('an origin whose host would end a directive is not in the policy', () => {
  const origins = [
    'https://good.example',
    new URL('https://a;script-src.example').origin,
    'https://a,b.example',
  ];
  const policy = contentSecurityPolicy({
    scripts: [],
    isDevelopment: false,
    imageOrigins: origins,
    formOrigins: origins,
  });
  expect(policy).toContain("img-src 'self' data: https://good.example;");
  expect(policy).toContain("form-action 'self' https://good.example;");
  expect(policy).not.toMatch(/script-src\.|b\.example/);
});
