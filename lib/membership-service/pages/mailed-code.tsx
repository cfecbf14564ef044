import type { Context } from 'hono';
import { say } from '@/lib/messages/say';
import { codeText, serviceText } from '@/lib/messages/service-sign-in';
import { checkSignInCode, makeSignInCode, signInCodeMinutes } from '@/lib/membership-accounts/sign-in-codes';
import type { OAuthOptions } from '../oauth/options';
import { finishSignIn } from './finish-sign-in';
import { Csrf, ErrorSummary, Field, toMinutes, type FormError } from './form-parts';
import { renderPage } from './frame';
import { pagePath } from './proceed';
import { sendLater } from './send-later';
import { countCodeEntry, countMail, forgetCodeEntry } from './sign-in-limits';
import { requireForm, requireInteraction, type Interaction } from './interaction';

type Status = 200 | 422 | 429;

/** The page that asks where to send a code. */
export async function showCodeRequest(options: OAuthOptions, context: Context) {
  return renderRequest(context, await requireInteraction(options, context), []);
}

/** Sends a code and asks for it. Responds in the same way if nobody has the address. */
export async function requestCode(options: OAuthOptions, context: Context) {
  const interaction = await requireInteraction(options, context);
  const form = await requireForm(options, context, interaction.csrf);
  const email = (form.get('email') ?? '').trim();
  if (email === '')
    return renderRequest(context, interaction, [{ field: 'email', text: serviceText.emailMissing }], 422);
  const { organisationId, handle } = interaction.request;
  const waitSeconds = await countMail(options, context, { kind: 'code', organisationId, email });
  if (waitSeconds > 0) {
    context.header('Retry-After', String(waitSeconds));
    const text = say(serviceText.tooManyCodes, { minutes: toMinutes(waitSeconds) });
    return renderRequest(context, interaction, [{ field: null, text }], 429);
  }
  const { store, clock } = options;
  sendLater(options, () => makeSignInCode(store, { organisationId, handle, email }, clock()));
  return context.redirect(pagePath(interaction.request, 'enter-code'), 303);
}

/** The page that asks for the six digits. */
export async function showCodeEntry(options: OAuthOptions, context: Context) {
  return renderEntry(context, await requireInteraction(options, context), []);
}

export async function enterCode(options: OAuthOptions, context: Context) {
  const interaction = await requireInteraction(options, context);
  const form = await requireForm(options, context, interaction.csrf);
  const { organisationId, handle } = interaction.request;
  const waitSeconds = await countCodeEntry(options, context);
  if (waitSeconds > 0) {
    context.header('Retry-After', String(waitSeconds));
    const text = say(serviceText.tooManyAttempts, { minutes: toMinutes(waitSeconds) });
    return renderEntry(context, interaction, [{ field: null, text }], 429);
  }
  const code = form.get('code') ?? '';
  const proof = await checkSignInCode(options.store, { organisationId, handle, code }, options.clock());
  if (proof.people.length === 0) {
    return renderEntry(context, interaction, [{ field: 'code', text: codeText.wrong }], 422);
  }
  await forgetCodeEntry(options, context);
  return finishSignIn(options, context, { interaction, proof });
}

function renderRequest(
  context: Context,
  interaction: Interaction,
  errors: FormError[],
  status: Status = 200,
) {
  const { request, organisation, formTargets, csrf } = interaction;
  return renderPage(
    context,
    { title: codeText.requestTitle, organisation, formTargets, status, hasErrors: errors.length > 0 },
    <>
      <ErrorSummary errors={errors} />
      <p>{codeText.requestText}</p>
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
  const { request, organisation, formTargets, csrf } = interaction;
  return renderPage(
    context,
    { title: codeText.enterTitle, organisation, formTargets, status, hasErrors: errors.length > 0 },
    <>
      <ErrorSummary errors={errors} />
      <p>{say(codeText.enterText, { minutes: signInCodeMinutes })}</p>
      <form method="post" action={pagePath(request, 'enter-code')} noValidate>
        <Csrf token={csrf} />
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
