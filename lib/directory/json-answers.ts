/** JSON responses that are the same for everybody, cached by question and version of the directory. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { acceptedEncoding, minCompressedBytes } from '@/lib/http/accepted-encoding';
import { isKnown } from '@/lib/http/entity-tag';
import { sendWhole } from '@/lib/http/send-whole';

/** What a request means: equal keys have equal responses. */
export interface Question {
  key: string;
  make: () => unknown;
}

export interface JsonAnswers {
  /**
   * Responds to the question that `read` finds in the request, from the cache for this `version` of all inputs. A
   * refusal is sent as it is. An identically worded request is not parsed again.
   */
  send(context: Context, version: string, read: () => Question | Response): Response | Promise<Response>;
}

interface Answer {
  plain: Form;
  /** null: compression would save nothing. */
  zipped: Form | null;
}

interface Form {
  etag: string;
  headers: Record<string, string>;
  /** The headers of a 304. */
  headersUnchanged: Record<string, string>;
  body: Buffer<ArrayBuffer>;
}

// A question has about 200 characters, and its key about as many.
const keptLetters = 1_000_000;

/** `maxBytes`: limit for the cached responses; the least recently used are removed first. */
export function createJsonAnswers(maxBytes: number): JsonAnswers {
  const kept = new LRUCache<string, Answer>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  const keys = new LRUCache<string, string>({
    maxSize: keptLetters,
    sizeCalculation: (key, url) => key.length + url.length,
  });
  let keptVersion = '';

  const makeAndKeep = async (context: Context, version: string, { key, make }: Question) => {
    const answer = await toAnswer(make());
    // The directory may have changed during compression.
    if (version === keptVersion) kept.set(key, answer);
    return respond(context, answer);
  };
  return {
    send(context, version, read) {
      if (version !== keptVersion) {
        kept.clear();
        keys.clear();
        keptVersion = version;
      }
      const { url } = context.req;
      const again = kept.get(keys.get(url) ?? '');
      if (again !== undefined) return respond(context, again);
      const question = read();
      if (question instanceof Response) return question;
      keys.set(url, question.key);
      const answer = kept.get(question.key);
      return answer === undefined ? makeAndKeep(context, version, question) : respond(context, answer);
    },
  };
}

async function toAnswer(content: unknown): Promise<Answer> {
  const body = Buffer.from(JSON.stringify(content));
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const plain = toForm(body, `"${tag}"`, {});
  if (body.length < minCompressedBytes) return { plain, zipped: null };
  const zipped = await promisify(gzip)(body, { level: 5 });
  return { plain, zipped: toForm(zipped, `"${tag}-gzip"`, { 'Content-Encoding': 'gzip' }) };
}

function toForm(body: Buffer<ArrayBuffer>, etag: string, encoding: Record<string, string>): Form {
  // Cached by browsers and proxies but revalidated each time: members who leave the directory must disappear at once.
  const headersUnchanged = { 'Cache-Control': 'public, no-cache', ETag: etag, Vary: 'Accept-Encoding' };
  const content = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(body.length),
  };
  return { etag, headers: { ...headersUnchanged, ...encoding, ...content }, headersUnchanged, body };
}

function respond(context: Context, { plain, zipped }: Answer): Response {
  const encoding = acceptedEncoding(context.req.header('accept-encoding'), ['gzip']);
  const { etag, headers, headersUnchanged, body } = (encoding === 'gzip' ? zipped : null) ?? plain;
  if (isKnown(context.req.header('if-none-match'), etag))
    return sendWhole(context, { status: 304, headers: headersUnchanged, body: null });
  return sendWhole(context, { status: 200, headers, body });
}

/** Headers, tags and the cache entry itself take about 1,000 bytes. */
function sizeOf({ plain, zipped }: Answer, key: string): number {
  return key.length * 2 + plain.body.length + (zipped?.body.length ?? 0) + 1_000;
}
