import { expect, it } from 'vitest';
import { parseCookies } from './cookies';

it.each([
  [undefined, {}],
  ['', {}],
  ['a=1; b=2', { a: '1', b: '2' }],
  ['a=1;b=%20x%3D=y ; =nameless; novalue', { a: '1', b: ' x==y' }],
  ['a=%E0%A4%A', { a: '%E0%A4%A' }],
  ['a=1; a=1', { a: '1' }],
  ['a=1; a=2; b=3', { b: '3' }],
  ['a=1; a=2; a=1', {}],
  ['__proto__=1; constructor=2', JSON.parse('{"__proto__":"1","constructor":"2"}')],
])('%j', (header, cookies) => expect({ ...parseCookies(header) }).toEqual(cookies));
