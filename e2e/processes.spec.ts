import { request } from 'node:http';
import { openDatabase } from './database';
import { expect, test } from './fixtures';
import { Installation } from './installation';
import { visit } from './load';

test.describe.configure({ timeout: 240_000 });

const metricsToken = 'the token of several processes';
const api = '/api/v2/organisation/100';

interface Answer {
  status: number;
  etag: string;
  body: string;
}

/** Each call opens a new connection, because the processes get new connections in turn. */
function send(
  base: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${base}${path}`, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, etag: response.headers.etag ?? '', body: text }),
      );
    });
    sent.on('error', reject).end(body);
  });
}

async function createWriter(installation: Installation, base: string, env: Record<string, string>) {
  const names = [
    '--organisation',
    '100',
    '--name',
    'Writer',
    '--scope',
    'basic,members,members:write',
    '--json',
  ];
  const { id, secret } = JSON.parse(installation.chapterhouse(['client', 'create', ...names], env));
  const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const form = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' };
  const body = 'grant_type=client_credentials&scope=members+members:write';
  const answer = await send(base, `${api}/token`, { method: 'POST', headers: form, body });
  const authorization = `Bearer ${JSON.parse(answer.body).access_token}`;
  const mobileOf = (text: string) => JSON.parse(text).User.Mobile as string;
  return {
    authorization,
    findMember: async () => {
      const { body: text } = await send(base, `${api}/members?Page[Size]=1`, { headers: { authorization } });
      return JSON.parse(text)[0].ID as string;
    },
    read: async (member: string) => {
      const { etag, body: text } = await send(base, `${api}/members/${member}`, {
        headers: { authorization },
      });
      return { etag, mobile: mobileOf(text) };
    },
    /** Returns false if the member has changed since `etag`. */
    change: async (member: string, etag: string, mobile: string) => {
      const headers = { authorization, 'if-match': etag, 'content-type': 'application/merge-patch+json' };
      const changed = { method: 'PATCH', headers, body: JSON.stringify({ User: { Mobile: mobile } }) };
      const { status, body: text } = await send(base, `${api}/members/${member}`, changed);
      expect([200, 412], text).toContain(status);
      return status === 200;
    },
  };
}

for (const engine of ['sqlite', 'postgres'] as const) {
  test.describe(engine, () => {
    test.describe.configure({ mode: 'serial' });
    const installation = new Installation();
    let base = '';
    let env: Record<string, string> = {};
    let database: Awaited<ReturnType<typeof openDatabase>> | null = null;

    test.beforeAll(async () => {
      if (engine === 'postgres') database = await openDatabase();
      env = { PROCESSES: '2', METRICS_TOKEN: metricsToken, LOG_LEVEL: 'info', RATE_LIMITS: 'off' };
      if (database !== null) env.DATABASE_URL = database.url;
      base = await installation.start(env);
      await expect.poll(() => timesReady(2), { timeout: 60_000 }).toBe(1);
    });

    test.afterAll(async () => {
      await installation.stop();
      await database?.remove();
    });

    const timesReady = (number: number) =>
      installation.printed.split(`process ${number} is ready`).length - 1;
    const metrics = async () => {
      const headers = { authorization: `Bearer ${metricsToken}` };
      return (await send(base, '/metrics', { headers })).body;
    };
    const apiResponses = async (number: number) => {
      const series = /^chapterhouse_request_duration_seconds_count\{process="(\d)",part="api".*\} (\d+)$/gm;
      const found = [...(await metrics()).matchAll(series)].filter(
        ([, process]) => process === String(number),
      );
      return found.reduce((sum, [, , count]) => sum + Number(count), 0);
    };

    test('one process creates the database and prints the addresses', () => {
      expect(installation.printed.match(/Chapterhouse is ready/g)).toHaveLength(1);
      expect(installation.printed.match(/owner-link\.txt/g)).toHaveLength(1);
    });

    test('no write is lost, and no response is older than a confirmed write', async () => {
      const { read, change, findMember, authorization } = await createWriter(installation, base, env);
      const position = async () =>
        JSON.parse((await send(base, `${api}/changes`, { headers: { authorization } })).body).Next as string;
      const before = await position();
      const [writers, each] = [6, 8];
      const prefix = '0400';
      const numberOf = (mobile: string) => Number(mobile.slice(prefix.length) || 0);
      const member = await findMember();
      const { etag } = await read(member);
      await change(member, etag, prefix);
      /** Adds one to the number in the field `mobile` of the member, `each` times. */
      const count = async () => {
        for (let done = 0; done < each;) {
          const { etag: tag, mobile } = await read(member);
          const next = numberOf(mobile) + 1;
          if (!(await change(member, tag, `${prefix}${next}`))) continue;
          done += 1;
          // These two requests go to different processes.
          for (const answer of await Promise.all([read(member), read(member)]))
            expect(numberOf(answer.mobile)).toBeGreaterThanOrEqual(next);
        }
      };
      await Promise.all(Array.from({ length: writers }, count));
      expect((await read(member)).mobile).toBe(`${prefix}${writers * each}`);
      const changes = await send(base, `${api}/changes?After=${before}`, { headers: { authorization } });
      expect(JSON.parse(changes.body).Changes.map(({ ID }: { ID: string }) => ID)).toEqual([member]);
      // The test has sent at least 192 requests. Each process has handled a part of them.
      for (const number of [1, 2]) expect(await apiResponses(number)).toBeGreaterThan(70);
    });

    test('a change shows in the directory of both processes', async () => {
      installation.importNewMember('Quintessa', env);
      const totals = async () => {
        const answers = await Promise.all(
          Array.from({ length: 6 }, (_, at) => send(base, `/directory/search.json?q=Quintessa&${at}`)),
        );
        return answers.map(({ body }) => JSON.parse(body).total as number);
      };
      await expect.poll(totals, { timeout: 60_000 }).toEqual([1, 1, 1, 1, 1, 1]);
    });

    test('the metrics have the series of each process and of the one that starts them', async () => {
      const text = await metrics();
      for (const process of ['1', '2', 'primary'])
        expect(text).toMatch(
          new RegExp(`^chapterhouse_process_cpu_seconds_total\\{process="${process}"\\} [\\d.]+$`, 'm'),
        );
      expect(text.match(/^# TYPE chapterhouse_process_cpu_seconds_total /gm)).toHaveLength(1);
      expect(text).toContain('chapterhouse_process_running{process="2"} 1');
    });

    // These two tests do not depend on the database, so they run only once.
    if (engine === 'sqlite') {
      test('kill -9 of a process loses only its own requests, and it is started again', async () => {
        const pid = Number(/"pid":(\d+),"msg":"process 2 starts"/.exec(installation.printed)?.[1]);
        const load = visit(base, { paths: ['/', '/directory/search.json?q=a', '/map'], visitors: 8 });
        await expect.poll(() => load.visits.completed).toBeGreaterThan(50);
        process.kill(pid, 'SIGKILL');
        await expect.poll(() => timesReady(2), { timeout: 60_000 }).toBe(2);
        const visits = await load.stop();
        expect(visits.refused).toEqual(new Map());
        // Each of the eight visitors had at most one request in progress.
        expect(visits.dropped.length + visits.unconnected).toBeLessThanOrEqual(8);
        expect(installation.printed).toContain('Process 2 ended unexpectedly (SIGKILL)');
      });

      test('a second server on the same port says so and ends', async () => {
        const second = new Installation();
        const { port } = new URL(base);
        await expect(second.start({ PORT: port, PROCESSES: '2' })).rejects.toThrow(
          new RegExp(`ended with 1: [^]*Another program uses port ${port}\\.`),
        );
        await second.stop();
      });
    }

    test('SIGTERM lets all processes complete their responses', async () => {
      const { authorization } = await createWriter(installation, base, env);
      const headers = { authorization };
      const { Next } = JSON.parse((await send(base, `${api}/changes`, { headers })).body);
      // One process may get both, and has a part of the limit of a client.
      const waiting = Array.from({ length: 2 }, () =>
        send(base, `${api}/changes?After=${Next}&Wait=30`, { headers }),
      );
      // Each process gets some of the `/healthz` requests. A process that has responded to them has also received its
      // requests with `Wait`.
      for (let at = 0; at < 4; at += 1) await send(base, '/healthz');
      await installation.end('SIGTERM');
      for (const answer of waiting) {
        const { status, body } = await answer;
        expect(status).toBe(200);
        expect(JSON.parse(body).Changes).toEqual([]);
      }
      expect(installation.printed).not.toContain('"level":"error"');
    });
  });
}
