/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import { consumeSignInCode, makeSignInCode, signInCodeMinutes } from '../accounts/sign-in-codes';
import type { OAuthOptions } from '../oauth/options';
import { finishSignIn } from './finish-sign-in';
import { Csrf, ErrorSummary, Field, inMinutes, type FormError } from './form-parts';
import { renderPage } from './frame';
import { pagePath } from './proceed';
import { sendLater } from './send-later';
import { countAttempt, countMail, forgetAttempt } from './sign-in-limits';
import { requireForm, requireVisit, type Visit } from './visit';

type Status = 200 | 422 | 429;

/** The page that asks where to send a code. */
export async function showCodeRequest(options: OAuthOptions, context: Context) {
  return renderRequest(context, await requireVisit(options, context), []);
}

/** Sends a code and asks for it: the same for an address that nobody has. */
export async function requestCode(options: OAuthOptions, context: Context) {
  const visit = await requireVisit(options, context);
  const form = await requireForm(options, context, visit.csrf);
  const email = (form.get('email') ?? '').trim();
  if (email === '')
    return renderRequest(context, visit, [{ field: 'email', text: 'Enter your e-mail address.' }], 422);
  const { organisationId, handle } = visit.request;
  const waitSeconds = await countMail(options, context, { organisationId, email });
  if (waitSeconds > 0) {
    context.header('Retry-After', String(waitSeconds));
    const text = `Too many mails were asked for. Try again ${inMinutes(waitSeconds)}.`;
    return renderRequest(context, visit, [{ field: null, text }], 429);
  }
  const mail = await makeSignInCode(options.store, { organisationId, handle, email }, options.clock());
  sendLater(options, mail);
  return context.redirect(pagePath(visit.request, 'enter-code'), 303);
}

/** The page that asks for the six digits. */
export async function showCodeEntry(options: OAuthOptions, context: Context) {
  return renderEntry(context, await requireVisit(options, context), []);
}

/** Signs in by a mailed code. */
export async function enterCode(options: OAuthOptions, context: Context) {
  const visit = await requireVisit(options, context);
  const form = await requireForm(options, context, visit.csrf);
  const { organisationId, handle } = visit.request;
  // Counted by sign-in under way: the e-mail is known to the store only, and the code itself allows five attempts.
  const attempt = { organisationId, email: handle };
  const waitSeconds = await countAttempt(options, context, attempt);
  if (waitSeconds > 0) {
    context.header('Retry-After', String(waitSeconds));
    const text = `There were too many attempts. Try again ${inMinutes(waitSeconds)}.`;
    return renderEntry(context, visit, [{ field: null, text }], 429);
  }
  const code = form.get('code') ?? '';
  const people = await consumeSignInCode(options.store, { organisationId, handle, code }, options.clock());
  if (people.length === 0) {
    const text = 'The code is wrong or too old. After five attempts it works no more: get a new one.';
    return renderEntry(context, visit, [{ field: 'code', text }], 422);
  }
  await forgetAttempt(options, context, attempt);
  return finishSignIn(options, context, { visit, people });
}

function renderRequest(context: Context, visit: Visit, errors: FormError[], status: Status = 200) {
  const { request, organisation, formTargets, csrf } = visit;
  return renderPage(
    context,
    { title: 'Get a code by e-mail', organisation, formTargets, status, hasErrors: errors.length > 0 },
    <>
      <ErrorSummary errors={errors} />
      <p>We send six digits to your e-mail address; with them you sign in without a password.</p>
      <form method="post" action={pagePath(request, 'code')} novalidate>
        <Csrf token={csrf} />
        <Field name="email" label="E-mail" type="email" autocomplete="username" errors={errors} />
        <button>Send the code</button>
      </form>
      <p class="links">
        <a href={pagePath(request, 'sign-in')}>Use a password</a>
      </p>
    </>,
  );
}

function renderEntry(context: Context, visit: Visit, errors: FormError[], status: Status = 200) {
  const { request, organisation, formTargets, csrf } = visit;
  return renderPage(
    context,
    { title: 'Enter the code', organisation, formTargets, status, hasErrors: errors.length > 0 },
    <>
      <ErrorSummary errors={errors} />
      <p>
        If the address is one of a member, six digits are on their way to it. They work for{' '}
        {signInCodeMinutes} minutes.
      </p>
      <form method="post" action={pagePath(request, 'enter-code')} novalidate>
        <Csrf token={csrf} />
        <Field name="code" label="Code" type="text" autocomplete="one-time-code" errors={errors} isCode />
        <button>Sign in</button>
      </form>
      <p class="links">
        <a href={pagePath(request, 'code')}>Send another code</a>
        <a href={pagePath(request, 'sign-in')}>Use a password</a>
      </p>
    </>,
  );
}
