import type { Context } from 'hono';
import { say, sayAround } from '@/lib/messages/say';
import { codeText, serviceText } from '@/lib/messages/sign-in';
import {
  checkSignInCode,
  makeSignInCode,
  readSignInCode,
  signInCodeMinutes,
} from '@/lib/sign-in/accounts/sign-in-codes';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { finishSignIn } from './finish-sign-in';
import { keepTypedEmail, readTypedEmail } from './cookies';
import {
  Csrf,
  Emphasised,
  ErrorSummary,
  Field,
  isSharedComputerForm,
  SharedComputer,
  toMinutes,
  type FormError,
} from './form-parts';
import { renderPage } from './frame';
import { HasPasskeys, hasPasskeys } from './passkey-parts';
import { pagePath } from './proceed';
import { sendLater } from './send-later';
import { countEntry, countMail, forgetEntry } from './sign-in-limits';
import { requireForm, requireInteraction, type Interaction } from './interaction';

interface Shown {
  email?: string;
  isShared?: boolean;
  errors?: FormError[];
  status?: 200 | 422 | 429;
}

/** The page that asks where to send a code. */
export async function showCodeRequest(services: OAuthServices, context: Context) {
  return renderRequest(services, context, await requireInteraction(services, context));
}

export async function requestCode(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const form = await requireForm(services, context, interaction.csrf);
  const email = (form.get('email') ?? '').trim();
  if (email === '') {
    const errors = [{ field: 'email', text: serviceText.emailMissing }];
    return renderRequest(services, context, interaction, { errors, status: 422 });
  }
  keepTypedEmail(context, services.baseUrl, email);
  return requestCodeFor(services, context, interaction, { email, isShared: isSharedComputerForm(form) });
}

/** Without an address, asks for it. The response is the same whether or not anybody has the address. */
export async function requestCodeFor(
  services: OAuthServices,
  context: Context,
  interaction: Interaction,
  { email: typed, isShared }: { email: string; isShared: boolean },
) {
  const { organisationId, handle } = interaction.request;
  const email = typed.trim();
  if (email === '') return context.redirect(pagePath(interaction.request, 'code'), 303);
  const waitSeconds = await countMail(services, context, { kind: 'code', organisationId, email });
  if (waitSeconds > 0) {
    context.header('Retry-After', String(waitSeconds));
    const text = say(serviceText.tooManyCodes, { minutes: toMinutes(waitSeconds) });
    return renderRequest(services, context, interaction, {
      email,
      errors: [{ field: null, text }],
      status: 429,
    });
  }
  const { store, clock } = services;
  sendLater(services, () => makeSignInCode(store, { organisationId, handle, email }, clock()));
  const shared = isShared ? '&shared=yes' : '';
  return context.redirect(pagePath(interaction.request, 'enter-code') + shared, 303);
}

export async function showCodeEntry(services: OAuthServices, context: Context) {
  const isShared = context.req.query('shared') === 'yes';
  return renderEntry(services, context, await requireInteraction(services, context), { isShared });
}

export async function enterCode(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const form = await requireForm(services, context, interaction.csrf);
  const code = readSignInCode(form.get('code') ?? '');
  const isShared = isSharedComputerForm(form);
  const wrong = (text: string) =>
    renderEntry(services, context, interaction, { isShared, errors: [{ field: 'code', text }], status: 422 });
  if (code === null) return wrong(codeText.malformed);
  const { organisationId, handle } = interaction.request;
  const waitSeconds = await countEntry(services, context, 'code-entry');
  if (waitSeconds > 0) {
    context.header('Retry-After', String(waitSeconds));
    const text = say(serviceText.tooManyAttempts, { minutes: toMinutes(waitSeconds) });
    const errors = [{ field: null, text }];
    return renderEntry(services, context, interaction, { isShared, errors, status: 429 });
  }
  const proof = await checkSignInCode(services.store, { organisationId, handle, code }, services.clock());
  if (proof.people.length === 0) return wrong(codeText.wrong);
  await forgetEntry(services, context, 'code-entry');
  return finishSignIn(services, context, { interaction, proof, hasPasskeys: hasPasskeys(form), isShared });
}

function renderRequest(
  { baseUrl }: OAuthServices,
  context: Context,
  { request, organisation, formTargets, csrf, sendsMail }: Interaction,
  { email = readTypedEmail(context, baseUrl), errors = [], status = 200 }: Shown = {},
) {
  return renderPage(
    context,
    { title: codeText.requestTitle, organisation, formTargets, status, hasErrors: errors.length > 0 },
    <>
      <ErrorSummary errors={errors} />
      <p>{sendsMail ? codeText.requestText : serviceText.noMail}</p>
      <form method="post" action={pagePath(request, 'code')} noValidate>
        <Csrf token={csrf} />
        <Field
          name="email"
          label={serviceText.email}
          type="email"
          autocomplete="username"
          value={email}
          errors={errors}
          hasFocus={errors.length === 0}
        />
        <button>{codeText.send}</button>
      </form>
      <p className="links">
        <a href={pagePath(request, 'sign-in')}>{codeText.usePassword}</a>
      </p>
    </>,
  );
}

function renderEntry(
  { baseUrl }: OAuthServices,
  context: Context,
  { request, organisation, formTargets, csrf, sendsMail }: Interaction,
  { isShared = false, errors = [], status = 200 }: Shown,
) {
  const hasErrors = errors.length > 0;
  const email = readTypedEmail(context, baseUrl);
  return renderPage(
    context,
    { title: codeText.enterTitle, organisation, formTargets, status, hasErrors, hasScript: true },
    <>
      <ErrorSummary errors={errors} />
      <p>
        {!sendsMail || email === '' ? (
          say(sendsMail ? codeText.enterText : serviceText.noMail, { minutes: signInCodeMinutes })
        ) : (
          <Emphasised {...sayAround(codeText.enterTextTo, { email, minutes: signInCodeMinutes })} />
        )}
      </p>
      <form method="post" action={pagePath(request, 'enter-code')} noValidate>
        <Csrf token={csrf} />
        <HasPasskeys />
        <Field
          name="code"
          label={codeText.code}
          type="text"
          autocomplete="one-time-code"
          errors={errors}
          isCode
          hasFocus={!hasErrors}
        />
        <SharedComputer isTicked={isShared} />
        <button>{serviceText.signIn}</button>
      </form>
      <p className="links">
        <a href={pagePath(request, 'code')}>{codeText.sendAnother}</a>
        <a href={pagePath(request, 'sign-in')}>{codeText.usePassword}</a>
      </p>
    </>,
  );
}
