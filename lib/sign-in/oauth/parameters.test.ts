import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { ApiError } from '@/lib/contract/errors';
import {
  countNames,
  findRepeated,
  readBody,
  readForm,
  readParameter,
  readTokenForm,
  refuseRepeated,
} from './parameters';

// Anybody may send these bodies. Reading them must take time in proportion to their length: otherwise the first two
// tests do not end in time.
const count = 150_000;

test('a JSON body that has only quotes is searched once', () => {
  expect(countNames(JSON.stringify({ a: '"'.repeat(count), b: 1 }))).toBe(2);
});

test('each of many names is checked once', () => {
  const names = Array.from({ length: count }, (_, index) => [`n${index}`, '']);
  expect(findRepeated(new URLSearchParams(names))).toBeNull();
  expect(() => refuseRepeated(new URLSearchParams([...names, ['n7', '']]))).toThrow('n7 must be sent once');
});

test('a parameter must be sent once, and an empty parameter counts as absent', () => {
  const parameters = new URLSearchParams('a=1&b=&c=1&c=2');
  expect([
    readParameter(parameters, 'a'),
    readParameter(parameters, 'b'),
    readParameter(parameters, 'd'),
  ]).toEqual(['1', null, null]);
  expect(() => readParameter(parameters, 'c')).toThrow('c must be sent once');
});

test.each([
  ['state', 'state must be sent once'],
  ['x'.repeat(40), `${'x'.repeat(40)} must be sent once`],
  ['x'.repeat(41), 'A parameter must be sent once'],
  ['<b>', 'A parameter must be sent once'],
  ['a\nb', 'A parameter must be sent once'],
])('a repeated name is shown in the error only if it is plain: %j', (name, message) => {
  const repeated = new URLSearchParams([
    [name, '1'],
    [name, '1'],
  ]);
  expect(() => refuseRepeated(repeated)).toThrow(new ApiError('invalid_request', message));
});

describe('a body', () => {
  const routes = new Hono()
    .post('/form', async (context) => context.text((await readForm(context)).toString()))
    .post('/token', async (context) => context.text((await readTokenForm(context)).toString()))
    .onError((error, context) => context.text(error instanceof ApiError ? error.message : 'unknown', 400));
  const post = async (path: string, type: string | null, body: BodyInit) => {
    // A body of bytes does not get a Content-Type by itself.
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    const headers: Record<string, string> = type === null ? {} : { 'Content-Type': type };
    const response = await routes.request(path, { method: 'POST', headers, body: bytes });
    return response.text();
  };
  const form = 'application/x-www-form-urlencoded';

  test.each([form, ` ${form} `, `${form} ; charset=UTF-8`, form.toUpperCase()])(
    'is a form if its type is %j',
    async (type) => {
      expect(await post('/form', type, 'a=1&b=%C3%A9')).toBe('a=1&b=%C3%A9');
    },
  );

  test.each(['text/plain', `x-${form}`, null])(
    'is not a form if its type is %j, unless it is empty',
    async (type) => {
      expect(await post('/form', type, 'a=1')).toContain('Content-Type must be');
      expect(await post('/form', type, '')).toBe('');
    },
  );

  test.each(['application/json', 'multipart/form-data; boundary=b'])(
    'of a token request may be empty as %s',
    async (type) => {
      expect(await post('/token', type, '')).toBe('');
    },
  );

  test('may have spaces after the boundaries of its parts', async () => {
    const part = '--b  \r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b-- \r\n';
    expect(await post('/token', 'multipart/form-data; boundary=b', part)).toBe('a=1');
    expect(await post('/token', 'multipart/form-data; boundary="b"', part)).toBe('a=1');
  });

  test('must be UTF-8 without NUL characters', async () => {
    expect(await post('/form', form, Uint8Array.of(0x61, 0x3d, 0xe9))).toBe(
      'invalid_request: The body must be UTF-8',
    );
    expect(await post('/form', form, 'a=%00')).toBe('invalid_request: The body must not have NUL characters');
    expect(await post('/token', 'application/json', '{"a":"\\u0000"}')).toBe(
      'invalid_request: The body must not have NUL characters',
    );
  });

  const bodyOf = (length: number) => new Uint8Array(length).fill(0x61);
  const streamed = (length: number) =>
    new Request('http://a/', {
      method: 'POST',
      body: new Blob([bodyOf(length)]).stream(),
      duplex: 'half',
    } as RequestInit);
  const stated = (length: number) =>
    new Request('http://a/', {
      method: 'POST',
      body: bodyOf(length),
      headers: { 'Content-Length': String(length) },
    });

  test.each([
    ['a stated length', stated],
    ['no stated length', streamed],
  ])('with %s may have exactly the maximum number of bytes, and not one more', async (_, request) => {
    expect(await readBody(request(1000), 1000)).toHaveLength(1000);
    await expect(readBody(request(1001), 1000)).rejects.toThrow('The body must be at most 1000 bytes');
  });

  test('of a request without a body is empty', async () => {
    expect(await readBody(new Request('http://a/', { method: 'POST' }), 1000)).toBe('');
  });
});
