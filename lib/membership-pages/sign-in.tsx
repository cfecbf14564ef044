import type { Context } from 'hono';
import { say } from '@/lib/messages/say';
import { codeText, serviceText } from '@/lib/messages/service-sign-in';
import { verifyPassword } from '@/lib/membership-accounts/passwords';
import type { OAuthServices } from '@/lib/membership-oauth/oauth-services';
import { finishSignIn } from './finish-sign-in';
import { Csrf, ErrorSummary, Field, GoingOnTo, toMinutes, type FormError } from './form-parts';
import { renderPage } from './frame';
import { pagePath } from './proceed';
import { countAttempt, forgetAttempt } from './sign-in-limits';
import { requireForm, requireInteraction, type Interaction } from './interaction';

/** The page that asks for an email address and password. */
export async function showSignIn(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const { purpose } = interaction.request;
  const hint = purpose.clientId === null ? null : purpose.authorize.loginHint;
  // An ID is not shown: it says nothing to the person.
  return renderSignIn(context, interaction, { email: hint?.includes('@') ? hint : '' });
}

/** Signs in with a password. The response to a wrong one is the same whether or not the email address is known. */
export async function signIn(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const form = await requireForm(services, context, interaction.csrf);
  const [email, password] = [form.get('email') ?? '', form.get('password') ?? ''];
  const errors = missing(email, password);
  if (errors.length > 0) return renderSignIn(context, interaction, { email, errors, status: 422 });
  const { organisationId } = interaction.request;
  const attempt = { organisationId, email };
  const waitSeconds = await countAttempt(services, context, attempt);
  if (waitSeconds > 0) {
    context.header('Retry-After', String(waitSeconds));
    const text = say(serviceText.tooManySignIns, { minutes: toMinutes(waitSeconds) });
    return renderSignIn(context, interaction, { email, errors: [{ field: null, text }], status: 429 });
  }
  const proof = await verifyPassword(services.store, { organisationId, email, password });
  if (proof.people.length === 0) {
    const wrong = { field: 'email', text: serviceText.wrong };
    return renderSignIn(context, interaction, { email, errors: [wrong], status: 422 });
  }
  await forgetAttempt(services, context, attempt);
  return finishSignIn(services, context, { interaction, proof });
}

interface Shown {
  email?: string;
  errors?: FormError[];
  status?: 200 | 422 | 429;
}

function renderSignIn(
  context: Context,
  interaction: Interaction,
  { email = '', errors = [], status = 200 }: Shown,
) {
  const { client, organisation, formTargets, request } = interaction;
  const page = { title: serviceText.signIn, organisation, formTargets, status, hasErrors: errors.length > 0 };
  return renderPage(
    context,
    page,
    <>
      <ErrorSummary errors={errors} />
      {client !== null && <GoingOnTo client={client.name} />}
      <form method="post" action={pagePath(request, 'sign-in')} noValidate>
        <Csrf token={interaction.csrf} />
        <Field
          name="email"
          label={serviceText.email}
          type="email"
          autocomplete="username"
          value={email}
          errors={errors}
        />
        <Field
          name="password"
          label={serviceText.password}
          type="password"
          autocomplete="current-password"
          errors={errors}
        />
        <button>{serviceText.signIn}</button>
      </form>
      <p className="or">{serviceText.or}</p>
      <form method="get" action={`/auth/organisation/${request.organisationId}/code`}>
        <input type="hidden" name="request" value={request.handle} />
        <button className="second">{codeText.requestTitle}</button>
      </form>
      <p className="links">
        <a href={pagePath(request, 'forgotten')}>{serviceText.forgotten}</a>
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
