import type { Context } from 'hono';
import { customsOf } from '@/lib/map/country-customs';
import { toLine } from '@/lib/contract/fields/text-kinds';
import { say } from '@/lib/messages/say';
import { setUpText as text } from '@/lib/messages/service-set-up';
import { passwordText } from '@/lib/messages/service-sign-in';
import { correctEmail, isWellFormedEmail } from '@/lib/contract/fields/email-address';
import { PasswordError, passwordLength, requireGoodPassword } from '@/lib/sign-in/accounts/passwords';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { readForm } from '@/lib/sign-in/oauth/parameters';
import type { NewAssociation, SetUp } from '@/lib/sign-in/accounts/set-up';
import { ErrorSummary, Field, type FormError } from './form-parts';
import { renderPage } from './frame';
import { requireOwnOrigin } from './interaction';
import { PageProblem } from './problem';

export async function showSetUp(setUp: SetUp, context: Context) {
  const token = context.req.query('token') ?? '';
  if (!(await setUp.isValid(token))) throw new PageProblem(400, 'link');
  return renderSetUp(context, { token, typed: nothing, errors: [] });
}

/** Each link to the set-up page can be used once. */
export async function submitSetUp(services: OAuthServices, setUp: SetUp, context: Context) {
  requireOwnOrigin(services, context);
  const form = await readForm(context);
  const token = form.get('token') ?? '';
  if (!(await setUp.isValid(token))) throw new PageProblem(400, 'link');
  const of = (name: keyof NewAssociation) => toLine(form.get(name) ?? '').trim();
  const typed: NewAssociation = {
    firstName: of('firstName'),
    lastName: of('lastName'),
    email: correctEmail(of('email')),
    password: form.get('password') ?? '',
    name: of('name'),
    country: of('country'),
    timeZone: of('timeZone'),
  };
  const timeZone = typed.timeZone || customsOf(typed.country)?.timeZone;
  const errors = findErrors(typed, timeZone);
  if (errors.length > 0 || timeZone === undefined) return renderSetUp(context, { token, typed, errors });
  if (!(await setUp.complete(token, { ...typed, timeZone }))) throw new PageProblem(400, 'link');
  return renderPage(
    context,
    { title: say(text.doneTitle, { name: typed.name }), organisation: null, isOutsideFlow: true },
    <>
      <p>{text.done}</p>
      <p className="links">
        <a href="/office">{text.open}</a>
      </p>
    </>,
  );
}

const nothing: NewAssociation = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  name: '',
  country: '',
  timeZone: '',
};

function findErrors(typed: NewAssociation, timeZone: string | undefined): FormError[] {
  const errors: FormError[] = [];
  const add = (field: keyof NewAssociation, message: string) => errors.push({ field, text: message });
  for (const field of ['firstName', 'lastName', 'email', 'name'] as const)
    if (typed[field] === '') add(field, say(text.missing, { label: text[field] }));
  for (const field of ['firstName', 'lastName', 'name', 'country'] as const)
    if (typed[field].length > 300) add(field, say(text.tooLong, { label: text[field] }));
  if (typed.email !== '' && !isWellFormedEmail(typed.email)) add('email', text.wrongEmail);
  try {
    requireGoodPassword(typed.password, typed.email);
  } catch (error) {
    if (!(error instanceof PasswordError)) throw error;
    add('password', say(passwordText.refused, { reason: error.message }));
  }
  if (timeZone === undefined || !Intl.supportedValuesOf('timeZone').includes(timeZone))
    add('timeZone', text.wrongZone);
  return errors;
}

function renderSetUp(
  context: Context,
  { token, typed, errors }: { token: string; typed: NewAssociation; errors: FormError[] },
) {
  const hasErrors = errors.length > 0;
  const field = (name: 'firstName' | 'lastName' | 'email' | 'name', autocomplete: string) => (
    <Field
      name={name}
      label={text[name]}
      type={name === 'email' ? 'email' : 'text'}
      autocomplete={autocomplete}
      value={typed[name]}
      errors={errors}
    />
  );
  return renderPage(
    context,
    { title: text.title, organisation: null, hasErrors, status: hasErrors ? 422 : 200, isOutsideFlow: true },
    <>
      <ErrorSummary errors={errors} />
      <p>{text.intro}</p>
      <form method="post" action="/auth/set-up" noValidate>
        <input type="hidden" name="token" value={token} />
        <h2>{text.you}</h2>
        {field('firstName', 'given-name')}
        {field('lastName', 'family-name')}
        {field('email', 'email')}
        <Field
          name="password"
          label={text.password}
          type="password"
          autocomplete="new-password"
          hint={say(text.passwordHint, { least: passwordLength.least })}
          errors={errors}
        />
        <h2>{text.association}</h2>
        {field('name', 'organization')}
        <div className="field">
          <label htmlFor="country">{text.country}</label>
          <p className="hint" id="country-hint">
            {text.countryHint}
          </p>
          <input
            id="country"
            name="country"
            defaultValue={typed.country}
            autoComplete="country-name"
            aria-describedby="country-hint"
          />
        </div>
        <div className="field">
          <label htmlFor="timeZone">{text.timeZone}</label>
          {errors.some((error) => error.field === 'timeZone') && (
            <p className="error" id="timeZone-error">
              {text.wrongZone}
            </p>
          )}
          <select
            id="timeZone"
            name="timeZone"
            defaultValue={typed.timeZone}
            aria-describedby={
              errors.some((error) => error.field === 'timeZone') ? 'timeZone-error' : undefined
            }
          >
            <option value="">{text.defaultZone}</option>
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        </div>
        <button>{text.create}</button>
      </form>
      <p className="links">
        <a href="/">{text.keep}</a>
      </p>
      <p className="hint">{text.keepHint}</p>
    </>,
  );
}
