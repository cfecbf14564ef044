import { organisation, type ServiceProcess } from './service-process';

export const callback = 'https://site.example/callback';
export const site = { id: 'killedsite', secret: 'killedsitesecret' };

/** The service's responses, which must still be true after a kill. */
export interface Ledger {
  tokens: string[];
  sessions: Map<string, string>[];
  exchanged: { code: string; token: string }[];
  /** Codes that may or may not have been exchanged. */
  undecided: string[];
}

/**
 * Repeats `work` until `signal` aborts or the connection to the service breaks. `onDone` is called after each
 * repetition. An error after the abort comes from a request in progress, and is ignored.
 */
export async function repeat(
  { signal, onDone }: { signal: AbortSignal; onDone: () => void },
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
      onDone();
    } catch (error) {
      if (!signal.aborted && !isNetwork(error)) throw error;
      return;
    }
  }
}

/** fetch's errors for a broken connection, before the response and in its body. */
function isNetwork(error: unknown): boolean {
  return error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message);
}

export async function requestToken(service: ServiceProcess, written: Ledger): Promise<void> {
  written.tokens.push(await tokenIn(await service.requestToken(site, { ...ownToken })));
}

const ownToken = { grant_type: 'client_credentials', scope: 'basic' };

async function tokenIn(response: Response): Promise<string> {
  if (response.status !== 200)
    throw new Error(`a token was refused: ${response.status} ${await response.text()}`);
  const body: { access_token: string } = await response.json();
  return body.access_token;
}

export async function signIn(service: ServiceProcess, { at, written }: { at: number; written: Ledger }) {
  const { members } = service.credentials();
  // Each of these members has a unique email address, so the sign-in shows no chooser.
  const member = members[at];
  if (member === undefined) throw new Error('the demonstration has members');
  const browser = await service.browser(member.password).open(authorizePath);
  await browser.signIn(member.email);
  const code = browser.callback().get('code');
  if (code === null) throw new Error(`no code on ${browser.path}`);
  written.sessions.push(new Map(browser.cookies));
  written.undecided.push(code);
  const token = await tokenIn(await exchange(service, code));
  written.undecided.splice(written.undecided.indexOf(code), 1);
  written.exchanged.push({ code, token });
}

const authorizePath = `${organisation}/authorize?${new URLSearchParams({
  response_type: 'code',
  client_id: site.id,
  redirect_uri: callback,
  state: 'x',
  scope: 'user',
})}`;

function exchange(service: ServiceProcess, code: string): Promise<Response> {
  return service.requestToken(site, { grant_type: 'authorization_code', code, redirect_uri: callback });
}

/** Checks that the responses from before the kill are still true: tokens and sessions work, and no code works twice. */
export async function requireHeld(
  service: ServiceProcess,
  { tokens, sessions, exchanged, undecided }: Ledger,
) {
  const sample = [...tokens.slice(-5), ...tokens.slice(0, 5)];
  for (const token of sample) await requireStatus(await withToken(service, 'categories', token), 200);
  for (const cookies of sessions) {
    const browser = service.browser('');
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await browser.open(authorizePath);
    if (!browser.callback().has('code')) throw new Error('a session was lost');
  }
  for (const { code, token } of exchanged) {
    await requireStatus(await withToken(service, 'user', token), 200);
    await requireStatus(await exchange(service, code), 400);
  }
  for (const code of undecided) {
    const statuses = [(await exchange(service, code)).status, (await exchange(service, code)).status];
    if (statuses[1] !== 400) throw new Error(`a code was redeemed twice: ${statuses}`);
  }
}

function withToken(service: ServiceProcess, path: string, token: string): Promise<Response> {
  return service.request(`${organisation}/${path}`, { headers: { authorization: `Bearer ${token}` } });
}

async function requireStatus(response: Response, expected: number): Promise<void> {
  const text = await response.text();
  if (response.status !== expected) throw new Error(`${response.status} instead of ${expected}: ${text}`);
}
