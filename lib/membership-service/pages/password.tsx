/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import { consumePasswordLink, findPasswordLink, makeResetMail } from '../accounts/password-links';
import { PasswordError, passwordLength, requireGoodPassword, setPassword } from '../accounts/passwords';
import type { Person } from '../accounts/people';
import { parseOrganisation } from '../oauth/organisation-id';
import type { OAuthOptions } from '../oauth/options';
import { readForm } from '../oauth/parameters';
import { findLatestRequest } from '../oauth/pending-requests';
import { readCookie } from './cookies';
import { Csrf, ErrorSummary, Field, inMinutes, type FormError } from './form-parts';
import { renderPage } from './frame';
import { findOrganisationLook } from './organisation-look';
import { PageProblem } from './problem';
import { pagePath } from './proceed';
import { sendLater } from './send-later';
import { countMail } from './sign-in-limits';
import { requireForm, requireOwnOrigin, requireVisit, type Visit } from './visit';

/** The page that asks where to send a link for a new password. */
export async function showForgotten(options: OAuthOptions, context: Context) {
  return renderForgotten(context, await requireVisit(options, context), []);
}

/** Mails a link to set a password; says the same for an address that nobody has. */
export async function requestPasswordLink(options: OAuthOptions, context: Context) {
  const visit = await requireVisit(options, context);
  const form = await requireForm(options, context, visit.csrf);
  const email = (form.get('email') ?? '').trim();
  if (email === '')
    return renderForgotten(context, visit, [{ field: 'email', text: 'Enter your e-mail address.' }], 422);
  const { store, baseUrl, mailer, clock } = options;
  const { organisationId } = visit.request;
  const waitSeconds = await countMail(options, context, { organisationId, email });
  if (waitSeconds > 0) {
    context.header('Retry-After', String(waitSeconds));
    const text = `Too many mails were asked for. Try again ${inMinutes(waitSeconds)}.`;
    return renderForgotten(context, visit, [{ field: null, text }], 429);
  }
  // After the answer: for a known address there is more to do.
  setImmediate(() => {
    makeResetMail({ store, baseUrl, mailer, now: clock() }, { organisationId, email })
      .then((mail) => sendLater(options, mail))
      .catch(options.logError);
  });
  return renderPage(
    context,
    { title: 'Look into your mail', organisation: visit.organisation },
    <>
      <p>
        If the address is one of a member, a link to choose a new password is on its way to it. It works for
        one hour.
      </p>
      <p class="links">
        <a href={pagePath(visit.request, 'sign-in')}>Back to sign in</a>
      </p>
    </>,
  );
}

/** The page of a mailed link, which asks for the new password. */
export async function showSetPassword(options: OAuthOptions, context: Context) {
  const token = context.req.query('token') ?? '';
  return renderSetPassword(options, context, {
    ...(await requireLink(options, context, token)),
    token,
    errors: [],
  });
}

/** Sets the password and uses the link up. */
export async function submitPassword(options: OAuthOptions, context: Context) {
  requireOwnOrigin(options, context);
  const form = await readForm(context);
  const token = form.get('token') ?? '';
  const password = form.get('password') ?? '';
  const { organisationId, person } = await requireLink(options, context, token);
  try {
    requireGoodPassword(password, person.email);
  } catch (error) {
    if (!(error instanceof PasswordError)) throw error;
    const errors = [{ field: 'password', text: `${error.message}.` }];
    return renderSetPassword(options, context, { organisationId, person, token, errors });
  }
  const { store, clock } = options;
  const link = await consumePasswordLink(store, { organisationId, token, now: clock() });
  if (link === null) throw new PageProblem(400, 'link');
  await setPassword(store, { organisationId, personId: link.personId, password }, clock());
  return renderDone(options, context, organisationId);
}

async function requireLink({ store, clock }: OAuthOptions, context: Context, token: string) {
  const organisationId = parseOrganisation(context.req.param('organisation') ?? '');
  const person =
    organisationId === null ? null : await findPasswordLink(store, { organisationId, token, now: clock() });
  if (organisationId === null || person === null) throw new PageProblem(400, 'link');
  return { organisationId, person };
}

async function renderSetPassword(
  { store }: OAuthOptions,
  context: Context,
  shown: { organisationId: number; person: Person; token: string; errors: FormError[] },
) {
  const { organisationId, person, token, errors } = shown;
  const hasErrors = errors.length > 0;
  const organisation = await findOrganisationLook(store, organisationId);
  return renderPage(
    context,
    { title: 'Choose a password', organisation, hasErrors, status: hasErrors ? 422 : 200 },
    <>
      <ErrorSummary errors={errors} />
      <p>
        for <strong>{person.name}</strong>
      </p>
      <form method="post" action={`/auth/organisation/${organisationId}/set-password`} novalidate>
        <input type="hidden" name="token" value={token} />
        {/* Lets a password manager know whose it is. */}
        <input type="email" name="username" value={person.email} autocomplete="username" readonly hidden />
        <Field
          name="password"
          label="New password"
          type="password"
          autocomplete="new-password"
          hint={`At least ${passwordLength.least} characters. Several words are easy to remember.`}
          errors={errors}
        />
        <button>Save the password</button>
      </form>
    </>,
  );
}

/** Goes on with the sign-in that this browser has under way, if it has one. */
async function renderDone({ store, clock, baseUrl }: OAuthOptions, context: Context, organisationId: number) {
  const visit = readCookie(context, baseUrl, 'visit');
  const request = visit === null ? null : await findLatestRequest(store, { organisationId, visit }, clock());
  return renderPage(
    context,
    { title: 'Your password is saved', organisation: await findOrganisationLook(store, organisationId) },
    request === null ? (
      <p>
        You can now sign in with it on your association’s sites. Wherever you were signed in before, you are
        not any more.
      </p>
    ) : (
      <p>
        <a href={pagePath(request, 'sign-in')}>Go on and sign in with it</a>
      </p>
    ),
  );
}

function renderForgotten(context: Context, visit: Visit, errors: FormError[], status: 200 | 422 | 429 = 200) {
  const { request, organisation, csrf } = visit;
  return renderPage(
    context,
    { title: 'Choose a new password', organisation, status, hasErrors: errors.length > 0 },
    <>
      <ErrorSummary errors={errors} />
      <p>We send you a link with which you choose a new password, or your first one.</p>
      <form method="post" action={pagePath(request, 'forgotten')} novalidate>
        <Csrf token={csrf} />
        <Field name="email" label="E-mail" type="email" autocomplete="username" errors={errors} />
        <button>Send the link</button>
      </form>
      <p class="links">
        <a href={pagePath(request, 'sign-in')}>Back to sign in</a>
      </p>
    </>,
  );
}
