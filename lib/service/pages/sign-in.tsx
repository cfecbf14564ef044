import type { Context } from 'hono';
import { say } from '@/lib/messages/say';
import { codeText, passkeyText, serviceText } from '@/lib/messages/sign-in';
import { checkPasskey } from '@/lib/sign-in/accounts/check-passkey';
import { makeChallenge } from '@/lib/sign-in/accounts/passkey-challenges';
import { assertedSchema, readResponse, signInOptions } from '@/lib/sign-in/accounts/passkey-options';
import { verifyPassword } from '@/lib/sign-in/accounts/passwords';
import { noProof, type Proof } from '@/lib/sign-in/accounts/proof';
import { findRelyingParty } from '@/lib/sign-in/accounts/relying-party';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import type { PendingRequest } from '@/lib/sign-in/oauth/pending-requests';
import { mailAboutPasskeys } from './add-passkey';
import { finishSignIn } from './finish-sign-in';
import { keepTypedEmail, readTypedEmail } from './cookies';
import {
  Csrf,
  ErrorSummary,
  Field,
  GoingOnTo,
  isSharedComputerForm,
  SharedComputer,
  toMinutes,
  type FormError,
} from './form-parts';
import { renderPage } from './frame';
import { requestCodeFor } from './mailed-code';
import { HasPasskeys, hasPasskeys, PasskeyForm } from './passkey-parts';
import { pagePath } from './proceed';
import { countAttempt, countEntry, forgetAttempt, forgetEntry } from './sign-in-limits';
import { requireForm, requireInteraction, type Interaction } from './interaction';

export async function showSignIn(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const { purpose } = interaction.request;
  const hint = purpose.clientId === null ? null : purpose.authorize.loginHint;
  // Only an email address is filled in: an ID means nothing to the person.
  const email = readTypedEmail(context, services.baseUrl) || (hint?.includes('@') ? hint : '');
  return renderSignIn(services, context, interaction, { email });
}

/** The response to a wrong password is the same whether or not the email address is known. */
export async function signIn(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const form = await requireForm(services, context, interaction.csrf);
  const [email, password] = [form.get('email') ?? '', form.get('password') ?? ''];
  const isShared = isSharedComputerForm(form);
  keepTypedEmail(context, services.baseUrl, email.trim());
  if (form.get('then') === 'forgotten')
    return context.redirect(pagePath(interaction.request, 'forgotten'), 303);
  if (form.get('then') === 'code') return requestCodeFor(services, context, interaction, { email, isShared });
  const errors = missing(email, password);
  if (errors.length > 0)
    return renderSignIn(services, context, interaction, { email, isShared, errors, status: 422 });
  const { organisationId } = interaction.request;
  const attempt = { organisationId, email };
  const waitSeconds = await countAttempt(services, context, attempt);
  if (waitSeconds > 0) {
    context.header('Retry-After', String(waitSeconds));
    const text = say(serviceText.tooManySignIns, { minutes: toMinutes(waitSeconds) });
    return renderSignIn(services, context, interaction, {
      email,
      isShared,
      errors: [{ field: null, text }],
      status: 429,
    });
  }
  const proof = await verifyPassword(services.store, { organisationId, email, password });
  if (proof.people.length === 0) {
    const wrong = { field: 'email', text: serviceText.wrong };
    return renderSignIn(services, context, interaction, { email, isShared, errors: [wrong], status: 422 });
  }
  await forgetAttempt(services, context, attempt);
  return finishSignIn(services, context, { interaction, proof, hasPasskeys: hasPasskeys(form), isShared });
}

/** An unknown passkey and a wrong signature get the same response. */
export async function signInWithPasskey(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const form = await requireForm(services, context, interaction.csrf);
  const waitSeconds = await countEntry(services, context, 'passkey-entry');
  if (waitSeconds > 0) {
    context.header('Retry-After', String(waitSeconds));
    const text = say(serviceText.tooManyAttempts, { minutes: toMinutes(waitSeconds) });
    return renderSignIn(services, context, interaction, { errors: [{ field: null, text }], status: 429 });
  }
  const proof = await readPasskeyProof(services, interaction.request, form);
  if (proof.people.length === 0) {
    const wrong = { field: null, text: passkeyText.wrong };
    return renderSignIn(services, context, interaction, { errors: [wrong], status: 422 });
  }
  await forgetEntry(services, context, 'passkey-entry');
  return finishSignIn(services, context, { interaction, proof, hasPasskeys: false, isShared: false });
}

async function readPasskeyProof(
  services: OAuthServices,
  { handle, organisationId }: PendingRequest,
  form: URLSearchParams,
): Promise<Proof> {
  const { store, baseUrl, clock } = services;
  const party = findRelyingParty(baseUrl);
  const asserted = readResponse(assertedSchema, form.get('response') ?? '');
  if (party === null || asserted === null) return noProof;
  return checkPasskey(
    store,
    { organisationId, asserted },
    {
      party,
      of: { handle },
      now: clock(),
      onRefused: ({ personId, name }) =>
        mailAboutPasskeys(services, { organisationId, personId }, { kind: 'refused', names: [name] }),
    },
  );
}

interface Shown {
  email?: string;
  isShared?: boolean;
  errors?: FormError[];
  status?: 200 | 422 | 429;
}

async function renderSignIn(
  services: OAuthServices,
  context: Context,
  interaction: Interaction,
  { email = '', isShared = false, errors = [], status = 200 }: Shown,
) {
  const { client, organisation, formTargets, request } = interaction;
  const hasErrors = errors.length > 0;
  const { store, baseUrl, clock } = services;
  const party = findRelyingParty(baseUrl);
  const challenge =
    party === null ? null : await makeChallenge(store.auth, { handle: request.handle }, clock());
  return renderPage(
    context,
    { title: serviceText.signIn, organisation, formTargets, status, hasErrors, hasScript: party !== null },
    <>
      <ErrorSummary errors={errors} />
      {client !== null && <GoingOnTo client={client.name} />}
      <form id="sign-in" method="post" action={pagePath(request, 'sign-in')} noValidate>
        <Csrf token={interaction.csrf} />
        <HasPasskeys />
        <Field
          name="email"
          label={serviceText.email}
          type="email"
          autocomplete={party === null ? 'username' : 'username webauthn'}
          value={email}
          errors={errors}
          hasFocus={!hasErrors && email === ''}
        />
        <Field
          name="password"
          label={serviceText.password}
          type="password"
          autocomplete="current-password"
          errors={errors}
          hasFocus={!hasErrors && email !== ''}
        />
        <SharedComputer isTicked={isShared} />
        <button>{serviceText.signIn}</button>
      </form>
      <p className="or">{serviceText.or}</p>
      {party !== null && challenge !== null && (
        <PasskeyForm
          action={pagePath(request, 'passkey')}
          asks="get"
          options={signInOptions(party, challenge)}
          label={passkeyText.use}
          isSecond
        >
          <Csrf token={interaction.csrf} />
        </PasskeyForm>
      )}
      {/* These buttons belong to the form above, so that the email address need not be typed again. */}
      <button form="sign-in" name="then" value="code" className="second">
        {codeText.requestTitle}
      </button>
      <p className="links">
        <button form="sign-in" name="then" value="forgotten" className="plain">
          {serviceText.forgotten}
        </button>
      </p>
      {client !== null && (
        <form method="post" action={pagePath(request, 'deny')}>
          <Csrf token={interaction.csrf} />
          <button className="plain">{serviceText.cancel}</button>
        </form>
      )}
    </>,
  );
}

function missing(email: string, password: string): FormError[] {
  const errors: FormError[] = [];
  if (email.trim() === '') errors.push({ field: 'email', text: serviceText.emailMissing });
  if (password === '') errors.push({ field: 'password', text: serviceText.passwordMissing });
  return errors;
}
