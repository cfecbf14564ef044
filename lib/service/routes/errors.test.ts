import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/contract/errors';
import { withRequest } from '@/lib/server/current-request';
import { toErrorResponse } from './errors';

async function responseTo(
  error: unknown,
): Promise<{ response: Response; body: Record<string, string>; logged: unknown[] }> {
  const logged: unknown[] = [];
  const app = new Hono();
  app.onError((thrown, context) => toErrorResponse(context, thrown, (one) => logged.push(one)));
  app.get('/', () => {
    throw error;
  });
  const response = await app.request('/');
  return { response, body: (await response.json()) as Record<string, string>, logged };
}

describe('the response to an error', () => {
  it('that is unexpected has status 500 and an ID that is also in the log, and shows no internals', async () => {
    const inside = new Error('select password from account failed at /srv/secret.ts');
    const { response, body, logged } = await responseTo(inside);
    expect([response.status, body.error]).toEqual([500, 'server_error']);
    expect(body.error_description).not.toMatch(/select|srv/);
    const [id] = /[0-9a-f-]{36}/.exec(body.error_description ?? '') ?? [];
    expect(logged).toHaveLength(1);
    expect(String(logged[0])).toContain(id);
    expect((logged[0] as Error).cause).toBe(inside);
  });

  it('contains the request ID of the server log', async () => {
    const { body, logged } = await withRequest(
      { id: 'the-request', isRendered: false, caller: null, isStrangersForm: false, isAborted: () => false },
      () => responseTo(new Error('inside')),
    );
    expect(body.error_description).toContain('the request ID the-request');
    expect(String(logged[0])).toContain('the-request');
  });

  it.each([
    ...['ECONNREFUSED', '08006', '57P01', '57014', '53100', '53300'].map((code) => ({ code })),
    ...[5, 261, 13, 778, 14].map((errcode) => ({ errcode })),
  ])('of an unreachable, locked or full database (%o) has status 503', async (details) => {
    const { response, body } = await responseTo(Object.assign(new Error('no'), details));
    expect([response.status, body.error]).toEqual([503, 'temporarily_unavailable']);
    expect(response.headers.get('Retry-After')).toBe('5');
  });

  it('of the API has its text and its headers', async () => {
    const { response, body, logged } = await responseTo(
      new ApiError('too_many_requests', 'Wait', { 'Retry-After': '7' }),
    );
    expect([response.status, response.headers.get('Retry-After'), body]).toEqual([
      429,
      '7',
      { error: 'too_many_requests', error_description: 'Wait' },
    ]);
    expect(logged).toEqual([]);
  });
});
