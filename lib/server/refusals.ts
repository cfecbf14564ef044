/** The reasons to refuse a request before it reaches a handler. */
import { plural } from '@/lib/base/plural';
import type { Refusal } from './refuse';

export function tooMany(seconds: number): Refusal {
  return {
    status: 429,
    code: 'too_many_requests',
    title: 'Too many requests',
    text: `There were too many requests from your network or with your token. Try again in ${plural(seconds, 'second')}.`,
    headers: { 'Retry-After': String(seconds) },
  };
}

/** For a member who reads the directory for members as a program would. */
export function readTooMuch(seconds: number): Refusal {
  return {
    status: 429,
    code: 'too_many_requests',
    title: 'You have opened very many profiles',
    text: `In an hour, a member can open about 100 profiles and 120 pages of results of the directory for members. You can go on in ${plural(Math.ceil(seconds / 60), 'minute')}. The association sees that you had to wait.`,
    link: { href: '/members-only', text: 'Back to the pages for members' },
    headers: { 'Retry-After': String(seconds), 'Cache-Control': 'private, no-store' },
  };
}

export function wrongMethod(methods: readonly string[]): Refusal {
  const list = methods.join(', ');
  return {
    status: 405,
    code: 'method_not_allowed',
    title: 'Method not allowed',
    text: `The method must be one of ${list}.`,
    // The connection is closed, because the body of the request is not read.
    headers: { Allow: list, Connection: 'close' },
  };
}

export function failed(requestId: string): Refusal {
  return {
    status: 500,
    code: 'server_error',
    title: 'Something went wrong',
    text: `This is a problem on our side. Try again. If it happens again, quote the request ID ${requestId}.`,
  };
}

export const busy: Refusal = {
  status: 503,
  code: 'temporarily_unavailable',
  title: 'The server is busy',
  text: 'Many people are opening pages at the moment. Try again in 5 seconds.',
  headers: { 'Retry-After': '5' },
};

export const tooLarge: Refusal = {
  status: 413,
  code: 'payload_too_large',
  title: 'Too large',
  text: 'The request body is too large.',
  // Without this header, Node would read the rest of the body.
  headers: { Connection: 'close' },
};

export const otherSitesForm: Refusal = {
  status: 403,
  code: 'invalid_request',
  title: 'Form not accepted',
  text: 'This form was sent from another address. Open the page here and try again.',
  headers: { Connection: 'close' },
};

/** @param path of the page that has the form */
export function signedOutForm(path: string): Refusal {
  const signIn = `/sign-in?${new URLSearchParams({ problem: 'unsent', callbackUrl: path })}`;
  return {
    status: 401,
    code: 'invalid_request',
    title: 'The form was not sent',
    text: 'You are signed out, or you may not use the office. Sign in, and then choose the file again.',
    link: { href: signIn, text: 'Sign in' },
    // Next's script follows this header. It would show other responses as a failure.
    headers: { 'x-action-redirect': `${signIn};replace` },
  };
}

export const manyLargeForms: Refusal = {
  status: 429,
  code: 'too_many_requests',
  title: 'The server is receiving other files',
  text: 'Several people are sending files at the moment. Send your form again in 10 seconds.',
  headers: { 'Retry-After': '10' },
};

export const withoutHost: Refusal = {
  status: 400,
  code: 'invalid_request',
  title: 'Bad request',
  text: 'The request has no valid Host header.',
  headers: { Connection: 'close' },
};

export const compressedBody: Refusal = {
  status: 415,
  code: 'invalid_request',
  title: 'Unsupported media type',
  text: 'The body must not be compressed. Send it without Content-Encoding.',
  // The rest of the body is not read. The response should name the accepted encodings (RFC 9110 §15.5.16).
  headers: { 'Accept-Encoding': 'identity', Connection: 'close' },
};

export const unknownExpectation: Refusal = {
  status: 417,
  code: 'invalid_request',
  title: 'Expectation failed',
  text: 'The Expect header must be 100-continue, or must not be sent.',
};

export const notAProxy: Refusal = {
  status: 405,
  code: 'method_not_allowed',
  title: 'Method not allowed',
  text: 'This server is not a proxy. The method must not be CONNECT.',
  headers: { Allow: 'GET, HEAD, POST, OPTIONS' },
};

export const unreadable: Refusal = {
  status: 400,
  code: 'invalid_request',
  title: 'Bad request',
  text: 'The request is not valid HTTP.',
};

export const headersTooLarge: Refusal = {
  status: 431,
  code: 'invalid_request',
  title: 'Headers too large',
  text: 'The address and headers of the request must have at most 16 kB together.',
};

export const tooSlow: Refusal = {
  status: 408,
  code: 'invalid_request',
  title: 'Request timeout',
  text: 'The request did not arrive in time.',
};
