import type { Context } from 'hono';
import { nameBrowser } from '@/lib/sign-in/accounts/browser-name';
import { findPeople } from '@/lib/sign-in/accounts/people';
import type { Proof } from '@/lib/sign-in/accounts/proof';
import { recordProvenEmail } from '@/lib/sign-in/accounts/proven-email';
import { findAddressOfCode } from '@/lib/sign-in/accounts/sign-in-codes';
import { endSession, findSession, startSession } from '@/lib/sign-in/accounts/sessions';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { setCandidates } from '@/lib/sign-in/oauth/pending-requests';
import { rememberDevice } from './known-device';
import { forgetTypedEmail, readCookie, writeSessionCookie } from './cookies';
import { offersPasskey } from './passkey-offer';
import { pagePath, proceed } from './proceed';
import type { Interaction } from './interaction';

/**
 * Continues after a correct password, code or passkey. If several people share the email address, the person must
 * choose one of them. If the proof is no longer valid, the sign-in returns to its start. For example, the password was
 * changed meanwhile, or the code was used.
 */
export async function finishSignIn(
  services: OAuthServices,
  context: Context,
  { interaction, proof, hasPasskeys, isShared }: Finished,
): Promise<Response> {
  const { store, clock, baseUrl } = services;
  const { request, client } = interaction;
  const browser = nameBrowser(context.req.header('User-Agent'));
  const secret = await act(services, { interaction, proof, browser });
  if (secret === 'ended') return context.redirect(pagePath(request, 'sign-in'), 303);
  if (secret === 'choose')
    return context.redirect(pagePath(request, 'choose') + (isShared ? '&shared=yes' : ''), 303);
  const previous = readCookie(context, baseUrl, 'session');
  if (previous !== null) await endSession(store, previous, clock(), secret);
  writeSessionCookie(context, baseUrl, { secret, isShared });
  forgetTypedEmail(context, baseUrl);
  const session = await findSession(store, secret, clock());
  const { organisationId } = request;
  const [person] =
    session === null ? [] : await findPeople(store, { organisationId, ids: [session.personId] });
  if (person !== undefined && !isShared)
    rememberDevice(services, context, { organisationId, email: person.email });
  if (hasPasskeys && !isShared && session !== null && (await offersPasskey(services, { request, session })))
    return context.redirect(pagePath(request, 'offer-passkey'), 303);
  return proceed(services, context, { request, client, session });
}

interface Finished {
  interaction: Interaction;
  proof: Proof;
  /** The browser says that this device can have a passkey, so the person may be asked whether they want one. */
  hasPasskeys: boolean;
  /** Others use this computer. */
  isShared: boolean;
}

/**
 * Starts the session in the transaction that checks the proof. If several people match, stores them for the chooser.
 * @returns the secret of the new session
 */
async function act(
  { store, clock }: OAuthServices,
  { interaction: { request }, proof, browser }: { interaction: Interaction; proof: Proof; browser: string },
): Promise<string | 'choose' | 'ended'> {
  return store.auth.transaction().execute(async (transaction) => {
    const people = await proof.lock(transaction);
    const [personId] = people;
    if (personId === undefined) return 'ended';
    await setCandidates(transaction, request.handle, people.length > 1 ? people : [], proof.method);
    if (people.length > 1) return 'choose';
    const { organisationId, handle } = request;
    const { method } = proof;
    const secret = await startSession(transaction, { organisationId, personId, method, browser }, clock());
    const key = method === 'otp' ? await findAddressOfCode(transaction, { organisationId, handle }) : null;
    if (key !== null)
      await recordProvenEmail(transaction, { organisationId, personId, emailKey: key }, clock());
    return secret;
  });
}
