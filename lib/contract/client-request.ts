import { errorBodySchema } from './resources';

/**
 * The API could not be reached, or refused the request. The message is for the operator. It contains no secret or
 * token.
 */
export class ApiRequestError extends Error {
  override name = 'ApiRequestError';
  constructor(
    message: string,
    readonly details: {
      kind: 'unreachable' | 'timeout' | 'refused' | 'unreadable';
      /** The HTTP status. null: there was no response. */
      status: number | null;
      /** The `error` field of the response body. null: the body has no such field. */
      code: string | null;
      retryAfterSeconds: number | null;
    },
  ) {
    super(message);
  }
}

/** Whether the site does not have the requested resource, or does not support the request. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiRequestError && [404, 405, 410, 501].includes(error.details.status ?? 0);
}

export interface CallLimits {
  /** The longest time until the response begins. */
  responseMs: number;
  /** The longest time between two chunks of the response body. */
  idleMs: number;
  /** The longest time until a whole list has arrived. A short response must arrive within `responseMs`. */
  listMs: number;
  /** The largest size of a list, uncompressed. */
  listBytes: number;
  listRecords: number;
  attempts: number;
  /**
   * The longest wait before the second attempt. This limit doubles with each further attempt. The actual wait is at
   * least half of the limit.
   */
  firstWaitMs: number;
}

/**
 * The limits for another site. The response with a large list begins only after several seconds. 100,000 locations with
 * their members are 250 MB. At 1 MB a second, they arrive within five minutes.
 */
export const defaultLimits: CallLimits = {
  responseMs: 20_000,
  idleMs: 20_000,
  listMs: 5 * 60_000,
  listBytes: 512_000_000,
  listRecords: 500_000,
  attempts: 3,
  firstWaitMs: 500,
};

/**
 * The limits for our own API and for an import. A list can be of any size. Our own API does not send endless lists.
 * While an import runs, an operator watches it and can stop it.
 */
export const trustedLimits: CallLimits = {
  ...defaultLimits,
  listMs: 60 * 60_000,
  listBytes: Infinity,
  listRecords: Infinity,
};

export interface Transport {
  fetch: typeof fetch;
  /** From 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  sleep: (ms: number) => Promise<void>;
  limits: CallLimits;
}

/** Each chunk of the body must arrive within `idleMs`. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  /** @throws ApiRequestError when the body stops arriving, or is longer or slower than allowed for a list */
  text(): AsyncGenerator<string>;
  /** Like `text`, but the whole text must arrive within `responseMs`. */
  shortText(): AsyncGenerator<string>;
  cancel(): void;
}

// Failures with these statuses may be temporary. After any other 4xx status, the API would refuse the request again.
const passing = [408, 425, 429, 500, 502, 503, 504];
const maxWaitMs = 30_000;

/**
 * Sends a read request. If it fails and the failure may be temporary, sends it again.
 * @returns any response that is not a temporary failure, including most 4xx responses
 * @throws ApiRequestError after the last attempt
 */
export async function sendRead(transport: Transport, url: string, init: RequestInit): Promise<ApiResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptRead(transport, url, init);
    if (!(result instanceof ApiRequestError)) return result;
    if (attempt >= transport.limits.attempts || init.signal?.aborted) throw result;
    await transport.sleep(waitMs(transport, attempt, result.details.retryAfterSeconds));
  }
}

/** Sends once. @throws ApiRequestError when no response begins in time */
async function sendOnce(transport: Transport, url: string, init: RequestInit): Promise<ApiResponse> {
  const { fetch, limits } = transport;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limits.responseMs);
  try {
    const given = init.signal ?? null;
    const signal = given === null ? controller.signal : AbortSignal.any([controller.signal, given]);
    // A redirect is not followed, because it would send the credentials to an address that is not configured.
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    return {
      status: response.status,
      headers: response.headers,
      text: () => readText(response, controller, { ...limits, totalMs: limits.listMs }),
      shortText: () => readText(response, controller, { ...limits, totalMs: limits.responseMs }),
      cancel: () => controller.abort(),
    };
  } catch (error) {
    throw noResponse(url, error, { isTimeout: controller.signal.aborted, failure: 'cannot be reached' });
  } finally {
    clearTimeout(timer);
  }
}

/** The whole body. @throws ApiRequestError when it stops arriving or is longer than `maxLength` characters */
export async function wholeText(response: ApiResponse, maxLength = 1_000_000): Promise<string> {
  let text = '';
  for await (const piece of response.shortText()) {
    text += piece;
    if (text.length > maxLength) {
      response.cancel();
      throw unreadable('The API’s response is too long');
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

export async function refusal(response: ApiResponse, what: string): Promise<ApiRequestError> {
  const { status, headers } = response;
  const body = errorBodySchema.safeParse(parseJson(await wholeText(response, 100_000).catch(() => '')));
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  const hint =
    status >= 300 && status < 400
      ? ': it redirects. Set MEMBERSHIP_API_URL to the address that it redirects to'
      : '';
  const detail = body.success ? `: ${body.data.error}: ${body.data.error_description.slice(0, 300)}` : hint;
  return new ApiRequestError(`The API returned ${status} for ${what}${detail}`, {
    kind: 'refused',
    status,
    code: body.success ? body.data.error : null,
    retryAfterSeconds: Number.isFinite(after) && after >= 0 ? after : null,
  });
}

/** Returns the error, instead of throwing it, if a later attempt may succeed. */
async function attemptRead(
  transport: Transport,
  url: string,
  init: RequestInit,
): Promise<ApiResponse | ApiRequestError> {
  try {
    const response = await sendOnce(transport, url, init);
    return passing.includes(response.status) ? await refusal(response, new URL(url).pathname) : response;
  } catch (error) {
    if (error instanceof ApiRequestError) return error;
    throw error;
  }
}

/** The wait is random, so that clients that failed together do not retry together. */
function waitMs({ limits, random }: Transport, attempt: number, retryAfterSeconds: number | null): number {
  const spread = limits.firstWaitMs * 2 ** (attempt - 1) * (0.5 + random() / 2);
  return Math.min(maxWaitMs, Math.max(spread, (retryAfterSeconds ?? 0) * 1000));
}

async function* readText(
  response: Response,
  controller: AbortController,
  limits: Pick<CallLimits, 'idleMs' | 'listBytes'> & { totalMs: number },
): AsyncGenerator<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder('utf-8');
  const reader = response.body.getReader();
  const { idleMs, totalMs, listBytes } = limits;
  const stop = () => controller.abort();
  const total = { hasPassed: false };
  const totalTimer = setTimeout(() => {
    total.hasPassed = true;
    stop();
  }, totalMs);
  let idleTimer: NodeJS.Timeout | undefined;
  let bytes = 0;
  try {
    for (;;) {
      idleTimer = setTimeout(stop, idleMs);
      const { done, value } = await reader.read();
      clearTimeout(idleTimer);
      if (done) break;
      bytes += value.length;
      if (bytes > listBytes) throw unreadable(`The API’s response is longer than ${listBytes / 1e6} MB`);
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof ApiRequestError) throw error;
    if (total.hasPassed) throw tooSlow(response.url, totalMs);
    throw noResponse(response.url, error, {
      isTimeout: controller.signal.aborted,
      failure: 'ended its response early',
    });
  } finally {
    clearTimeout(idleTimer);
    clearTimeout(totalTimer);
    // Frees the connection. This code also runs when the caller stops reading early.
    await reader.cancel().catch(() => undefined);
  }
}

function tooSlow(url: string, totalMs: number): ApiRequestError {
  const message = `${originOf(url)} did not finish its response within ${totalMs / 1000} s`;
  return new ApiRequestError(message, { kind: 'timeout', status: null, code: null, retryAfterSeconds: null });
}

function noResponse(
  url: string,
  error: unknown,
  { isTimeout, failure }: { isTimeout: boolean; failure: string },
): ApiRequestError {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? ` (${cause.code})` : '';
  const message = `${originOf(url)} ${isTimeout ? 'did not respond in time' : `${failure}${code}`}`;
  const kind = isTimeout ? 'timeout' : 'unreachable';
  return new ApiRequestError(message, { kind, status: null, code: null, retryAfterSeconds: null });
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'the API';
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
