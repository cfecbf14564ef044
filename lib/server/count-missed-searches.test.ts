import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { countMissedSearches } from './count-missed-searches';

function send(
  url: string,
  { method = 'GET', headers = {}, status = 200, read = () => null as null } = {},
): { queries: string[]; errors: unknown[] } {
  const [queries, errors]: [string[], unknown[]] = [[], []];
  const count = countMissedSearches({
    read: (query) => {
      queries.push(query);
      return read();
    },
    note: () => {},
    logError: (error) => errors.push(error),
  });
  const response = Object.assign(new EventEmitter(), { statusCode: status });
  // The request and the response have only the fields that are read.
  count({ url, method, headers } as IncomingMessage, response as unknown as ServerResponse);
  response.emit('close');
  return { queries, errors };
}

test.each(['/?q=limpet', '/map?near=x&q=limpet', '/directory/search.json?typed=limpet'])(
  '%s is looked at after its response',
  (url) => expect(send(url).queries).toEqual([url.slice(url.indexOf('?') + 1)]),
);

test('other requests, requests within a page, and refused or redirected ones are not looked at', () => {
  for (const url of [
    '/',
    '/?near=Geelong',
    '/print?q=x',
    '/members/1?q=x',
    '/directory/places.json?q=x',
    '/?sq=x',
  ])
    expect(send(url).queries, url).toEqual([]);
  expect(send('/?q=x', { method: 'HEAD' }).queries).toEqual([]);
  expect(send('/?q=x', { headers: { rsc: '1' } }).queries).toEqual([]);
  for (const status of [304, 307, 400, 429, 500]) expect(send('/?q=x', { status }).queries).toEqual([]);
});

test('a failure is logged and affects nothing else', () => {
  const { errors } = send('/?q=x', {
    read: () => {
      throw new Error('broken');
    },
  });
  expect(errors).toEqual([new Error('broken')]);
});
