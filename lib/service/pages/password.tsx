import type { Context } from 'hono';
import { say, sayAround } from '@/lib/messages/say';
import { passwordText, serviceText } from '@/lib/messages/sign-in';
import { consumePasswordLink, findPasswordLink, makeResetMail } from '@/lib/sign-in/accounts/password-links';
import {
  PasswordError,
  passwordLength,
  requireGoodPassword,
  setPassword,
} from '@/lib/sign-in/accounts/passwords';
import type { Person } from '@/lib/sign-in/accounts/people';
import { parseOrganisation } from '@/lib/sign-in/oauth/organisation-id';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { readForm } from '@/lib/sign-in/oauth/parameters';
import { findLatestRequest } from '@/lib/sign-in/oauth/pending-requests';
import { keepTypedEmail, readCookie, readTypedEmail } from './cookies';
import { Csrf, Emphasised, ErrorSummary, Field, toMinutes, type FormError } from './form-parts';
import { renderPage } from './frame';
import { rememberDevice } from './known-device';
import { findBranding } from './branding';
import { PageProblem } from './problem';
import { pagePath } from './proceed';
import { sendLater } from './send-later';
import { countMail } from './sign-in-limits';
import { findVisitor, startSignIn } from './visitor';
import { requireForm, requireOwnOrigin, requireInteraction, type Interaction } from './interaction';

/** Password managers lead to this page too, outside any sign-in. */
export async function showForgotten(services: OAuthServices, context: Context) {
  if (context.req.query('request') === undefined) {
    const visitor = await findVisitor(services, context, 'forgotten');
    const start = { ...visitor, path: '/account' };
    return context.redirect(await startSignIn(services, context, start, 'forgotten'), 303);
  }
  return renderForgotten(services, context, await requireInteraction(services, context), []);
}

/** Emails a link to set a password. The response is the same whether or not anybody has the address. */
export async function requestPasswordLink(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const form = await requireForm(services, context, interaction.csrf);
  const email = (form.get('email') ?? '').trim();
  if (email === '')
    return renderForgotten(
      services,
      context,
      interaction,
      [{ field: 'email', text: serviceText.emailMissing }],
      422,
    );
  const { store, baseUrl, mailer, clock } = services;
  const { organisationId } = interaction.request;
  keepTypedEmail(context, baseUrl, email);
  const waitSeconds = await countMail(services, context, { kind: 'link', organisationId, email });
  if (waitSeconds > 0) {
    context.header('Retry-After', String(waitSeconds));
    const text = say(serviceText.tooManyLinks, { minutes: toMinutes(waitSeconds) });
    return renderForgotten(services, context, interaction, [{ field: null, text }], 429);
  }
  sendLater(services, () =>
    makeResetMail({ store, baseUrl, mailer, now: clock() }, { organisationId, email }),
  );
  return renderPage(
    context,
    {
      title: interaction.sendsMail ? passwordText.sentTitle : passwordText.requestTitle,
      organisation: interaction.organisation,
    },
    <>
      <p>
        {interaction.sendsMail ? (
          <Emphasised {...sayAround(passwordText.sentText, { email })} />
        ) : (
          serviceText.noMail
        )}
      </p>
      <p className="links">
        <a href={pagePath(interaction.request, 'sign-in')}>{passwordText.back}</a>
      </p>
    </>,
  );
}

/** The page behind an emailed link, which asks for the new password. */
export async function showSetPassword(services: OAuthServices, context: Context) {
  const token = context.req.query('token') ?? '';
  return renderSetPassword(services, context, {
    ...(await requireLink(services, context, token)),
    token,
    errors: [],
  });
}

/** Sets the password and uses up the link. */
export async function submitPassword(services: OAuthServices, context: Context) {
  requireOwnOrigin(services, context);
  const form = await readForm(context);
  const token = form.get('token') ?? '';
  const password = form.get('password') ?? '';
  const { organisationId, person } = await requireLink(services, context, token);
  try {
    requireGoodPassword(password, person.email);
  } catch (error) {
    if (!(error instanceof PasswordError)) throw error;
    const errors = [{ field: 'password', text: say(passwordText.refused, { reason: error.message }) }];
    return renderSetPassword(services, context, { organisationId, person, token, errors });
  }
  const { store, clock } = services;
  const now = clock();
  const isSaved = await setPassword(
    store,
    {
      organisationId,
      personId: person.id,
      password,
      consume: (transaction) => consumePasswordLink(transaction, { organisationId, token, now }),
    },
    now,
  );
  if (!isSaved) throw new PageProblem(400, 'link');
  rememberDevice(services, context, { organisationId, email: person.email });
  return renderDone(services, context, organisationId);
}

async function requireLink({ store, clock }: OAuthServices, context: Context, token: string) {
  const organisationId = parseOrganisation(context.req.param('organisation') ?? '');
  const person =
    organisationId === null ? null : await findPasswordLink(store, { organisationId, token, now: clock() });
  if (organisationId === null || person === null) throw new PageProblem(400, 'link');
  return { organisationId, person };
}

async function renderSetPassword(
  { store }: OAuthServices,
  context: Context,
  shown: { organisationId: number; person: Person; token: string; errors: FormError[] },
) {
  const { organisationId, person, token, errors } = shown;
  const hasErrors = errors.length > 0;
  const organisation = await findBranding(store, organisationId);
  return renderPage(
    context,
    { title: passwordText.title, organisation, hasErrors, status: hasErrors ? 422 : 200 },
    <>
      <ErrorSummary errors={errors} />
      <p>
        <Emphasised {...sayAround(passwordText.person, { name: person.name })} />
      </p>
      <form method="post" action={`/auth/organisation/${organisationId}/set-password`} noValidate>
        <input type="hidden" name="token" value={token} />
        {/* This field tells a password manager which account the password is for. */}
        <input
          type="email"
          name="username"
          defaultValue={person.email}
          autoComplete="username"
          readOnly
          hidden
        />
        <Field
          name="password"
          label={passwordText.password}
          type="password"
          autocomplete="new-password"
          hint={say(passwordText.hint, { least: passwordLength.least })}
          errors={errors}
        />
        <button>{passwordText.save}</button>
      </form>
    </>,
  );
}

/** Continues the sign-in in progress in this browser, if there is one. */
async function renderDone(
  { store, clock, baseUrl }: OAuthServices,
  context: Context,
  organisationId: number,
) {
  const interaction = readCookie(context, baseUrl, 'visit');
  const request =
    interaction === null ? null : await findLatestRequest(store, { organisationId, interaction }, clock());
  return renderPage(
    context,
    { title: passwordText.savedTitle, organisation: await findBranding(store, organisationId) },
    request === null ? (
      <p>{passwordText.savedText}</p>
    ) : (
      <p>
        <a href={pagePath(request, 'sign-in')}>{passwordText.goOn}</a>
      </p>
    ),
  );
}

function renderForgotten(
  { baseUrl }: OAuthServices,
  context: Context,
  interaction: Interaction,
  errors: FormError[],
  status: 200 | 422 | 429 = 200,
) {
  const { request, organisation, csrf, sendsMail } = interaction;
  return renderPage(
    context,
    { title: passwordText.requestTitle, organisation, status, hasErrors: errors.length > 0 },
    <>
      <ErrorSummary errors={errors} />
      <p>{sendsMail ? passwordText.requestText : serviceText.noMail}</p>
      <form method="post" action={pagePath(request, 'forgotten')} noValidate>
        <Csrf token={csrf} />
        <Field
          name="email"
          label={serviceText.email}
          type="email"
          autocomplete="username"
          value={readTypedEmail(context, baseUrl)}
          errors={errors}
          hasFocus={errors.length === 0}
        />
        <button>{passwordText.send}</button>
      </form>
      <p className="links">
        <a href={pagePath(request, 'sign-in')}>{passwordText.back}</a>
      </p>
    </>,
  );
}
