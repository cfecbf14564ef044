import { ApiError } from '@/lib/contract/errors';

type Fetch = (request: Request, ...rest: unknown[]) => Response | Promise<Response>;

/** Calls `onOver` when the time is over. Returns a function that stops the timer. */
export type StartBudget = (onOver: () => void) => () => void;

/**
 * A request may wait 10 s for its turn among the long lists, and 10 s for a statement of PostgreSQL. The budget is
 * longer than both together. A client that waits for longer has usually given up.
 */
const budgetMs = 25_000;
const retryAfterSeconds = 5;

const defaultBudget: StartBudget = (onOver) => {
  const timer = setTimeout(onOver, budgetMs);
  return () => clearTimeout(timer);
};

/**
 * Responds with 503 if the response to a reading request does not begin within the budget. A response that comes later
 * is dropped. Its body is cancelled, so that its list is not read any more.
 */
export function withReadBudget(fetch: Fetch, start: StartBudget = defaultBudget): Fetch {
  return async (request, ...rest) => {
    if (!isLimited(request)) return fetch(request, ...rest);
    let end = () => {};
    const over = new Promise<null>((resolve) => (end = start(() => resolve(null))));
    const work = Promise.resolve(fetch(request, ...rest));
    const response = await Promise.race([work, over]).finally(() => end());
    if (response !== null) return response;
    work.then((late) => late.body?.cancel()).catch(() => undefined);
    return toResponse(
      new ApiError('temporarily_unavailable', 'The server is busy. Try again later', {
        'Retry-After': String(retryAfterSeconds),
      }),
    );
  };
}

/** `/changes` may wait for as long as the client asks. */
function isLimited({ method, url }: Request): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const { pathname } = new URL(url);
  return pathname.startsWith('/api/') && !pathname.endsWith('/changes');
}

function toResponse({ code, description, status, headers }: ApiError): Response {
  return Response.json(
    { error: code, error_description: description },
    { status, headers: { ...headers, 'Cache-Control': 'no-store' } },
  );
}
