/** Every page and form of the office calls this first. */
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { chapterhouse, type Chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import { isOwnForm } from '@/lib/account/sso/own-form';
import { signInPath } from '@/lib/account/sso/start-path';
import { findOffice, type FormDoor, type OfficeLookup } from './find-office';

export type OpenOffice = Extract<OfficeLookup, { kind: 'office' | 'remote' | 'unavailable' }>;

/**
 * A person who is not signed in is sent to the sign-in, which returns to `path`. A person without a role gets the
 * not-found page.
 */
export async function requireOffice(path: string): Promise<OpenOffice> {
  const response = await requestOnce();
  const back = encodeURIComponent(path);
  switch (response.kind) {
    case 'signed-out':
      redirect(signInPath(chapterhouse(), await headers(), path));
    case 'expired':
      redirect(`/api/auth/renew?callbackUrl=${back}`);
    case 'no-role':
      notFound();
    default:
      return response;
  }
}

/**
 * For pages with forms. `kept`: a browser without scripts has sent a form, but the office cannot be opened. For
 * example, the session may have expired. The caller must then show what the form contained.
 */
export async function requireOfficeOrForm(path: string): Promise<OpenOffice | { kind: 'kept' }> {
  return (await isFormWithoutSession(requestOnce)) ? { kind: 'kept' } : requireOffice(path);
}

/** Whether a browser without scripts has sent a form that could not be sent on. */
export async function isFormWithoutSession(
  find: (app: Chapterhouse, jar: Record<string, string>) => Promise<Pick<FormDoor, 'kind'>>,
): Promise<boolean> {
  if (!(await isFormPost())) return false;
  const { kind } = await find(chapterhouse(), parseCookies((await headers()).get('cookie')));
  return kind === 'signed-out' || kind === 'expired' || kind === 'unavailable';
}

/**
 * true if a browser without scripts sent a form and now loads the page. A page cannot read the request's method, so
 * this function reads the content type.
 */
async function isFormPost(): Promise<boolean> {
  return (await headers()).get('content-type')?.startsWith('multipart/form-data') === true;
}

/**
 * Never redirects, so that the form can show its content again.
 * @throws Error if another site's page sent the form
 */
export async function officeOfForm(): Promise<OfficeLookup> {
  if (!isOwnForm(chapterhouse(), { headers: await headers() })) {
    throw new Error('the form is not from this site');
  }
  return requestOnce();
}

/** Finds the office once for each request, even if several parts of the page call this function. */
const requestOnce = cache(async (): Promise<OfficeLookup> => {
  return await findOffice(chapterhouse(), parseCookies((await headers()).get('cookie')));
});
