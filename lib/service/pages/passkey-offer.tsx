/** Asks once, after a sign-in here with a password or code, whether the person wants a passkey. */
import type { Context } from 'hono';
import { passkeyOfferText, passkeyText } from '@/lib/messages/sign-in';
import { mayOfferPasskey, recordPasskeyOffer } from '@/lib/sign-in/accounts/passkey-offers';
import { findRelyingParty } from '@/lib/sign-in/accounts/relying-party';
import type { Session } from '@/lib/sign-in/accounts/sessions';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import type { PendingRequest } from '@/lib/sign-in/oauth/pending-requests';
import { addPasskeyOf, findCreationOptions, isRecent } from './add-passkey';
import { findName, isForSession, NamedSession, renderChangedSession, SignedInAs } from './changed-session';
import { Csrf, ErrorSummary } from './form-parts';
import { renderPage } from './frame';
import { requireForm, requireInteraction, type Interaction } from './interaction';
import { PasskeyForm } from './passkey-parts';
import { passkeysPage } from './passkeys';
import { pagePath, proceed } from './proceed';

/** Whether the sign-in continues with the page that offers a passkey. */
export async function offersPasskey(
  { store, baseUrl, ownClientId }: OAuthServices,
  { request: { purpose, organisationId }, session }: { request: PendingRequest; session: Session },
): Promise<boolean> {
  if (findRelyingParty(baseUrl) === null) return false;
  // People who sign in at another site want to get back there.
  if (purpose.clientId !== null && purpose.clientId !== ownClientId) return false;
  // The person is about to open the page that adds passkeys.
  if (purpose.clientId === null && purpose.path === passkeysPage(organisationId)) return false;
  return mayOfferPasskey(store, session);
}

/**
 * Continues without the offer if the sign-in is too long ago, for example if the person goes back to this page hours
 * later.
 */
export async function showOffer(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const { session } = interaction;
  if (session === null || !isRecent(services, session)) return proceed(services, context, interaction);
  await recordPasskeyOffer(services.store, session, services.clock());
  return renderOffer(services, context, { interaction, session, error: null });
}

/** Adds a passkey if the person wants one, and continues the sign-in. */
export async function answerOffer(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const form = await requireForm(services, context, interaction.csrf);
  const { request, session } = interaction;
  if (!isForSession(form, interaction)) {
    const [onward, signIn] = [pagePath(request, 'consent'), pagePath(request, 'sign-in')];
    return renderChangedSession(services, context, { ...interaction, onward, signIn });
  }
  if (form.get('do') !== 'add' || session === null || !isRecent(services, session))
    return proceed(services, context, interaction);
  const error = await addPasskeyOf(services, context, { session, form });
  if (error !== null) return renderOffer(services, context, { interaction, session, error });
  return proceed(services, context, interaction);
}

async function renderOffer(
  services: OAuthServices,
  context: Context,
  { interaction, session, error }: { interaction: Interaction; session: Session; error: string | null },
) {
  const { request, csrf, organisation, formTargets } = interaction;
  const options = await findCreationOptions(services, session);
  if (options === null) return proceed(services, context, interaction);
  const hidden = (
    <>
      <Csrf token={csrf} />
      <NamedSession csrf={csrf} session={session} />
    </>
  );
  const path = pagePath(request, 'offer-passkey');
  const hasErrors = error !== null;
  const page = { title: passkeyOfferText.title, organisation, formTargets, hasErrors, hasScript: true };
  return renderPage(
    context,
    { ...page, status: hasErrors ? 422 : 200 },
    <>
      <ErrorSummary errors={error === null ? [] : [{ field: null, text: error }]} />
      <SignedInAs name={await findName(services, session)} />
      <p>{passkeyOfferText.text}</p>
      <p className="hint">{passkeyOfferText.shared}</p>
      <PasskeyForm action={path} asks="create" options={options} label={passkeyText.add}>
        {hidden}
        <input type="hidden" name="do" value="add" />
      </PasskeyForm>
      <form method="post" action={path}>
        {hidden}
        <button className="second">{passkeyOfferText.notNow}</button>
      </form>
      <p className="hint">{passkeyOfferText.later}</p>
    </>,
  );
}
