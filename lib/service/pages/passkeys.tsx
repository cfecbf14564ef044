/** The page on which people add, rename and remove their passkeys. */
import type { Context } from 'hono';
import { formatInstant } from '@/lib/messages/format';
import { passkeyText as text } from '@/lib/messages/sign-in';
import { say, sayAround } from '@/lib/messages/say';
import { maxNameLength, parsePasskeyName } from '@/lib/sign-in/accounts/passkey-options';
import {
  listPasskeys,
  maxPasskeys,
  removePasskeys,
  renamePasskey,
  type Passkey,
} from '@/lib/sign-in/accounts/passkeys';
import { findRelyingParty } from '@/lib/sign-in/accounts/relying-party';
import { readDay } from '@/lib/store/day';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import {
  addPasskeyOf,
  countChange,
  findCreationOptions,
  isRecent,
  mailAboutPasskeys,
  recentMinutes,
} from './add-passkey';
import { findBranding } from './branding';
import { findName, NamedSession, SignedInAs } from './changed-session';
import { Csrf, ErrorSummary, type FormError } from './form-parts';
import { renderPage } from './frame';
import { findOwnForm } from './own-form';
import { PasskeyForm } from './passkey-parts';
import { findVisitor, startSignIn, type SignedInVisitor } from './visitor';

export function passkeysPage(organisationId: number): string {
  return `/auth/organisation/${organisationId}/passkeys`;
}

export async function showPasskeys(services: OAuthServices, context: Context) {
  const visitor = await findVisitor(services, context, 'passkeys');
  const { session } = visitor;
  if (session === null) return context.redirect(await startSignIn(services, context, visitor), 303);
  return renderPasskeys(services, context, { visitor: { ...visitor, session } });
}

export async function submitPasskeys(services: OAuthServices, context: Context) {
  const sent = await findOwnForm(services, context, 'passkeys');
  if (sent instanceof Response) return sent;
  const { visitor, form } = sent;
  const { session, path } = visitor;
  if (!isRecent(services, session))
    return context.redirect(await startSignIn(services, context, visitor), 303);
  const done = await change(services, context, { visitor, form });
  if ('error' in done)
    return renderPasskeys(services, context, { visitor, errors: [done.error], typed: form });
  return context.redirect(done.done === null ? path : `${path}?done=${done.done}`, 303);
}

async function change(
  services: OAuthServices,
  context: Context,
  { visitor: { session }, form }: { visitor: SignedInVisitor; form: URLSearchParams },
): Promise<{ done: keyof typeof notices | null } | { error: FormError }> {
  const { store, clock } = services;
  const id = form.get('passkey') ?? '';
  const failed = (error: string, field: string | null = null) => ({ error: { field, text: error } });
  switch (form.get('do')) {
    case 'add': {
      const error = await addPasskeyOf(services, context, { session, form });
      return error === null ? { done: 'added' } : failed(error);
    }
    case 'rename': {
      const name = parsePasskeyName(form.get('name') ?? '');
      if (name === null) return failed(say(text.wrongName, { most: maxNameLength }), `name-${id}`);
      const renamed = await renamePasskey(store, session, { id, name }, clock());
      return renamed === null ? failed(text.gone) : { done: 'named' };
    }
    case 'remove': {
      const tooOften = await countChange(services, session);
      if (tooOften !== null) return failed(tooOften);
      const names = await removePasskeys(store, session, { id, now: clock() });
      if (names.length === 0) return failed(text.gone);
      mailAboutPasskeys(services, session, { kind: 'removed', names });
      return { done: 'removed' };
    }
    default:
      return { done: null };
  }
}

const notices = { added: text.isAdded, named: text.isNamed, removed: text.isRemoved };

interface Shown {
  visitor: SignedInVisitor;
  errors?: readonly FormError[];
  /** The form that had an error, with what the person typed. */
  typed?: URLSearchParams | null;
}

async function renderPasskeys(
  services: OAuthServices,
  context: Context,
  { visitor, errors = [], typed = null }: Shown,
) {
  const { store, clock, baseUrl } = services;
  const { session, organisationId } = visitor;
  const organisation = await findBranding(store, organisationId);
  const timeZone = (await readDay(store.members, organisationId, clock()))?.timeZone ?? 'UTC';
  const passkeys = await listPasskeys(store, session);
  const mayChange = isRecent(services, session);
  const options = mayChange ? await findCreationOptions(services, session) : null;
  const hasErrors = errors.length > 0;
  const done = context.req.query('done');
  const notice = Object.entries(notices).find(([name]) => name === done)?.[1];
  const page = { organisation, isWide: true, isOutsideFlow: true, hasErrors, hasScript: options !== null };
  return renderPage(
    context,
    { title: text.title, ...page, status: hasErrors ? 422 : 200 },
    <>
      <ErrorSummary errors={errors} />
      {notice !== undefined && (
        <p className="notice" role="status">
          {notice}
        </p>
      )}
      <SignedInAs name={await findName(services, session)} />
      <p>{text.what}</p>
      {passkeys.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <ul className="passkeys">
          {passkeys.map((passkey) => (
            <Item
              key={passkey.id}
              visitor={visitor}
              passkey={passkey}
              timeZone={timeZone}
              mayChange={mayChange}
              errors={errors}
              typed={typed}
            />
          ))}
        </ul>
      )}
      {!mayChange && <Confirm visitor={visitor} />}
      {mayChange && options !== null && <Add visitor={visitor} options={options} />}
      {mayChange && options === null && (
        <p>
          {findRelyingParty(baseUrl) === null ? text.unavailable : say(text.tooMany, { most: maxPasskeys })}
        </p>
      )}
      <p className="links">
        <a href="/account/devices">{text.back}</a>
      </p>
    </>,
  );
}

const Hidden = ({ visitor: { csrf, session }, value }: { visitor: SignedInVisitor; value: string }) => (
  <>
    <Csrf token={csrf} />
    <NamedSession csrf={csrf} session={session} />
    <input type="hidden" name="do" value={value} />
  </>
);

interface ItemProps {
  visitor: SignedInVisitor;
  passkey: Passkey;
  timeZone: string;
  mayChange: boolean;
  errors: readonly FormError[];
  typed: URLSearchParams | null;
}

const Item = ({ visitor, passkey, timeZone, mayChange, errors, typed }: ItemProps) => {
  const { id, name, createdAt, lastUsedAt, refusedAt } = passkey;
  const time = (at: Date) => ({ time: formatInstant(at, timeZone) });
  return (
    <li>
      <strong>{name}</strong>
      <p className="hint">
        {say(text.added, time(createdAt))}
        <br />
        {lastUsedAt === null ? text.notUsedYet : say(text.lastUsed, time(lastUsedAt))}
      </p>
      {refusedAt !== null && <p className="error">{say(text.refused, time(refusedAt))}</p>}
      {mayChange && (
        <>
          <Rename
            visitor={visitor}
            passkey={passkey}
            errors={errors}
            typed={typed?.get('passkey') === id ? typed : null}
          />
          <form method="post" action={visitor.path}>
            <Hidden visitor={visitor} value="remove" />
            <input type="hidden" name="passkey" value={id} />
            <button className="plain">
              <Around text={text.remove} name={name} />
            </button>
          </form>
        </>
      )}
    </li>
  );
};

const Rename = ({
  visitor,
  passkey: { id, name },
  errors,
  typed,
}: Pick<ItemProps, 'visitor' | 'passkey' | 'errors' | 'typed'>) => {
  const error = errors.find(({ field }) => field === `name-${id}`)?.text;
  const field = `name-${id}`;
  return (
    <form method="post" action={visitor.path} noValidate>
      <Hidden visitor={visitor} value="rename" />
      <input type="hidden" name="passkey" value={id} />
      {error !== undefined && (
        <p className="error" id={`${field}-error`}>
          {error}
        </p>
      )}
      <div className="row">
        <div className="field">
          <label htmlFor={field}>{text.name}</label>
          <input
            id={field}
            name="name"
            type="text"
            defaultValue={error === undefined ? name : (typed?.get('name') ?? '')}
            autoComplete="off"
            aria-describedby={error === undefined ? undefined : `${field}-error`}
            aria-invalid={error === undefined ? undefined : 'true'}
          />
        </div>
        <button className="second">
          <Around text={text.save} name={name} />
        </button>
      </div>
    </form>
  );
};

/** The text of a button. It contains the passkey's name, which only screen readers read. */
const Around = ({ text: template, name }: { text: typeof text.save | typeof text.remove; name: string }) => {
  const { before, within, after } = sayAround(template, { name });
  return (
    <>
      {before}
      <span className="hidden-text">{within}</span>
      {after}
    </>
  );
};

const Add = ({ visitor, options }: { visitor: SignedInVisitor; options: object }) => (
  <>
    <h2>{text.add}</h2>
    <p>{text.addText}</p>
    <p className="hint" data-without-passkeys>
      {text.noScript}
    </p>
    <PasskeyForm action={visitor.path} asks="create" options={options} label={text.add}>
      <Hidden visitor={visitor} value="add" />
    </PasskeyForm>
  </>
);

const Confirm = ({ visitor }: { visitor: SignedInVisitor }) => (
  <form method="post" action={visitor.path}>
    <Hidden visitor={visitor} value="confirm" />
    <h2>{text.confirmTitle}</h2>
    <p>{say(text.confirm, { minutes: recentMinutes })}</p>
    <button>{text.confirmButton}</button>
  </form>
);
