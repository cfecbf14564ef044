/** A person on a page of our own that requires sign-in. */
import type { Context } from 'hono';
import { findSession, type Session } from '@/lib/sign-in/accounts/sessions';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { parseOrganisation } from '@/lib/sign-in/oauth/organisation-id';
import { startRequest } from '@/lib/sign-in/oauth/pending-requests';
import { interactionOf, readCookie } from './cookies';
import { csrfToken } from './interaction';
import { PageProblem } from './problem';
import { pagePath } from './proceed';
import { countStart } from './sign-in-limits';

export interface Visitor {
  organisationId: number;
  path: string;
  /** null: nobody is signed in at this organisation. */
  session: Session | null;
  interaction: string;
  csrf: string;
}

export type SignedInVisitor = Visitor & { session: Session };

/** @throws PageProblem if the address names no organisation */
export async function findVisitor(
  { store, clock, baseUrl }: OAuthServices,
  context: Context,
  page: string,
): Promise<Visitor> {
  const organisationId = parseOrganisation(context.req.param('organisation') ?? '');
  if (organisationId === null) throw new PageProblem(404, 'not there');
  const found = await findSession(store, readCookie(context, baseUrl, 'session'), clock());
  const session = found?.organisationId === organisationId ? found : null;
  const interaction = interactionOf(context, baseUrl);
  const path = `/auth/organisation/${organisationId}/${page}`;
  return { organisationId, path, session, interaction, csrf: csrfToken(interaction, page) };
}

/** @returns the address of the sign-in page, or of another page of a sign-in, which leads to `path` */
export async function startSignIn(
  services: OAuthServices,
  context: Context,
  { organisationId, path, interaction }: Pick<Visitor, 'organisationId' | 'path' | 'interaction'>,
  page = 'sign-in',
): Promise<string> {
  const { store, clock } = services;
  const source = await countStart(services, context);
  const purpose = { clientId: null, path };
  const handle = await startRequest(store, { organisationId, interaction, purpose, source }, clock());
  return pagePath({ organisationId, handle }, page);
}
