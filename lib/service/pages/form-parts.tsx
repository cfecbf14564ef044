import type { Client } from '@/lib/sign-in/oauth/clients';
import { say, sayAround } from '@/lib/messages/say';
import { serviceText } from '@/lib/messages/sign-in';

/** `field` null: the error is about the whole form. */
export interface FormError {
  field: string | null;
  text: string;
}

/** Lists all errors of a form. The list is above the form and links each error to its field (WCAG 3.3.1, 2.4.3). */
export const ErrorSummary = ({ errors }: { errors: readonly FormError[] }) => {
  if (errors.length === 0) return null;
  return (
    <div className="errors" role="alert" aria-labelledby="errors-title">
      <h2 id="errors-title">{serviceText.errors}</h2>
      <ul>
        {errors.map(({ field, text }) => (
          <li key={text}>{field === null ? text : <a href={`#${field}`}>{text}</a>}</li>
        ))}
      </ul>
    </div>
  );
};

interface FieldProps {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  autocomplete: string;
  hint?: string;
  value?: string;
  errors?: readonly FormError[];
  isCode?: boolean;
  /** The page is about this field, so a person can type at once. */
  hasFocus?: boolean;
}

export const Field = (props: FieldProps) => {
  const { name, label, type, autocomplete, hint, value, errors = [], isCode, hasFocus } = props;
  const own = errors.filter((error) => error.field === name);
  const describedBy = [hint && `${name}-hint`, own.length > 0 && `${name}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {own.length > 0 && (
        <p className="error" id={`${name}-error`}>
          {own.map((error) => error.text).join(' ')}
        </p>
      )}
      <input
        id={name}
        name={name}
        type={type}
        defaultValue={value}
        autoComplete={autocomplete}
        className={isCode ? 'code' : undefined}
        inputMode={isCode ? 'numeric' : undefined}
        required
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the page has one form, and its heading is read before the field
        autoFocus={hasFocus}
        spellCheck={false}
        autoCapitalize="none"
        aria-describedby={describedBy || undefined}
        aria-invalid={own.length > 0 ? 'true' : undefined}
      />
    </div>
  );
};

/** With this choice, the session ends with the browser, and the device is not remembered. */
export const SharedComputer = ({ isTicked = false }: { isTicked?: boolean }) => (
  <div className="check">
    <input type="checkbox" id="shared" name="shared" value="yes" defaultChecked={isTicked} />
    <label htmlFor="shared">{serviceText.shared}</label>
  </div>
);

export function isSharedComputerForm(form: URLSearchParams): boolean {
  return form.get('shared') === 'yes';
}

/** Proves that a form is ours. */
export const Csrf = ({ token }: { token: string }) => <input type="hidden" name="csrf" value={token} />;

export const GoingOnTo = ({ client }: { client: string }) => (
  <p>
    <Emphasised {...sayAround(serviceText.goOnTo, { client })} />
  </p>
);

export const Emphasised = ({ before, within, after }: ReturnType<typeof sayAround>) => (
  <>
    {before}
    <strong>{within}</strong>
    {after}
  </>
);

/** What pages say about a client. */
export type Site = Pick<Client, 'name' | 'homeUrl'>;

/** Leads back to the site's own page, which does not know how the sign-in ended. Shows nothing without its address. */
export const BackToSite = ({ site }: { site: Site | null }) =>
  site === null || site.homeUrl === null ? null : (
    <p className="links">
      <a href={site.homeUrl}>{say(serviceText.backTo, { client: site.name })}</a>
    </p>
  );

export function toMinutes(seconds: number): number {
  return Math.ceil(seconds / 60);
}
