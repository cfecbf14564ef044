import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/membership-api/errors';
import { withRequest } from '@/lib/server/current-request';
import { answerError } from './errors';

async function answerTo(
  error: unknown,
): Promise<{ response: Response; body: Record<string, string>; logged: unknown[] }> {
  const logged: unknown[] = [];
  const app = new Hono();
  app.onError((thrown, context) => answerError(context, thrown, (one) => logged.push(one)));
  app.get('/', () => {
    throw error;
  });
  const response = await app.request('/');
  return { response, body: (await response.json()) as Record<string, string>, logged };
}

describe('the answer to an error', () => {
  it('that nobody expected is 500 with an ID that the log has too, and nothing of the inside', async () => {
    const inside = new Error('select password from account failed at /srv/secret.ts');
    const { response, body, logged } = await answerTo(inside);
    expect([response.status, body.error]).toEqual([500, 'server_error']);
    expect(body.error_description).not.toMatch(/select|srv/);
    const [id] = /[0-9a-f-]{36}/.exec(body.error_description ?? '') ?? [];
    expect(logged).toHaveLength(1);
    expect(String(logged[0])).toContain(id);
    expect((logged[0] as Error).cause).toBe(inside);
  });

  it('names the ID that the request has in the log of the server', async () => {
    const { body, logged } = await withRequest({ id: 'the-request', isRendered: false }, () =>
      answerTo(new Error('inside')),
    );
    expect(body.error_description).toContain('noted as the-request');
    expect(String(logged[0])).toContain('the-request');
  });

  it.each([
    ...['ECONNREFUSED', '08006', '57P01', '57014', '53100', '53300'].map((code) => ({ code })),
    ...[5, 261, 13, 778, 14].map((errcode) => ({ errcode })),
  ])('of a database that is away, locked or without room (%o) is 503', async (details) => {
    const { response, body } = await answerTo(Object.assign(new Error('no'), details));
    expect([response.status, body.error]).toEqual([503, 'temporarily_unavailable']);
    expect(response.headers.get('Retry-After')).toBe('5');
  });

  it('of the API says what it says, with its headers', async () => {
    const { response, body, logged } = await answerTo(
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
