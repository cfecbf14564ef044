/**
 * Sign-ins in progress in one browser, so that several tabs can sign in at the same time. Each has its own cookie, found
 * by the `state` in the response. A finished flow is kept until it expires: if its callback is loaded again, its target
 * is still known.
 */
import { createHash } from 'node:crypto';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { lookUp } from '@/lib/base/look-up';
import { ownAddressOrNull } from './callback-url';
import { cookiePrefix, signInSeconds } from './cookies';

/** Enough for four tabs and some sign-ins that were abandoned. */
const maxFlows = 8;
/**
 * The limit for the cookies of all flows together. The server reads at most 16 KiB of headers, and the session needs up
 * to 4 KiB of these headers.
 */
const maxBytes = 6000;

/** Sealed by next-auth, which compares them with the response of the service. */
export interface Checks {
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

interface NewFlow extends Omit<Flow, 'cookie' | 'startedAt'> {
  cookies: Record<string, string>;
  /** The service sends it back. */
  state: string;
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

/** Stores a new flow. Removes the oldest flows above the limits. */
export function storeFlow(
  app: Chapterhouse,
  response: Response,
  { cookies, state, ...begun }: NewFlow,
): void {
  const line = toLine(app, { cookie: flowName(app, state), startedAt: app.clock().getTime(), ...begun });
  response.headers.append('set-cookie', line);
  const others = Object.entries(cookies).filter(([name]) => name.startsWith(flowPrefix(app)));
  for (const name of surplus(app, others, line.length))
    response.headers.append('set-cookie', removal(app, name));
}

/** Records that the flow's response has been used. */
export function finishFlow(app: Chapterhouse, response: Response, flow: Flow): void {
  response.headers.append('set-cookie', toLine(app, { ...flow, checks: null }));
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
