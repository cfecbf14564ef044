import { AsyncResource } from 'node:async_hooks';
import { currentRequestId, withRequest } from './current-request';

/**
 * Sends requests to our own API inside this process, without HTTP. Over HTTP, each request to ourselves passes through
 * two HTTP parsers and a socket, and an office page makes up to eight of them.
 */
export function createOwnFetch(service: (request: Request) => Response | Promise<Response>): typeof fetch {
  // The API runs outside of the page's asynchronous context. Its connections and timers would otherwise hold the page
  // in memory, and Next would handle the API's own calls of `fetch` as calls of the page.
  const outside = new AsyncResource('own API');
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const current = {
      id: currentRequestId(),
      isRendered: false,
      caller: null,
      isStrangersForm: false,
      isAborted: () => false,
    };
    const response = outside.runInAsyncScope(() => withRequest(current, () => service(request)));
    return Promise.race([response, rejectAfterAbort(request.signal)]);
  };
}

function rejectAfterAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
