import { expect, test } from 'vitest';
import type { Scope } from '@/lib/contract/resources';
import { formatScope, grantScope, ownScopes, parseScope, signInScopes } from './client-scope';

const registered: Scope[] = ['basic', 'members', 'members:write', 'office'];

test('a list of scopes is read with spaces or commas, each scope once and in a fixed order', () => {
  expect(parseScope(' members,basic  members ')).toEqual(['basic', 'members']);
  expect(parseScope('')).toEqual([]);
  expect(parseScope('basic unknown')).toBeNull();
  expect(formatScope(['members', 'basic'])).toBe('basic members');
});

test('a client that requests no scopes gets all its scopes, except those that it must request by name', () => {
  expect(grantScope(null, registered)).toEqual(['basic', 'members']);
});

test.each<[string, Scope[] | null]>([
  ['basic', ['basic']],
  ['members:write members', ['members', 'members:write']],
  ['office', ['office']],
  ['basic user', null],
  ['basic unknown', null],
  ['', null],
  [' ', null],
])('a client that requests "%s" gets all of it or nothing', (requested, granted) => {
  expect(grantScope(requested, registered)?.toSorted() ?? null).toEqual(granted);
});

test('members:write is for the client itself, and office for a person who signs in', () => {
  expect(signInScopes(registered)).toEqual(['basic', 'members', 'office']);
  expect(ownScopes(registered)).toEqual(['basic', 'members', 'members:write']);
});

test('user includes the scopes of OpenID Connect, which a client names together with openid', () => {
  expect(signInScopes(['user'])).toEqual([
    'user',
    'openid',
    'profile',
    'email',
    'address',
    'phone',
    'membership',
  ]);
  expect(signInScopes(['openid', 'email'])).toEqual(['openid', 'email']);
  expect(ownScopes(['user', 'openid'])).toEqual(['user']);
  const registeredForAll = signInScopes(['user']);
  expect(grantScope('email openid', registeredForAll)).toEqual(['openid', 'email']);
  expect(grantScope('email', registeredForAll)).toBeNull();
  expect(grantScope('openid email', signInScopes(['basic']))).toBeNull();
  expect(grantScope(null, registeredForAll)).toEqual(['user']);
});
