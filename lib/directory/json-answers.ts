/** JSON answers that are the same for everybody: made once for each question and state of the directory. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';

export interface JsonAnswers {
  /** Answers with what `make` gives, or what it gave to the same question of the same version. */
  send(context: Context, question: { key: string; version: string }, make: () => unknown): Promise<Response>;
}

interface Answer {
  tag: string;
  plain: Buffer<ArrayBuffer>;
  /** null: too small to gain anything. */
  zipped: Buffer<ArrayBuffer> | null;
}

const minZippedBytes = 1_000;

/** `maxBytes`: what the kept answers may take; those not asked for longest go first. */
export function createJsonAnswers(maxBytes: number): JsonAnswers {
  const kept = new Map<string, Answer>();
  let keptBytes = 0;
  let version = '';

  const keep = (key: string, answer: Answer) => {
    kept.set(key, answer);
    keptBytes += sizeOf(key, answer);
    for (const [oldKey, old] of kept) {
      if (keptBytes <= maxBytes) break;
      kept.delete(oldKey);
      keptBytes -= sizeOf(oldKey, old);
    }
  };
  const find = (key: string) => {
    const found = kept.get(key);
    if (found === undefined) return null;
    kept.delete(key);
    kept.set(key, found);
    return found;
  };
  return {
    async send(context, question, make) {
      if (question.version !== version) {
        kept.clear();
        [keptBytes, version] = [0, question.version];
      }
      let answer = find(question.key);
      if (answer === null) {
        answer = await makeAnswer(make());
        // While it was zipped the directory may have changed, or somebody else have asked the same.
        if (question.version === version && !kept.has(question.key)) keep(question.key, answer);
      }
      return respond(context, answer);
    },
  };
}

async function makeAnswer(body: unknown): Promise<Answer> {
  const plain = Buffer.from(JSON.stringify(body));
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const zipped = plain.length < minZippedBytes ? null : await promisify(gzip)(plain, { level: 5 });
  return { tag, plain, zipped };
}

function respond(context: Context, { tag, plain, zipped }: Answer): Response {
  const mayZip =
    zipped !== null &&
    /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(context.req.header('accept-encoding') ?? '');
  const etag = `"${tag}${mayZip ? '-gzip' : ''}"`;
  const headers = {
    // Kept by browsers and proxies but asked about each time: who leaves the directory leaves it at once.
    'cache-control': 'public, no-cache',
    etag,
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  };
  const known = context.req
    .header('if-none-match')
    ?.split(',')
    .map((one) => one.trim().replace(/^W\//, ''));
  if (known?.includes(etag) === true || known?.includes('*') === true)
    return new Response(null, { status: 304, headers });
  const encoding: Record<string, string> = mayZip ? { 'content-encoding': 'gzip' } : {};
  return new Response(mayZip ? zipped : plain, {
    headers: { ...headers, ...encoding, 'content-type': 'application/json; charset=utf-8' },
  });
}

function sizeOf(key: string, { plain, zipped }: Answer): number {
  return key.length * 2 + plain.length + (zipped?.length ?? 0) + 200;
}
