import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { currentRequestId, withRequest } from './current-request';
import { createOwnFetch } from './own-fetch';

const address = 'http://127.0.0.1:3000/api/v2/organisation/1/office/me';

it('a request and its response arrive unchanged', async () => {
  const ownFetch = createOwnFetch(async (request) =>
    Response.json(
      {
        method: request.method,
        url: request.url,
        body: await request.text(),
        tag: request.headers.get('if-match'),
      },
      { status: 201, headers: { etag: '"2"' } },
    ),
  );
  const response = await ownFetch(address, {
    method: 'PATCH',
    body: 'changed',
    headers: { 'if-match': '"1"' },
  });
  expect(response.status).toBe(201);
  expect(response.headers.get('etag')).toBe('"2"');
  expect(await response.json()).toEqual({ method: 'PATCH', url: address, body: 'changed', tag: '"1"' });
});

it('the API runs with the ID of the page’s request, and outside of the page’s asynchronous context', async () => {
  const page = new AsyncLocalStorage<string>();
  const ownFetch = createOwnFetch(() => Response.json([currentRequestId(), page.getStore() ?? null]));
  const current = {
    id: 'request-1',
    isRendered: true,
    caller: null,
    isStrangersForm: false,
    isAborted: () => true,
  };
  const response = await page.run('page', () => withRequest(current, () => ownFetch(address)));
  expect(await response.json()).toEqual(['request-1', null]);
});

it('an aborted request is refused without waiting for the response', async () => {
  const ownFetch = createOwnFetch(() => new Promise(() => {}));
  const controller = new AbortController();
  const response = ownFetch(address, { signal: controller.signal });
  controller.abort(new Error('too late'));
  await expect(response).rejects.toThrow('too late');
  await expect(ownFetch(address, { signal: controller.signal })).rejects.toThrow('too late');
});
