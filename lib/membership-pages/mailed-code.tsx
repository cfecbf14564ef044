import type { Context } from 'hono';
import { say } from '@/lib/messages/say';
import { codeText, serviceText } from '@/lib/messages/service-sign-in';
import {
  checkSignInCode,
  makeSignInCode,
  readSignInCode,
  signInCodeMinutes,
} from '@/lib/membership-accounts/sign-in-codes';
import type { OAuthServices } from '@/lib/membership-oauth/oauth-services';
import { finishSignIn } from './finish-sign-in';
import { Csrf, ErrorSummary, Field, toMinutes, type FormError } from './form-parts';
import { renderPage } from './frame';
import { HasPasskeys, hasPasskeys } from './passkey-parts';
import { pagePath } from './proceed';
import { sendLater } from './send-later';
import { countEntry, countMail, forgetEntry } from './sign-in-limits';
import { requireForm, requireInteraction, type Interaction } from './interaction';

type Status = 200 | 422 | 429;

/** The page that asks where to send a code. */
export async function showCodeRequest(services: OAuthServices, context: Context) {
  return renderRequest(context, await requireInteraction(services, context), []);
}

/** The response is the same whether or not anybody has the address. */
export async function requestCode(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const form = await requireForm(services, context, interaction.csrf);
  const email = (form.get('email') ?? '').trim();
  if (email === '')
    return renderRequest(context, interaction, [{ field: 'email', text: serviceText.emailMissing }], 422);
  const { organisationId, handle } = interaction.request;
  const waitSeconds = await countMail(services, context, { kind: 'code', organisationId, email });
  if (waitSeconds > 0) {
    context.header('Retry-After', String(waitSeconds));
    const text = say(serviceText.tooManyCodes, { minutes: toMinutes(waitSeconds) });
    return renderRequest(context, interaction, [{ field: null, text }], 429);
  }
  const { store, clock } = services;
  sendLater(services, () => makeSignInCode(store, { organisationId, handle, email }, clock()));
  return context.redirect(pagePath(interaction.request, 'enter-code'), 303);
}

export async function showCodeEntry(services: OAuthServices, context: Context) {
  return renderEntry(context, await requireInteraction(services, context), []);
}

export async function enterCode(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const form = await requireForm(services, context, interaction.csrf);
  const code = readSignInCode(form.get('code') ?? '');
  if (code === null)
    return renderEntry(context, interaction, [{ field: 'code', text: codeText.malformed }], 422);
  const { organisationId, handle } = interaction.request;
  const waitSeconds = await countEntry(services, context, 'code-entry');
  if (waitSeconds > 0) {
    context.header('Retry-After', String(waitSeconds));
    const text = say(serviceText.tooManyAttempts, { minutes: toMinutes(waitSeconds) });
    return renderEntry(context, interaction, [{ field: null, text }], 429);
  }
  const proof = await checkSignInCode(services.store, { organisationId, handle, code }, services.clock());
  if (proof.people.length === 0) {
    return renderEntry(context, interaction, [{ field: 'code', text: codeText.wrong }], 422);
  }
  await forgetEntry(services, context, 'code-entry');
  return finishSignIn(services, context, { interaction, proof, hasPasskeys: hasPasskeys(form) });
}

function renderRequest(
  context: Context,
  interaction: Interaction,
  errors: FormError[],
  status: Status = 200,
) {
  const { request, organisation, formTargets, csrf, sendsMail } = interaction;
  return renderPage(
    context,
    { title: codeText.requestTitle, organisation, formTargets, status, hasErrors: errors.length > 0 },
    <>
      <ErrorSummary errors={errors} />
      <p>{sendsMail ? codeText.requestText : serviceText.noMail}</p>
      <form method="post" action={pagePath(request, 'code')} noValidate>
        <Csrf token={csrf} />
        <Field name="email" label={serviceText.email} type="email" autocomplete="username" errors={errors} />
        <button>{codeText.send}</button>
      </form>
      <p className="links">
        <a href={pagePath(request, 'sign-in')}>{codeText.usePassword}</a>
      </p>
    </>,
  );
}

function renderEntry(context: Context, interaction: Interaction, errors: FormError[], status: Status = 200) {
  const { request, organisation, formTargets, csrf, sendsMail } = interaction;
  const hasErrors = errors.length > 0;
  return renderPage(
    context,
    { title: codeText.enterTitle, organisation, formTargets, status, hasErrors, hasScript: true },
    <>
      <ErrorSummary errors={errors} />
      <p>{say(sendsMail ? codeText.enterText : serviceText.noMail, { minutes: signInCodeMinutes })}</p>
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
        />
        <button>{serviceText.signIn}</button>
      </form>
      <p className="links">
        <a href={pagePath(request, 'code')}>{codeText.sendAnother}</a>
        <a href={pagePath(request, 'sign-in')}>{codeText.usePassword}</a>
      </p>
    </>,
  );
}
