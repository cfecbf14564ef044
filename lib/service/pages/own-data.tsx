/**
 * The page on which people, including removed persons, see and download their data and ask for erasure (decision J7).
 */
import type { Context } from 'hono';
import { dateInZone } from '@/lib/base/clock';
import { findPeople } from '@/lib/sign-in/accounts/people';
import { formatDay } from '@/lib/messages/format-day';
import { mailLinkText } from '@/lib/messages/mails';
import { ownDataText, erasureMailText } from '@/lib/messages/own-data';
import { say } from '@/lib/messages/say';
import {
  closeErasureRequest,
  findErasureRequest,
  requestErasure,
} from '@/lib/sign-in/accounts/erasure-requests';
import { isRemovedPerson } from '@/lib/sign-in/accounts/person-standing';
import type { Session } from '@/lib/sign-in/accounts/sessions';
import { toPersonalDataPage } from '@/lib/privacy/personal-data/personal-data-page';
import type { PersonalData } from '@/lib/privacy/personal-data/personal-data';
import { readPersonalData } from '@/lib/privacy/personal-data/read-personal-data';
import { readDay } from '@/lib/store/day';
import { byPerson } from '@/lib/store/journal';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { takeFromRateLimit } from '@/lib/sign-in/oauth/rate-limits';
import { findBranding } from './branding';
import { findName, NamedSession, SignedInAs } from './changed-session';
import { Csrf, ErrorSummary, toMinutes, type FormError } from './form-parts';
import { renderPage } from './frame';
import { findOwnForm } from './own-form';
import { OwnHistory } from './own-history';
import { sendLater } from './send-later';
import { findVisitor, startSignIn, type SignedInVisitor as SignedIn } from './visitor';

/** How long a sign-in counts as recent. Later, somebody else may be using the signed-in browser. */
const recentMs = 15 * 60_000;

export async function showOwnData(services: OAuthServices, context: Context) {
  const visitor = await findVisitor(services, context, 'own-data');
  const { session } = visitor;
  if (session === null) return context.redirect(await startSignIn(services, context, visitor), 303);
  return renderOwnData(services, context, { visitor: { ...visitor, session } });
}

/** Accepts the form only from the person whom the page named, and only after a recent sign-in. */
export async function submitOwnData(services: OAuthServices, context: Context) {
  const sent = await findOwnForm(services, context, 'own-data');
  if (sent instanceof Response) return sent;
  const { visitor, form } = sent;
  const { session, path } = visitor;
  if (!isRecent(services, session))
    return context.redirect(await startSignIn(services, context, visitor), 303);
  switch (form.get('do')) {
    case 'download':
      return download(services, context, { visitor, format: form.get('format') });
    case 'request':
      return request(services, context, { visitor, isUnderstood: form.get('understood') === 'on' });
    case 'withdraw':
      await closeErasureRequest(services.store, session, {
        operation: 'withdrawn',
        cause: byPerson(session.personId),
        now: services.clock(),
      });
      return context.redirect(`${path}?done=withdrawn`, 303);
    default:
      return context.redirect(path, 303);
  }
}

async function request(
  services: OAuthServices,
  context: Context,
  { visitor, isUnderstood }: { visitor: SignedIn; isUnderstood: boolean },
) {
  if (!isUnderstood) {
    const errors = [{ field: 'understood', text: ownDataText.understoodMissing }];
    return renderOwnData(services, context, { visitor, errors });
  }
  await sendErasureRequest(services, visitor);
  return context.redirect(`${visitor.path}?done=sent`, 303);
}

async function download(
  services: OAuthServices,
  context: Context,
  { visitor, format }: { visitor: SignedIn; format: string | null },
) {
  const { data } = await readOwnData(services, visitor);
  // The person has read the data too often. The page says so.
  if (data === null) return renderOwnData(services, context, { visitor });
  const isJson = format === 'json';
  context.header('Cache-Control', 'no-store');
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('Content-Type', isJson ? 'application/json' : 'text/html; charset=utf-8');
  context.header(
    'Content-Disposition',
    `attachment; filename="person-${data.Person.ID}.${isJson ? 'json' : 'html'}"`,
  );
  return context.body(isJson ? `${JSON.stringify(data, null, 2)}\n` : toPersonalDataPage(data));
}

/** If the person has read the data too often, `data` is null and the person must wait. */
async function readOwnData(
  { store, clock, rateLimits }: OAuthServices,
  { session: { organisationId, personId } }: SignedIn,
): Promise<{ data: PersonalData | null; waitSeconds: number }> {
  const now = clock();
  const bucket = `own-data:${organisationId}:${personId}`;
  const waitSeconds = await takeFromRateLimit(store, { bucket, limit: rateLimits.ownDataPerPerson, now });
  if (waitSeconds > 0) return { data: null, waitSeconds };
  const data = await readPersonalData(store, { organisationId, personId, reader: 'person', now });
  return { data, waitSeconds };
}

interface Shown {
  visitor: SignedIn;
  errors?: readonly FormError[];
}

async function renderOwnData(services: OAuthServices, context: Context, { visitor, errors = [] }: Shown) {
  const { store, clock } = services;
  const { session, organisationId } = visitor;
  const organisation = await findBranding(store, organisationId);
  const day = await readDay(store.members, organisationId, clock());
  const timeZone = day?.timeZone ?? 'UTC';
  const name = organisation?.name ?? '';
  const isRemoved = await isRemovedPerson(store, { ...session, now: clock() });
  const requestedAt = await findErasureRequest(store, session);
  const { data, waitSeconds } = await readOwnData(services, visitor);
  if (waitSeconds > 0) context.header('Retry-After', String(waitSeconds));
  const form = { visitor, organisation: name };
  return renderPage(
    context,
    {
      title: isRemoved ? say(ownDataText.removedTitle, { organisation: name }) : ownDataText.title,
      organisation,
      isWide: true,
      isOutsideFlow: true,
      hasErrors: errors.length > 0,
      status: errors.length > 0 ? 422 : waitSeconds > 0 ? 429 : 200,
    },
    <>
      <ErrorSummary errors={errors} />
      <Done done={context.req.query('done')} organisation={name} />
      <SignedInAs name={await findName(services, session)} />
      {isRemoved && <p>{say(ownDataText.removed, { organisation: name })}</p>}
      {isRecent(services, session) ? (
        <>
          <Download visitor={visitor} />
          {requestedAt === null ? (
            <Erasure {...form} errors={errors} />
          ) : (
            <Requested {...form} date={formatDay(dateInZone(requestedAt, timeZone))} />
          )}
        </>
      ) : (
        <Confirm visitor={visitor} />
      )}
      {data === null ? (
        <p>{say(ownDataText.tooMany, { minutes: toMinutes(waitSeconds) })}</p>
      ) : (
        <OwnHistory rows={data.History} timeZone={timeZone} />
      )}
      <p className="links">
        <a href="/account">{ownDataText.back}</a>
      </p>
    </>,
  );
}

function isRecent({ clock }: OAuthServices, { startedAt }: Session): boolean {
  return clock().getTime() - startedAt.getTime() < recentMs;
}

const Done = ({ done, organisation }: { done: string | undefined; organisation: string }) => {
  if (done !== 'sent' && done !== 'withdrawn') return null;
  return (
    <p className="notice" role="status">
      {done === 'sent' ? say(ownDataText.sent, { organisation }) : ownDataText.withdrawn}
    </p>
  );
};

const Hidden = ({ visitor: { csrf, session }, value }: { visitor: SignedIn; value: string }) => (
  <>
    <Csrf token={csrf} />
    <NamedSession csrf={csrf} session={session} />
    <input type="hidden" name="do" value={value} />
  </>
);

const Confirm = ({ visitor }: { visitor: SignedIn }) => (
  <form method="post" action={visitor.path}>
    <Hidden visitor={visitor} value="confirm" />
    <h2>{ownDataText.confirmTitle}</h2>
    <p>{ownDataText.confirm}</p>
    <button>{ownDataText.confirmButton}</button>
  </form>
);

const Download = ({ visitor }: { visitor: SignedIn }) => (
  <form method="post" action={visitor.path} className="stack">
    <Hidden visitor={visitor} value="download" />
    <h2>{ownDataText.download}</h2>
    <p>{ownDataText.downloadText}</p>
    <button name="format" value="html">
      {ownDataText.downloadPage}
    </button>
    <button name="format" value="json" className="second">
      {ownDataText.downloadJson}
    </button>
  </form>
);

interface ErasureProps {
  visitor: SignedIn;
  organisation: string;
  errors: readonly FormError[];
}

const Erasure = ({ visitor, organisation, errors }: ErasureProps) => {
  const text = errors.find(({ field }) => field === 'understood')?.text;
  return (
    <form method="post" action={visitor.path}>
      <Hidden visitor={visitor} value="request" />
      <h2 id="erasure">{ownDataText.erasure}</h2>
      <p>{say(ownDataText.erasureText, { organisation })}</p>
      {text !== undefined && (
        <p className="error" id="understood-error">
          {text}
        </p>
      )}
      <div className="check">
        <input
          type="checkbox"
          id="understood"
          name="understood"
          aria-describedby={text === undefined ? undefined : 'understood-error'}
          aria-invalid={text === undefined ? undefined : 'true'}
        />
        <label htmlFor="understood">{ownDataText.understood}</label>
      </div>
      <button className="second">{ownDataText.send}</button>
    </form>
  );
};

const Requested = ({
  visitor,
  organisation,
  date,
}: {
  visitor: SignedIn;
  organisation: string;
  date: string;
}) => (
  <form method="post" action={visitor.path}>
    <Hidden visitor={visitor} value="withdraw" />
    <h2 id="erasure">{ownDataText.erasure}</h2>
    <p>{say(ownDataText.requested, { date, organisation })}</p>
    <button className="second">{ownDataText.withdraw}</button>
  </form>
);

/**
 * Records a request to be erased, and sends emails to the association and the person. While a request is open, another
 * call does nothing.
 */
async function sendErasureRequest(
  services: OAuthServices,
  { session, path }: { session: Session; path: string },
): Promise<void> {
  const { store, clock, baseUrl } = services;
  const { organisationId, personId } = session;
  if (!(await requestErasure(store, { organisationId, personId }, clock()))) return;
  const [person] = await findPeople(store, { organisationId, ids: [personId] });
  if (person === undefined) return;
  const branding = await findBranding(store, organisationId);
  const organisation = branding?.name ?? '';
  const contactEmail = branding?.contactEmail ?? services.contactEmail;
  const { name, email } = person;
  const subject = { organisation, id: String(personId) };
  if (contactEmail !== null) {
    const values = { ...subject, name, organisationId: String(organisationId) };
    sendLater(services, async () => ({
      to: contactEmail,
      subject: say(erasureMailText.officeSubject, subject),
      text: say(erasureMailText.office, values),
      about: { kind: 'erasure request', organisationId, personId: null },
    }));
  }
  // Warns the person, because somebody else may have sent the request.
  if (email === '') return;
  const url = `${baseUrl}${path}`;
  sendLater(services, async () => ({
    to: email,
    subject: say(erasureMailText.personSubject, { organisation }),
    text: say(erasureMailText.person, { name, organisation, url }),
    links: [{ url, label: mailLinkText.ownData }],
    about: { kind: 'erasure request', organisationId, personId },
  }));
}
