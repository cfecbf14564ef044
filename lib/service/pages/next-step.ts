import { findPeople } from '@/lib/sign-in/accounts/people';
import type { Session } from '@/lib/sign-in/accounts/sessions';
import { readBrokenRule, type RuleBroken } from '@/lib/sign-in/oauth/client-rules';
import type { Client } from '@/lib/sign-in/oauth/clients';
import { needsConsent } from '@/lib/sign-in/oauth/consents';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import type { PendingRequest, StoredAuthorizeRequest } from '@/lib/sign-in/oauth/pending-requests';
import { isHintFor } from '@/lib/sign-in/oauth/prompt';

/**
 * For this time after a sign-in, the association's own sites and those that the person has allowed may sign the person
 * in without asking. Later, somebody else may be using a shared computer.
 */
const recentMs = 3600_000;

interface Asked {
  request: PendingRequest;
  authorize: StoredAuthorizeRequest;
  client: Client;
  session: Session | null;
}

type NextStep =
  | { step: 'sign-in' | 'other-person' }
  | { step: 'members-only'; session: Session; broken: RuleBroken }
  | { step: 'consent' | 'continue' | 'code'; session: Session };

/**
 * Finds the next step of a sign-in. `code`: no page is needed. `other-person`: the client expects another person, and
 * gets an error. With prompt=none, the step is never `continue`.
 */
export async function findStep(services: OAuthServices, asked: Asked): Promise<NextStep> {
  const { request, authorize, client, session } = asked;
  if (session === null || session.organisationId !== request.organisationId) return { step: 'sign-in' };
  const isNew = isSinceRequest(request, authorize, session);
  if (!isNew && mustSignInAgain(services, authorize, session)) return { step: 'sign-in' };
  if (authorize.hintedPersonId !== null && authorize.hintedPersonId !== session.personId)
    return { step: isNew ? 'other-person' : 'sign-in' };
  const broken = await findRefusal(services, client, session);
  if (broken !== null) return { step: 'members-only', session, broken };
  const { prompts, scopes } = authorize;
  if (
    (prompts.includes('consent') && !client.isFirstParty) ||
    (await needsConsent(services.store, { client, personId: session.personId, scopes }))
  )
    return { step: 'consent', session };
  if (isNew) return { step: 'code', session };
  const isExpected = await isExpectedPerson(services, authorize, session);
  if (prompts.includes('none')) return isExpected ? { step: 'code', session } : { step: 'sign-in' };
  const isRecent = services.clock().getTime() - session.startedAt.getTime() < recentMs;
  const needsNoQuestion = isRecent && isExpected && prompts.length === 0;
  return { step: needsNoQuestion ? 'code' : 'continue', session };
}

export async function mayUseClient(
  services: OAuthServices,
  client: Client,
  session: Session,
): Promise<boolean> {
  return (await findRefusal(services, client, session)) === null;
}

/** Removed persons sign in to this installation's own pages only, where they see their own data (decision J7). */
async function findRefusal(
  { store, clock, ownClientId }: OAuthServices,
  client: Client,
  { personId }: Session,
): Promise<RuleBroken | null> {
  return client.id === ownClientId ? null : readBrokenRule(store, { client, personId, now: clock() });
}

/** Whether the person has signed in since the client sent the browser to us. If so, no page needs to ask again. */
function isSinceRequest(
  { startedAt }: PendingRequest,
  { priorSession }: StoredAuthorizeRequest,
  session: Session,
): boolean {
  return session.startedAt >= startedAt && session.hash !== priorSession;
}

function mustSignInAgain(
  { clock }: OAuthServices,
  { prompts, maxAgeSeconds }: StoredAuthorizeRequest,
  { startedAt }: Session,
): boolean {
  if (prompts.includes('login')) return true;
  return maxAgeSeconds !== null && clock().getTime() - startedAt.getTime() >= maxAgeSeconds * 1000;
}

async function isExpectedPerson(
  { store }: OAuthServices,
  { loginHint }: StoredAuthorizeRequest,
  { organisationId, personId }: Session,
): Promise<boolean> {
  if (loginHint === null) return true;
  const [person] = await findPeople(store, { organisationId, ids: [personId] });
  return person !== undefined && isHintFor(loginHint, person);
}
