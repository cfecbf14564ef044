/**
 * Sign-ins in progress in one browser. Each has its own cookie, found by the `state` in the response. next-auth itself
 * stores one state per browser, so a second tab would end the sign-in of the first. A finished flow is kept until it
 * expires: if its callback is loaded again, its target is still known.
 */
import { createHash } from 'node:crypto';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { lookUp } from '@/lib/base/look-up';
import { ownAddressOrNull } from './callback-url';
import { cookieName, cookiePrefix, setCookiesOf, signInSeconds } from './cookies';

/** Enough for four tabs and some sign-ins that were abandoned. */
const maxFlows = 8;
/**
 * The limit for the cookies of all flows together. The server reads at most 16 KiB of headers, and the session needs up
 * to 4 KiB of these headers.
 */
const maxBytes = 6000;

interface Checks {
  state: string;
  verifier: string;
}

export interface Flow {
  cookie: string;
  startedAt: number;
  /** The address of the page on this site that the person wanted to open. */
  target: string;
  /** The service was asked to show no page. It may respond that it must show one. */
  isSilent: boolean;
  /** null: the flow is finished. */
  checks: Checks | null;
}

/** null: the flow began in another browser, or too long ago. */
export function findFlow(
  app: Chapterhouse,
  cookies: Record<string, string>,
  state: string | null,
): Flow | null {
  if (state === null) return null;
  const name = flowName(app, state);
  const value = lookUp(cookies, name);
  return value === undefined ? null : parseFlow(app, name, value);
}

/** The cookies that next-auth expects. */
export function cookiesOf(app: Chapterhouse, { target, checks }: Flow): Record<string, string> {
  return {
    [cookieName(app, 'callbackUrl')]: target,
    ...(checks === null
      ? {}
      : {
          [cookieName(app, 'state')]: checks.state,
          [cookieName(app, 'pkceCodeVerifier')]: checks.verifier,
        }),
  };
}

/**
 * Replaces next-auth's cookies of a new sign-in with one cookie for the flow. Removes the oldest flows above the
 * limits.
 */
export function storeFlow(
  app: Chapterhouse,
  response: Response,
  { cookies, target, isSilent }: { cookies: Record<string, string>; target: string; isSilent: boolean },
): void {
  const set = new Map(setCookiesOf(response).map(({ name, value }) => [name, value]));
  const state = set.get(cookieName(app, 'state'));
  const verifier = set.get(cookieName(app, 'pkceCodeVerifier'));
  const sent = stateOf(response);
  withoutOwnCookies(app, response);
  if (state === undefined || verifier === undefined || sent === null) return;
  const flow: Flow = {
    cookie: flowName(app, sent),
    startedAt: app.clock().getTime(),
    target,
    isSilent,
    checks: { state, verifier },
  };
  const line = toLine(app, flow);
  response.headers.append('set-cookie', line);
  const others = Object.entries(cookies).filter(([name]) => name.startsWith(flowPrefix(app)));
  for (const name of surplus(app, others, line.length))
    response.headers.append('set-cookie', removal(app, name));
}

/** Records that the flow's response has been used. */
export function finishFlow(app: Chapterhouse, response: Response, flow: Flow): void {
  withoutOwnCookies(app, response);
  response.headers.append('set-cookie', toLine(app, { ...flow, checks: null }));
}

function withoutOwnCookies(app: Chapterhouse, response: Response): void {
  const own = (['state', 'pkceCodeVerifier', 'callbackUrl'] as const).map((kind) => cookieName(app, kind));
  const rest = setCookiesOf(response).filter(({ name }) => !own.includes(name));
  response.headers.delete('set-cookie');
  for (const { line } of rest) response.headers.append('set-cookie', line);
}

function stateOf(response: Response): string | null {
  const location = response.headers.get('location') ?? '';
  return URL.canParse(location) ? new URL(location).searchParams.get('state') : null;
}

function surplus(app: Chapterhouse, others: [string, string][], newBytes: number): string[] {
  const newestFirst = others
    .map(([name, value]) => ({
      name,
      bytes: name.length + value.length,
      startedAt: parseFlow(app, name, value)?.startedAt ?? 0,
    }))
    .sort((a, b) => b.startedAt - a.startedAt || (a.name < b.name ? -1 : 1));
  let bytes = newBytes;
  return newestFirst
    .filter((flow, index) => {
      bytes += flow.bytes;
      return index >= maxFlows - 1 || bytes > maxBytes;
    })
    .map(({ name }) => name);
}

/** The target is in base64url, because an address may contain any character. */
function parseFlow(app: Chapterhouse, cookie: string, value: string): Flow | null {
  const [, startedAt, state = '', verifier = '', encoded = '', silent] =
    /^(\d{1,15})~([\w.-]*)~([\w.-]*)~([\w-]*)(~silent)?$/.exec(value) ?? [];
  if (startedAt === undefined) return null;
  const target = ownAddressOrNull(Buffer.from(encoded, 'base64url').toString('utf8'), app.config.baseUrl);
  const age = app.clock().getTime() - Number(startedAt);
  if (target === null || age >= signInSeconds * 1000) return null;
  const checks = state === '' ? null : { state, verifier };
  return { cookie, startedAt: Number(startedAt), target, isSilent: silent !== undefined, checks };
}

function toLine(app: Chapterhouse, { cookie, startedAt, target, isSilent, checks }: Flow): string {
  const parts = [
    startedAt,
    checks?.state ?? '',
    checks?.verifier ?? '',
    Buffer.from(target).toString('base64url'),
    ...(isSilent ? ['silent'] : []),
  ];
  return `${cookie}=${parts.join('~')}; Max-Age=${signInSeconds}; ${flags(app)}`;
}

function removal(app: Chapterhouse, name: string): string {
  return `${name}=; Max-Age=0; ${flags(app)}`;
}

function flags(app: Chapterhouse): string {
  return `Path=/; HttpOnly; SameSite=Lax${cookiePrefix(app) === '' ? '' : '; Secure'}`;
}

/**
 * The cookie's name contains a hash of the state, but not the state itself. A response from the service must contain
 * the state. So somebody who knows the cookies of a finished flow cannot forge a response.
 */
function flowName(app: Chapterhouse, state: string): string {
  return `${flowPrefix(app)}${createHash('sha256').update(state).digest('base64url').slice(0, 22)}`;
}

function flowPrefix(app: Chapterhouse): string {
  return `${cookiePrefix(app)}next-auth.flow.`;
}
