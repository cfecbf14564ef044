/** The pages on which people change their own email address (docs/decisions.md, A8). */
import type { Context } from 'hono';
import { formatInstant } from '@/lib/messages/format';
import { ownEmailText as text, passkeyText } from '@/lib/messages/sign-in';
import { say, sayAround } from '@/lib/messages/say';
import {
  confirmEmailChange,
  dropEmailChanges,
  findEmailChange,
  findWaitingEmail,
  requestEmailChange,
} from '@/lib/sign-in/accounts/email-change';
import { findPeople, type Person } from '@/lib/sign-in/accounts/people';
import {
  correctEmail,
  hasLookAlikes,
  isWellFormedEmail,
  malformedEmail,
} from '@/lib/contract/fields/email-address';
import { userFields } from '@/lib/contract/fields/person';
import { fieldSchema } from '@/lib/contract/fields/wire-format';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { takeFromRateLimit } from '@/lib/sign-in/oauth/rate-limits';
import { readDay } from '@/lib/store/day';
import { emailKey } from '@/lib/store/email-key';
import { isRecent, recentMinutes } from './add-passkey';
import { findBranding } from './branding';
import { NamedSession } from './changed-session';
import { clearSessionCookie, forgetNewEmail, keepNewEmail, readCookie } from './cookies';
import { Csrf, Emphasised, ErrorSummary, Field, toMinutes } from './form-parts';
import { renderPage } from './frame';
import { findOwnForm } from './own-form';
import { PageProblem } from './problem';
import { sendLater } from './send-later';
import { countMail } from './sign-in-limits';
import { findVisitor, startSignIn, type SignedInVisitor } from './visitor';

/** Each request sends an email to an address that the person typed. */
const requestsPerPerson = { burst: 5, perSeconds: 3600 };

export async function showOwnEmail(services: OAuthServices, context: Context) {
  const visitor = await findVisitor(services, context, 'email');
  const { session } = visitor;
  if (session === null) return context.redirect(await startSignIn(services, context, visitor), 303);
  return renderOwnEmail(services, context, { visitor: { ...visitor, session } });
}

/** Sends a link to the new address. The response is the same whether or not somebody else has the address. */
export async function submitOwnEmail(services: OAuthServices, context: Context) {
  const sent = await findOwnForm(services, context, 'email');
  if (sent instanceof Response) return sent;
  const { visitor, form } = sent;
  const { session, path, organisationId } = visitor;
  if (!isRecent(services, session))
    return context.redirect(await startSignIn(services, context, visitor), 303);
  if (form.get('do') === 'drop') {
    await dropEmailChanges(services.store, session);
    return context.redirect(`${path}?done=dropped`, 303);
  }
  if (form.get('do') !== 'send') return context.redirect(path, 303);
  const typed = form.get('email') ?? '';
  const email = correctEmail(typed);
  const person = await requirePerson(services, visitor);
  const wrong = whyWrong(email, person);
  if (wrong !== null) return renderOwnEmail(services, context, { visitor, error: wrong, typed });
  const waitSeconds = await countRequest(services, context, { visitor, email });
  if (waitSeconds > 0) {
    context.header('Retry-After', String(waitSeconds));
    const error = say(text.tooMany, { minutes: toMinutes(waitSeconds) });
    return renderOwnEmail(services, context, { visitor, error, typed, status: 429 });
  }
  const { store, baseUrl, clock } = services;
  const organisation = (await findBranding(store, organisationId))?.name ?? '';
  const mail = await requestEmailChange(store, organisationId, {
    baseUrl,
    organisation,
    person,
    email,
    now: clock(),
  });
  sendLater(services, async () => mail);
  return context.redirect(`${path}?done=asked`, 303);
}

function whyWrong(email: string, person: Person): string | null {
  if (email === '') return text.missing;
  const problem = problemOf(email);
  if (problem !== null) return `${text.field} ${problem}`;
  if (hasLookAlikes(email)) return text.lookAlikes;
  return emailKey(email) === emailKey(person.email) ? text.same : null;
}

/** In the same words as the office, which checks the same two things. */
function problemOf(email: string): string | null {
  const read = fieldSchema(userFields.Email.kind).safeParse(email);
  if (!read.success) return read.error.issues[0]?.message ?? malformedEmail;
  return isWellFormedEmail(email) ? null : malformedEmail;
}

async function countRequest(
  services: OAuthServices,
  context: Context,
  { visitor: { session, organisationId }, email }: { visitor: SignedInVisitor; email: string },
): Promise<number> {
  const { store, clock } = services;
  const bucket = `email-change:${organisationId}:${session.personId}`;
  const wait = await takeFromRateLimit(store, { bucket, limit: requestsPerPerson, now: clock() });
  return wait > 0 ? wait : countMail(services, context, { kind: 'link', organisationId, email });
}

async function requirePerson({ store }: OAuthServices, { session }: SignedInVisitor): Promise<Person> {
  const { organisationId, personId } = session;
  const [person] = await findPeople(store, { organisationId, ids: [personId] });
  if (person === undefined) throw new PageProblem(404, 'not there');
  return person;
}

interface Shown {
  visitor: SignedInVisitor;
  error?: string;
  typed?: string;
  status?: 422 | 429;
}

async function renderOwnEmail(
  services: OAuthServices,
  context: Context,
  { visitor, error, typed = '', status = 422 }: Shown,
) {
  const { store, clock, mailSettings } = services;
  const { session, organisationId } = visitor;
  const branding = await findBranding(store, organisationId);
  const organisation = branding?.name ?? '';
  const { email } = await requirePerson(services, visitor);
  const waiting = await findWaitingEmail(store, { ...session, now: clock() });
  const timeZone = (await readDay(store.members, organisationId, clock()))?.timeZone ?? 'UTC';
  const sendsMail = mailSettings.server !== null;
  const done = context.req.query('done');
  const errors = error === undefined ? [] : [{ field: 'email', text: error }];
  return renderPage(
    context,
    {
      title: text.title,
      organisation: branding,
      isWide: true,
      isOutsideFlow: true,
      hasErrors: errors.length > 0,
      status: errors.length > 0 ? status : 200,
    },
    <>
      <ErrorSummary errors={errors} />
      {done === 'dropped' && (
        <p className="notice" role="status">
          {text.dropped}
        </p>
      )}
      {done === 'asked' && waiting !== null && (
        <p className="notice" role="status">
          <Emphasised
            {...(sendsMail
              ? sayAround(text.sent, { email: waiting.email, organisation })
              : sayAround(text.notSent, { email: waiting.email }))}
          />
        </p>
      )}
      <p>{email === '' ? text.none : <Emphasised {...sayAround(text.now, { email })} />}</p>
      {waiting !== null && (
        <p>{say(text.waiting, { email: waiting.email, time: formatInstant(waiting.until, timeZone) })}</p>
      )}
      {!isRecent(services, session) ? (
        <form method="post" action={visitor.path}>
          <Hidden visitor={visitor} value="confirm" />
          <h2>{text.recentTitle}</h2>
          <p>{say(passkeyText.confirm, { minutes: recentMinutes })}</p>
          <button>{passkeyText.confirmButton}</button>
        </form>
      ) : (
        <>
          {waiting !== null && (
            <form method="post" action={visitor.path}>
              <Hidden visitor={visitor} value="drop" />
              <button className="second">{text.drop}</button>
            </form>
          )}
          <form method="post" action={visitor.path} noValidate>
            <Hidden visitor={visitor} value="send" />
            <p>{sendsMail ? text.what : say(text.noMail, { organisation })}</p>
            <Field
              name="email"
              label={text.field}
              type="email"
              autocomplete="email"
              value={typed}
              errors={errors}
            />
            <button>{text.send}</button>
          </form>
        </>
      )}
      <p className="links">
        <a href="/account/devices">{text.back}</a>
      </p>
    </>,
  );
}

/**
 * The link. Its token is moved from the address to a cookie, because the person may have to sign in first. Opening the
 * link changes nothing: programs that check emails for viruses open links too.
 */
export async function showConfirmEmail(services: OAuthServices, context: Context) {
  const visitor = await findVisitor(services, context, 'confirm-email');
  const sent = context.req.query('token');
  if (sent !== undefined) {
    keepNewEmail(context, services.baseUrl, sent);
    return context.redirect(visitor.path, 303);
  }
  const { session } = visitor;
  if (session === null || !isRecent(services, session))
    return context.redirect(await startSignIn(services, context, visitor), 303);
  const token = readCookie(context, services.baseUrl, 'new-email') ?? '';
  const found = await findEmailChange(services.store, { ...session, token, now: services.clock() });
  const organisation = await findBranding(services.store, visitor.organisationId);
  const signedIn = { ...visitor, session };
  if (found === null) return renderBadLink(services, context, signedIn);
  return renderPage(
    context,
    { title: text.confirmTitle, organisation, isOutsideFlow: true },
    <form method="post" action={visitor.path}>
      <Hidden visitor={signedIn} value="use" />
      <p>
        <Emphasised {...sayAround(text.confirm, { email: found.email })} />
      </p>
      <button>{text.confirmButton}</button>
    </form>,
  );
}

export async function submitConfirmEmail(services: OAuthServices, context: Context) {
  const sent = await findOwnForm(services, context, 'confirm-email');
  if (sent instanceof Response) return sent;
  const { visitor } = sent;
  const { session } = visitor;
  if (!isRecent(services, session))
    return context.redirect(await startSignIn(services, context, visitor), 303);
  const token = readCookie(context, services.baseUrl, 'new-email') ?? '';
  const link = { ...session, token, signedInAt: session.startedAt };
  const email = await confirmEmailChange(services, link);
  forgetNewEmail(context, services.baseUrl);
  if (email === null) return renderBadLink(services, context, visitor);
  clearSessionCookie(context, services.baseUrl);
  return renderPage(
    context,
    {
      title: text.doneTitle,
      organisation: await findBranding(services.store, visitor.organisationId),
      isOutsideFlow: true,
    },
    <>
      <p role="status">
        <Emphasised {...sayAround(text.done, { email })} />
      </p>
      <p className="links">
        <a href="/account">{text.signIn}</a>
      </p>
    </>,
  );
}

async function renderBadLink(services: OAuthServices, context: Context, { organisationId }: SignedInVisitor) {
  const organisation = await findBranding(services.store, organisationId);
  return renderPage(
    context,
    { title: text.badTitle, organisation, isOutsideFlow: true, status: 400 },
    <>
      <p>{text.bad}</p>
      <p className="links">
        <a href={`/auth/organisation/${organisationId}/email`}>{text.again}</a>
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
