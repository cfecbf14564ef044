import type { Context } from 'hono';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { findBranding } from './branding';
import { isForSession, renderChangedSession } from './changed-session';
import { requireForm } from './interaction';
import { findVisitor, startSignIn, type SignedInVisitor } from './visitor';

/**
 * Returns the form and its sender. If the sender is not the person whom the page named, returns a response instead.
 * @throws PageProblem if the form is not our own
 */
export async function findOwnForm(
  services: OAuthServices,
  context: Context,
  page: string,
): Promise<{ visitor: SignedInVisitor; form: URLSearchParams } | Response> {
  const visitor = await findVisitor(services, context, page);
  const { session, csrf, path: onward, organisationId } = visitor;
  if (session === null)
    return renderChangedSession(services, context, { session, organisation: null, onward, signIn: onward });
  const form = await requireForm(services, context, csrf);
  if (isForSession(form, { csrf, session })) return { visitor: { ...visitor, session }, form };
  const organisation = await findBranding(services.store, organisationId);
  const signIn = await startSignIn(services, context, visitor);
  return renderChangedSession(services, context, { session, organisation, onward, signIn });
}
