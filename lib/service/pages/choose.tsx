import type { Context } from 'hono';
import { serviceText } from '@/lib/messages/sign-in';
import { findPeople } from '@/lib/sign-in/accounts/people';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { choiceProof } from '@/lib/sign-in/oauth/pending-requests';
import { finishSignIn } from './finish-sign-in';
import { isForSession, NamedSession, renderChangedSession } from './changed-session';
import { Csrf, isSharedComputerForm } from './form-parts';
import { renderPage } from './frame';
import { HasPasskeys, hasPasskeys } from './passkey-parts';
import { pagePath } from './proceed';
import { requireForm, requireInteraction } from './interaction';

export async function showChooser(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const { request, session, organisation, formTargets, csrf } = interaction;
  if (request.candidates.length === 0) return context.redirect(pagePath(request, 'sign-in'), 303);
  const ids = request.candidates;
  const people = await findPeople(services.store, { organisationId: request.organisationId, ids });
  return renderPage(
    context,
    { title: serviceText.whoTitle, organisation, formTargets, hasScript: true },
    <>
      <p>{serviceText.whoText}</p>
      <form method="post" action={pagePath(request, 'choose')}>
        <Csrf token={csrf} />
        <NamedSession csrf={csrf} session={session} />
        <HasPasskeys />
        {context.req.query('shared') === 'yes' && <input type="hidden" name="shared" value="yes" />}
        <ul className="people">
          {people.map((person) => (
            <li key={person.id}>
              <button name="person" value={String(person.id)}>
                {person.name}
                {person.organisation !== '' && person.organisation !== person.name && (
                  <span>{person.organisation}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </form>
    </>,
  );
}

/** Only the people who matched the password or code can be chosen. */
export async function choose(services: OAuthServices, context: Context) {
  const interaction = await requireInteraction(services, context);
  const form = await requireForm(services, context, interaction.csrf);
  const { request } = interaction;
  if (!isForSession(form, interaction)) {
    const [onward, signIn] = [pagePath(request, 'consent'), pagePath(request, 'sign-in')];
    return renderChangedSession(services, context, { ...interaction, onward, signIn });
  }
  const chosen = request.candidates.find((id) => String(id) === form.get('person'));
  if (chosen === undefined) return context.redirect(pagePath(request, 'choose'), 303);
  const proof = choiceProof(request, chosen);
  return finishSignIn(services, context, {
    interaction,
    proof,
    hasPasskeys: hasPasskeys(form),
    isShared: isSharedComputerForm(form),
  });
}
