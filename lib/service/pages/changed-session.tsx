/**
 * Ties a form to the session for which its page was made. Another person may sign in with another tab before the form
 * is submitted. The form must then do nothing for that other person.
 */
import type { Context } from 'hono';
import { equalTexts } from '@/lib/base/equal-texts';
import { changedSessionText, serviceText } from '@/lib/messages/sign-in';
import { say, sayAround } from '@/lib/messages/say';
import { findPeople } from '@/lib/sign-in/accounts/people';
import type { Session } from '@/lib/sign-in/accounts/sessions';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import type { Branding } from './branding';
import { csrfToken } from './interaction';
import { renderPage } from './frame';

const fieldName = 'named';

/** `csrf`: the CSRF token in the form that has this field. */
export const NamedSession = ({ csrf, session }: { csrf: string; session: Session | null }) => (
  <input type="hidden" name={fieldName} value={markOf(csrf, session)} />
);

/** The form's page was made for this session. */
export function isForSession(
  form: URLSearchParams,
  { csrf, session }: { csrf: string; session: Session | null },
): boolean {
  return equalTexts(form.get(fieldName) ?? '', markOf(csrf, session));
}

function markOf(csrf: string, session: Session | null): string {
  return csrfToken(csrf, session === null ? 'nobody' : `${session.hash} ${session.personId}`);
}

export async function findName({ store }: OAuthServices, session: Session): Promise<string> {
  const { organisationId, personId } = session;
  const [person] = await findPeople(store, { organisationId, ids: [personId] });
  return person?.name ?? '';
}

export const SignedInAs = ({
  name,
  text = changedSessionText.person,
}: {
  name: string;
  text?: typeof changedSessionText.person | typeof changedSessionText.nowPerson;
}) => {
  const { before, within, after } = sayAround(text, { name });
  return (
    <p>
      {before}
      <strong>{within}</strong>
      {after}
    </p>
  );
};

interface Changed {
  session: Session | null;
  organisation: Branding | null;
  /** Where the person who is now signed in can continue. */
  onward: string;
  /** Where somebody can sign in. */
  signIn: string;
}

/** Says that the form changed nothing, who is signed in now, and how to continue. */
export async function renderChangedSession(
  services: OAuthServices,
  context: Context,
  { session, organisation, onward, signIn }: Changed,
): Promise<Response> {
  const name = session === null ? null : await findName(services, session);
  return renderPage(
    context,
    { title: changedSessionText.title, organisation, status: 409 },
    <>
      <p>{changedSessionText.text}</p>
      {name === null ? (
        <p>{changedSessionText.nobody}</p>
      ) : (
        <SignedInAs name={name} text={changedSessionText.nowPerson} />
      )}
      <p className="links">
        {name !== null && <a href={onward}>{say(changedSessionText.goOn, { name })}</a>}
        <a href={signIn}>{name === null ? serviceText.signIn : changedSessionText.other}</a>
      </p>
    </>,
  );
}
