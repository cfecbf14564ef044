/** Pages of the service that are not in the API's contract. null: the service is not our own. */
import { z } from 'zod';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { organisationRoot } from './provider';

export function passkeysAddress(app: Chapterhouse): string | null {
  return serviceAddress(app, 'passkeys');
}

export function ownEmailAddress(app: Chapterhouse): string | null {
  return serviceAddress(app, 'email');
}

/** If another site provides the service, its own well-known address knows the page. */
export function changePasswordAddress(app: Chapterhouse): string {
  return serviceAddress(app, 'forgotten') ?? new URL('/.well-known/change-password', app.publicApiUrl).href;
}

/**
 * The address that ends the service's session and then returns to a page that confirms the sign-out. null: another
 * site's service cannot do this, or does not respond.
 */
export async function signOutAddress(app: Chapterhouse): Promise<string | null> {
  if (app.config.remoteApiUrl !== null) return await remoteSignOutAddress(app);
  return `${app.config.baseUrl}/auth/sign-out?return_to=${encodeURIComponent(signedOutPath)}`;
}

export const signedOutPath = '/sign-in?signed-out=1';

function serviceAddress(app: Chapterhouse, page: string): string | null {
  if (app.config.remoteApiUrl !== null) return null;
  return `${app.config.baseUrl}/auth/organisation/${app.site().organisationId}/${page}`;
}

/**
 * Signs a member out at another site, if that site has a sign-out endpoint.
 * @see OpenID Connect RP-Initiated Logout
 * The page that confirms the sign-out. The other site must have registered this address for our client.
 */
const signedOutEverywherePath = '/sign-in?signed-out=everywhere';

const discoverySchema = z.object({ end_session_endpoint: z.url() });

/** Signing out here must not wait long for a site that is down. */
const waitMs = 3_000;

/**
 * The address that ends the session at the other site and then returns to this site. null: the other site does not
 * offer this, does not respond, or names an address of another origin.
 */
async function remoteSignOutAddress(app: Chapterhouse): Promise<string | null> {
  try {
    const response = await fetch(`${organisationRoot(app, app.apiUrl)}/.well-known/openid-configuration`, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(waitMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return null;
    }
    const found = discoverySchema.safeParse(await response.json());
    if (!found.success) return null;
    const address = new URL(found.data.end_session_endpoint);
    if (address.origin !== new URL(app.publicApiUrl).origin) return null;
    address.searchParams.set('client_id', app.client.id);
    address.searchParams.set('post_logout_redirect_uri', `${app.config.baseUrl}${signedOutEverywherePath}`);
    return address.href;
  } catch (error) {
    app.log.warn(`sign-out: the site did not respond: ${error instanceof Error ? error.message : 'unknown'}`);
    return null;
  }
}
