/** One HTTP request to a membership API: time-outs, retries of reads, errors that say what to do. */
import { errorBodySchema } from './resources';

/** The API could not be asked, or refused. The message is for the operator: it holds no secret and no token. */
export class ApiRequestError extends Error {
  override name = 'ApiRequestError';
  constructor(
    message: string,
    readonly details: {
      kind: 'unreachable' | 'timeout' | 'refused' | 'unreadable';
      /** HTTP status; null when there was no answer. */
      status: number | null;
      /** `error` of the answer's body; null without one. */
      code: string | null;
      retryAfterSeconds: number | null;
    },
  ) {
    super(message);
  }
}

/** Milliseconds. */
export interface RequestLimits {
  /** Until the answer begins. */
  answerMs: number;
  /** Between two pieces of the answer's body. */
  idleMs: number;
  attempts: number;
  /** Before the second attempt at most this, then double; the actual wait is a random part of it. */
  firstWaitMs: number;
}

/** A large list takes the other site seconds to begin; ten minutes without an answer would be none. */
export const usualLimits: RequestLimits = { answerMs: 20_000, idleMs: 20_000, attempts: 3, firstWaitMs: 500 };

export interface Transport {
  fetch: typeof fetch;
  /** 0 (inclusive) to 1. */
  random: () => number;
  sleep: (ms: number) => Promise<void>;
  limits: RequestLimits;
}

/** An answer whose body is still to be read, piece by piece, each within the idle time. */
export interface Answer {
  status: number;
  headers: Headers;
  /** @throws ApiRequestError when the body stops coming */
  text(): AsyncGenerator<string>;
  /** Gives up the rest of the body. */
  cancel(): void;
}

// What may pass by itself. A request that was refused (other 4xx) would be refused again.
const passing = [408, 425, 429, 500, 502, 503, 504];
const maxWaitMs = 30_000;

/**
 * Sends a read and repeats it while the failure is one that may pass.
 * @returns any answer that is not such a failure, 4xx included
 * @throws ApiRequestError after the last attempt
 */
export async function sendRead(transport: Transport, url: string, init: RequestInit): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptRead(transport, url, init);
    if (!(result instanceof ApiRequestError)) return result;
    if (attempt >= transport.limits.attempts) throw result;
    await transport.sleep(waitMs(transport, attempt, result.details.retryAfterSeconds));
  }
}

/** Sends once. @throws ApiRequestError when no answer begins in time */
async function sendOnce(transport: Transport, url: string, init: RequestInit): Promise<Answer> {
  const { fetch, limits } = transport;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limits.answerMs);
  try {
    // A redirect would take the credentials to an address that nobody configured.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: controller.signal });
    return {
      status: response.status,
      headers: response.headers,
      text: () => readText(response, controller, limits.idleMs),
      cancel: () => controller.abort(),
    };
  } catch (error) {
    throw noAnswer(url, error, { isTimeout: controller.signal.aborted, failure: 'cannot be reached' });
  } finally {
    clearTimeout(timer);
  }
}

/** The whole body. @throws ApiRequestError when it stops coming or is longer than `maxLength` characters */
export async function wholeText(answer: Answer, maxLength = 1_000_000): Promise<string> {
  let text = '';
  for await (const piece of answer.text()) {
    text += piece;
    if (text.length > maxLength) {
      answer.cancel();
      throw unreadable('The API’s answer is too long');
    }
  }
  return text;
}

export function unreadable(message: string): ApiRequestError {
  return new ApiRequestError(message, {
    kind: 'unreadable',
    status: null,
    code: null,
    retryAfterSeconds: null,
  });
}

/** What a refusal says, from its status and the error body of the contract if it has one. */
export async function refusal(answer: Answer, what: string): Promise<ApiRequestError> {
  const { status, headers } = answer;
  const body = errorBodySchema.safeParse(parseJson(await wholeText(answer, 100_000).catch(() => '')));
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  const hint =
    status >= 300 && status < 400
      ? ': it redirects; give the address where the API answers itself (MEMBERSHIP_API_URL)'
      : '';
  const said = body.success ? `: ${body.data.error}: ${body.data.error_description.slice(0, 300)}` : hint;
  return new ApiRequestError(`The API answered ${status} to ${what}${said}`, {
    kind: 'refused',
    status,
    code: body.success ? body.data.error : null,
    retryAfterSeconds: Number.isFinite(after) && after >= 0 ? after : null,
  });
}

/** The answer, or the failure if it is one that may pass. */
async function attemptRead(
  transport: Transport,
  url: string,
  init: RequestInit,
): Promise<Answer | ApiRequestError> {
  try {
    const answer = await sendOnce(transport, url, init);
    return passing.includes(answer.status) ? await refusal(answer, new URL(url).pathname) : answer;
  } catch (error) {
    if (error instanceof ApiRequestError) return error;
    throw error;
  }
}

/** Random, so that many clients that failed together do not come back together. */
function waitMs({ limits, random }: Transport, attempt: number, retryAfterSeconds: number | null): number {
  const spread = limits.firstWaitMs * 2 ** (attempt - 1) * (0.5 + random() / 2);
  return Math.min(maxWaitMs, Math.max(spread, (retryAfterSeconds ?? 0) * 1000));
}

async function* readText(
  response: Response,
  controller: AbortController,
  idleMs: number,
): AsyncGenerator<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder('utf-8');
  const reader = response.body.getReader();
  let timer: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      timer = setTimeout(() => controller.abort(), idleMs);
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) break;
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw noAnswer(response.url, error, {
      isTimeout: controller.signal.aborted,
      failure: 'broke off its answer',
    });
  } finally {
    clearTimeout(timer);
    // Also when the caller stops early: frees the connection.
    await reader.cancel().catch(() => undefined);
  }
}

function noAnswer(
  url: string,
  error: unknown,
  { isTimeout, failure }: { isTimeout: boolean; failure: string },
): ApiRequestError {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? ` (${cause.code})` : '';
  const where = URL.canParse(url) ? new URL(url).origin : 'the API';
  const message = `${where} ${isTimeout ? 'did not answer in time' : `${failure}${code}`}`;
  const kind = isTimeout ? 'timeout' : 'unreachable';
  return new ApiRequestError(message, { kind, status: null, code: null, retryAfterSeconds: null });
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
