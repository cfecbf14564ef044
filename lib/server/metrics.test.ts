import { expect, test } from 'vitest';
import { startTestFront } from './front.fixture';

const metricsToken = 'a token for the figures';

test('metrics need the token, and do not exist when none is set', async () => {
  const closed = await startTestFront();
  expect((await fetch(`${closed.url}/metrics`)).status).toBe(404);
  const open = await startTestFront({ metricsToken });
  for (const given of [null, 'Bearer wrong', metricsToken, `Basic ${metricsToken}`]) {
    const response = await fetch(`${open.url}/metrics`, {
      headers: given === null ? {} : { authorization: given },
    });
    expect(response.status, String(given)).toBe(401);
    expect(await response.text()).not.toContain('chapterhouse_');
  }
  expect((await fetch(`${open.url}/metrics?token=${encodeURIComponent(metricsToken)}`)).status).toBe(401);
  await closed.close();
  await open.close();
});

test('count requests by handler, endpoint and status class, without any text from a visitor', async () => {
  const front = await startTestFront({
    metricsToken,
    rateLimits: { tiles: { burst: 1, perSeconds: 1_000 } },
    handlers: {
      service: async (_, response) => void response.writeHead(401).end(),
      data: async (_, response) => void response.end('{}'),
      pages: async (request, response, current) => {
        current.isRendered = request.url !== '/';
        response.end('page');
      },
    },
  });
  const headers = { 'x-forwarded-for': '198.51.100.1' };
  const paths = [
    '/',
    '/',
    '/members/1-visitors-choice',
    '/account',
    '/directory/search.json?q=visitors-choice',
  ];
  const others = [
    '/api/v2/organisation/visitors-choice/members',
    '/visitors-choice',
    '/tiles/light/0/0/0.svg',
  ];
  for (const path of [...paths, ...others, '/tiles/light/0/0/0.svg'])
    await fetch(front.url + path, { headers });
  const answer = await fetch(`${front.url}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const text = await answer.text();
  expect(answer.status).toBe(200);
  const count = (labels: string) =>
    new RegExp(`^chapterhouse_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1];
  expect(count('part="page hit",endpoint="",status="2xx"')).toBe('2');
  expect(count('part="page miss",endpoint="",status="2xx"')).toBe('2');
  expect(count('part="account",endpoint="",status="2xx"')).toBe('1');
  expect(count('part="json",endpoint="",status="2xx"')).toBe('1');
  expect(count('part="api",endpoint="/api/v2/organisation/:organisation/members",status="4xx"')).toBe('1');
  expect(count('part="tiles",endpoint="",status="4xx"')).toBe('1');
  for (const line of [
    'chapterhouse_requests_refused_total{limit="tiles"} 1',
    'chapterhouse_snapshot_age_seconds 60',
    'chapterhouse_snapshot_members 7',
    'chapterhouse_snapshot_stale 0',
    'chapterhouse_page_cache_bytes 1234',
    'chapterhouse_database_pool_waiting 1',
    'chapterhouse_webhook_attempts_total{result="delivered"} 7',
    'chapterhouse_webhook_attempts_total{result="status"} 2',
    'chapterhouse_webhook_attempts_in_progress 3',
    'chapterhouse_webhook_lag_seconds 1.5',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/^chapterhouse_nodejs_eventloop_lag_p99_seconds /m);
  expect(text).toMatch(/^chapterhouse_process_resident_memory_bytes /m);
  expect(text).not.toContain('visitors-choice');
  expect(JSON.stringify(await front.log())).not.toContain('/metrics');
});
